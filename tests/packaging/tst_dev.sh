#!/bin/bash
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: tst_dev.sh PROJECT [BUILD]
# `packaging/dev exec` must be as good as the command alone: in the environment of this system (native), and in the root folder
# where there is one. Inside the root folder the second entering is nested, which is the same code.

set -u

project=$(cd -P -- "${1:?usage: tst_dev.sh PROJECT}" && pwd)
dev=$project/packaging/dev
scratch=$(mktemp -d /tmp/hermes-tst-dev.XXXXXX)
trap 'rm -rf "$scratch"' EXIT
[[ -z ${HERMES_TEST_CACHE_HOME:-} ]] || export XDG_CACHE_HOME=$HERMES_TEST_CACHE_HOME
cacheHome=${XDG_CACHE_HOME:-${HOME:-~}/.cache}
failures=0

check() { # what, actual, expected
    if [[ $2 == "$3" ]]; then
        echo "PASS   $mode: $1"
    else
        echo "FAIL!  $mode: $1"
        printf '   Actual  : %q\n   Expected: %q\n' "$2" "$3"
        failures=$((failures + 1))
    fi
}

run() {
    "$dev" exec --no-build "$@"
}

await() { # condition
    local left
    for ((left = 3000; left > 0; --left)); do
        ! eval "$1" || return 0
        sleep 0.02
    done
    check "in time: $1" late 'within 60 s'
}

exit_codes() {
    local code
    for code in 0 1 7 125 255; do
        run sh -c "exit $code"
        check "exit code $code" "$?" "$code"
    done
    run sh -c 'kill -TERM $$' 2> /dev/null
    check 'ended by a signal' "$?" 143
    run "$scratch/missing" 2> "$scratch/err"
    check 'a missing command' "$?" 127
    run "$scratch" 2> "$scratch/err"
    check 'a command that cannot be executed' "$?" 126
}

streams() {
    check 'stdin through a pipe' "$(printf 'one\ntwo' | run cat)" $'one\ntwo'
    check 'nothing added to stdout and stderr' "$(run true 2>&1)" ''
    check 'stderr apart from stdout' "$(run sh -c 'echo out; echo err >&2' 2> /dev/null)" out
    head -c 3000000 /dev/urandom > "$scratch/bytes"
    check 'three million bytes unchanged' "$(run cat < "$scratch/bytes" | md5sum)" "$(md5sum < "$scratch/bytes")"
    echo through > "$scratch/fd"
    check 'a descriptor above 2' "$(run cat /dev/fd/5 5< "$scratch/fd")" through
    check 'stdin closed' "$(run sh -c 'read x || echo closed' <&- 2> /dev/null)" closed
}

arguments() {
    run printf '<%s>' a '' $'two\nlines' 'a b' "it's" '"' '$HOME' '*' '\' $'\t' ünï -- --help > "$scratch/out"
    printf '<%s>' a '' $'two\nlines' 'a b' "it's" '"' '$HOME' '*' '\' $'\t' ünï -- --help > "$scratch/expected"
    check 'arguments of every kind' "$(cat "$scratch/out")" "$(cat "$scratch/expected")"
    check 'a command after --' "$(run -- echo --no-build)" --no-build
}

folders() {
    local folder
    for folder in / /tmp "$scratch" "$project" "$project/packaging/devlib" "${HOME:-/}" /proc /dev; do
        check "working folder $folder" "$(cd "$folder" && run pwd -P)" "$(cd "$folder" && pwd -P)"
    done
    folder="$scratch/ünï cöde"$'\n'"line"
    mkdir -p "$folder"
    check 'working folder with odd characters' "$(cd "$folder" && run pwd; echo .)" "$folder"$'\n.'
    mkdir -p "$scratch/gone"
    check 'working folder deleted' "$(cd "$scratch/gone" && rmdir "$scratch/gone" && run echo runs 2> /dev/null)" runs
    check 'working folder with links keeps its name' \
        "$(ln -sfn "$project" "$scratch/link" && cd "$scratch/link" && run printenv PWD)" "$scratch/link"
    folder=${XDG_CACHE_HOME:-${HOME:-}/.cache}/hermes-panel/toolchain
    mkdir -p "$scratch/cache/hermes-panel"
    ln -sfn "$folder" "$scratch/cache/hermes-panel/toolchain"
    [[ ! -d $folder ]] || check 'a toolchain behind a link' "$(XDG_CACHE_HOME=$scratch/cache run echo runs)" runs
    check 'a relative path to packaging/dev' "$(cd "$project/packaging" && ./dev exec --no-build pwd)" "$project/packaging"
    echo kept > "$scratch/file"
    check 'files in /tmp are the same' "$(run cat "$scratch/file")" kept
    run sh -c 'echo new > "$1"' sh "$scratch/written"
    check 'files written in /tmp are seen outside' "$(cat "$scratch/written")" new
    folder=$(mktemp -d "$project/build/tst-dev.XXXXXX")
    check 'the project can be written' "$(run touch "$folder/x" && ls "$folder")" x
    rm -rf "$folder"
}

environment() {
    local name
    env -i HOME=/nowhere 'A.B=1' 'x y=2' $'lines=a\nb ' EMPTY= BASH_ENV=/dev/null/x 'BASH_FUNC_f%%=() { echo hi; }' PATH=/usr/bin:/bin \
        SHLVL=5 OLDPWD=/x XDG_CACHE_HOME="$cacheHome" HERMES_DEV_MODE="$mode" "$dev" exec --no-build env -0 | sort -z > "$scratch/env"
    for name in 'A.B=1' 'x y=2' $'lines=a\nb ' EMPTY= HOME=/nowhere SHLVL=5; do
        grep -qzxF -- "$name" "$scratch/env"
        check "variable $(printf %q "$name")" "$?" 0
    done
    check 'compiler cache does not leak' "$(grep -czE '^CCACHE_' "$scratch/env")" 0
    check 'the programs are first in PATH' "$(run printenv PATH)" "$project/build/dev/bin:$PATH"
    check 'HOME unset' "$(unset HOME; XDG_CACHE_HOME=$cacheHome run sh -c 'echo "${HOME-unset}"')" unset
    if [[ $mode == root ]]; then
        check 'nothing but PATH differs' "$(env -i A=1 XDG_CACHE_HOME="$cacheHome" HERMES_DEV_MODE=root "$dev" exec --no-build env |
            grep -v ^PATH= | sort | tr '\n' ' ')" "A=1 HERMES_DEV_MODE=root XDG_CACHE_HOME=$cacheHome "
    fi
    check 'umask' "$(umask 027; run sh -c umask)" 0027
    check 'limits' "$(ulimit -n 99; run sh -c 'ulimit -n')" 99
    check 'an ignored signal stays ignored' "$(trap '' USR1; run sh -c 'kill -USR1 $$; echo alive')" alive
}

signals() {
    local pid
    # It says its number only when the signal may come; the file of the mode before must not be taken for its answer.
    rm -f "$scratch/term"
    "$dev" exec --no-build sh -c 'trap "echo term; exit 9" TERM; echo $$; while :; do sleep 0.05; done' > "$scratch/term" &
    pid=$!
    await '[[ -s $scratch/term ]]'
    check 'the pid is the command'"'"'s' "$(head -n 1 "$scratch/term")" "$pid"
    kill -TERM "$pid"
    wait "$pid"
    check 'TERM reaches the command' "$?-$(tail -n 1 "$scratch/term")" 9-term
    "$dev" exec --no-build sleep 60 &
    pid=$!
    await '[[ $(cat /proc/$pid/comm 2> /dev/null) == sleep ]]'
    kill -KILL "$pid"
    wait "$pid" 2> /dev/null
    check 'KILL hits the command' "$?" 137
    check 'processes are the same as outside' "$(run sh -c 'test -d /proc/$1 && echo seen' sh $$)" seen
}

concurrent() {
    local i pids=() ok=0
    for i in 1 2 3 4 5 6 7 8; do
        run sh -c 'sleep 0.2; exit "$1"' sh "$i" &
        pids+=($!)
    done
    for i in "${!pids[@]}"; do
        wait "${pids[i]}"
        [[ $? != $((i + 1)) ]] || ok=$((ok + 1))
    done
    check 'eight at once' "$ok" 8
    check 'one in the other' "$(run "$dev" exec --no-build echo nested)" nested
}

# Mounts of ours: what else happens on the machine may come and go meanwhile.
our_mounts() {
    grep -F -e " $project" -e " $scratch" -e " $cacheHome" /proc/self/mountinfo | sort
}

no_mounts_left() {
    check 'no mount is left behind' "$(comm -13 <(printf '%s\n' "$mounts") <(our_mounts))" ''
}

# 0.2 s is the contract, for a machine that does nothing else: one of many tries meets a quiet moment.
overhead() {
    local best=1000000 round start spent
    for ((round = 1; round <= 5 || (round <= 50 && best > 200000); ++round)); do
        start=${EPOCHREALTIME/[.,]/}
        run true
        spent=$((${EPOCHREALTIME/[.,]/} - start))
        ((spent >= best)) || best=$spent
    done
    echo "INFO   $mode: exec true takes $((best / 1000)) ms"
    check 'overhead at most 0.2 s' "$((best <= 200000))" 1
}

usage() {
    "$dev" nonsense > /dev/null 2> "$scratch/err"
    check 'an unknown verb' "$?-$(grep -c 'unknown verb: nonsense' "$scratch/err")" 1-1
    check 'help names every verb' "$("$dev" --help | grep -cE '^  (run|test|build|shell|exec|bench|lint|shot|setup) ')" 10
    "$dev" exec > /dev/null 2> "$scratch/err"
    check 'exec without a command' "$?-$(grep -c usage "$scratch/err")" 1-1
}

mkdir -p "$project/build"
modes=(native)
[[ ! -r $cacheHome/hermes-panel/toolchain/trixie.packages ]] || modes+=(root)
if [[ ! -e /.hermes-toolchain && ${#modes[@]} == 2 ]]; then
    modes=(root)
fi
for mode in "${modes[@]}"; do
    export HERMES_DEV_MODE=$mode
    mounts=$(our_mounts)
    exit_codes
    streams
    arguments
    folders
    environment
    signals
    concurrent
    no_mounts_left
    overhead
    usage
done
echo "Totals: $failures failed"
((failures == 0))
