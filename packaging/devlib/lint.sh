# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by packaging/dev: what can be said about the sources without running them.

lintFailures=0
lintAll=0

lint_fail() {
    printf 'lint: %s\n' "$@" >&2
    lintFailures=$((lintFailures + 1))
}

# lint_files PATTERN…: files of the repository, or all files where it is a plain copy without history.
lint_files() {
    if git -C "$project" rev-parse --git-dir > /dev/null 2>&1; then
        git -C "$project" ls-files --cached --others --exclude-standard -- "$@"
    else
        local patterns=() pattern
        for pattern in "$@"; do
            patterns+=(-o -name "${pattern##*/}")
        done
        (cd "$project" && find . \( -path ./build -o -path ./.git \) -prune -o -type f \( "${patterns[@]:1}" \) -printf '%P\n')
    fi | while read -r file; do
        [[ ! -f $project/$file ]] || echo "$file"
    done | sort
}

lint_format() {
    local version
    version=$(inside clang-format --version)
    if [[ $version != *'version 19.'* ]]; then
        lint_fail "clang-format 19 decides and this is $version: the format is not checked"
        return
    fi
    (($# == 0)) || (cd "$project" && inside clang-format --dry-run -Werror -- "$@") ||
        lint_fail 'format: run clang-format -i on the files above (packaging/dev exec clang-format -i FILE…)'
}

lint_sizes() {
    local file lines limit
    for file in "$@"; do
        lines=$(wc -l < "$project/$file")
        limit=800
        [[ $file != *.h ]] || limit=250
        ((lines <= limit)) || lint_fail "$file: $lines lines, at most $limit; split it"
    done
}

lint_words() {
    # The words are put together here so that this file does not contain them.
    local found
    found=$(cd "$project" && lint_files '*' | grep -vxE 'LICENSE|.*\.(png|ico)' |
        xargs -d '\n' grep -nIE "\b(TO""DO|FIX""ME|X""XX|HA""CK)\b" -- || true)
    [[ -z $found ]] || lint_fail 'unfinished work is written down as an issue, not in the sources:' "$found"
    found=$(cd "$project" && lint_files '*.h' '*.cpp' '*.c' '*.cmake' '*.sh' '*.py' |
        grep -v '^resources/samples/' | xargs -d '\n' -r grep -L 'SPDX-License-Identifier' -- || true)
    [[ -z $found ]] || lint_fail 'no SPDX-License-Identifier line on top of' "$found"
    found=$(cd "$project" && lint_files '*.h' | xargs -d '\n' -r grep -L '#pragma once' -- || true)
    [[ -z $found ]] || lint_fail 'no #pragma once in' "$found"
}

lint_desktop() {
    local build=$project/build/$preset/packaging
    [[ -d $build ]] || return 0
    inside desktop-file-validate "$build"/*.desktop || lint_fail 'the desktop file is not valid'
    inside appstreamcli validate --no-net --explain --override=url-homepage-missing=info "$build"/*.metainfo.xml || lint_fail 'the metainfo is not valid'
}

# Sources that differ from where this branch left main; on main itself, from the commit before.
changed_sources() {
    local base
    base=$(git -C "$project" merge-base HEAD main 2> /dev/null) || return 0
    if [[ $base == "$(git -C "$project" rev-parse HEAD)" ]]; then
        base=$(git -C "$project" rev-parse --verify --quiet HEAD~1) || return 0
    fi
    { git -C "$project" diff --name-only --diff-filter=d "$base" -- '*.cpp'
      git -C "$project" ls-files --others --exclude-standard -- '*.cpp'; } | sort -u
}

# Files beyond this number are left out of a run that was not asked for all: each costs 10 to 20 seconds.
tidyLimit=12

lint_tidy() {
    (($# > 0)) || return 0
    local commands=$project/build/$preset/compile_commands.json file files=() known
    [[ -f $commands ]] || build >&2
    # The precompiled headers are g++'s and clang cannot read them. Without them each file includes just what it names.
    mkdir -p "${commands%/*}/tidy"
    sed -E 's/ -Winvalid-pch//; s/ -include [^ ]*cmake_pch[^ ]*//g; s/"command": "[^"]*ccache /"command": "/' \
        "$commands" > "${commands%/*}/tidy/compile_commands.json"
    known=$(< "$commands")
    for file in "$@"; do
        [[ $known != *"/$file\""* ]] || files+=("$file")
    done
    ((${#files[@]} > 0)) || return 0
    if ((lintAll == 0 && ${#files[@]} > tidyLimit)); then
        say "clang-tidy looks at $tidyLimit of ${#files[@]} changed files; packaging/dev lint --all looks at all"
        files=("${files[@]:0:tidyLimit}")
    else
        say "clang-tidy looks at ${#files[@]} files"
    fi
    (cd "$project" && printf '%s\0' "${files[@]}" |
        inside xargs -0 -n 1 -P 2 clang-tidy -p "build/$preset/tidy" --quiet --extra-arg=-Wno-unknown-warning-option) ||
        lint_fail 'clang-tidy: see above'
}

# lint [--all] [FILE…]
lint() {
    local sources tidy
    if [[ ${1:-} == --all ]]; then
        lintAll=1
        shift
    fi
    mapfile -t sources < <(lint_files '*.h' '*.cpp' '*.c')
    if (($# > 0)); then
        tidy=("$@")
        sources=("$@")
        lintAll=1
    elif ((lintAll)); then
        mapfile -t tidy < <(lint_files '*.cpp')
    else
        mapfile -t tidy < <(changed_sources)
    fi
    lint_format "${sources[@]}"
    lint_sizes "${sources[@]}"
    lint_words
    lint_desktop
    lint_tidy "${tidy[@]}"
    ((lintFailures == 0)) || return 1
    say 'lint: nothing to say'
}
