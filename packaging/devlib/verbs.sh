# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced by packaging/dev: what each verb does.

show_help() {
    cat << 'EOF'
usage: packaging/dev VERB [ARGUMENT…]

  run [ARGUMENT…]          set up, build and open the panel with a sample sweep; without a display run it headless
  test [CTEST ARGUMENT…]   set up and run everything that CI runs: tests, sanitizers, lint
  test --quick [ARGUMENT…] the tests of the plain build only
  build [--preset P] [TARGET…]   configure and build; presets dev, asan, tsan, release
  shell                    a shell in the build environment, with the built programs in PATH
  exec [--no-build] CMD…   a command there; same folder, environment, streams, signals and exit code as outside
  bench [NAME] [--json F]  the benchmarks, on a release build
  lint [--all] [FILE…]     format, clang-tidy, file sizes, desktop files; by default clang-tidy sees changed files only
  shot DIR                 pictures of every page into a folder: every theme, narrow, at 200 %, with large text;
                           with containers where HERMES_DOCKER_IMAGE and DOCKER_HOST name some
  setup [run|test]         only set up what the verbs need

Everything is set up on first use: on Debian 13, Ubuntu 25.04, Fedora 41 or newer from the system's packages, elsewhere in a
Debian 13 root folder below ${XDG_CACHE_HOME:-~/.cache}/hermes-panel/toolchain, which can be removed at any time.
EOF
}

# inside COMMAND…: a command in the environment, as a child that ends with us.
inside() {
    (exec_inside setpriv --pdeathsig TERM -- "$@")
}

# The same with the compiler cache, which the user's own commands never see.
inside_for_build() {
    inside env CCACHE_DIR="$cache/ccache" CCACHE_MAXSIZE=5G CCACHE_BASEDIR="$project" CCACHE_NOHASHDIR=1 \
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "$@"
}

# build [TARGET…] of $preset. Its output goes where ours goes.
build() {
    local options=()
    [[ ${CI:-} != true ]] || options+=(-DHERMES_WERROR=ON)
    if [[ ! -f $project/build/$preset/build.ninja || ${#options[@]} -gt 0 ]]; then
        inside_for_build cmake -S "$project" --preset "$preset" "${options[@]}" --log-level=NOTICE ||
            die "the preset $preset could not be configured; the messages are above."
    fi
    inside_for_build cmake --build "$project/build/$preset" ${1:+--target "$@"} ||
        die "the build of preset $preset failed; the first error is above."
}

run_build() {
    ensure_toolchain run
    build "$@"
}

has_display() {
    [[ -n ${WAYLAND_DISPLAY:-} && -S ${XDG_RUNTIME_DIR:-}/${WAYLAND_DISPLAY} ]] && return
    [[ -n ${DISPLAY:-} ]] || return
    local number=${DISPLAY##*:}
    # A display of this machine has a socket; one of another machine or of ssh -X has only a name.
    [[ ${DISPLAY%%:*} != '' || -S /tmp/.X11-unix/X${number%%.*} ]]
}

run_run() {
    ensure_toolchain run
    build hermes-panel hermesctl hermes-runner >&2
    if has_display; then
        exec_inside hermes-panel "$@" # which has the sample on its first start
    fi
    local state=${XDG_STATE_HOME:-}
    [[ $state == /* ]] || state=${HOME:-~}/.local/state
    local csv=$state/hermes-panel/sample-results.csv
    mkdir -p "${csv%/*}"
    inside hermesctl sweep --backend local --file "$project/resources/samples/discount.py" \
        --param discount=0,0.1,0.2,1.2 --table --out "$csv"
    cat << EOF

There is no display here, so the sample sweep ran without a window.
The results above are also in $csv
To see the panel, run this on a desktop, or connect with \`ssh -X\` and run it again.
EOF
}

run_tests() {
    inside_for_build HERMES_TEST_CACHE_HOME="$cacheHome" ctest --test-dir "$project/build/$preset" --output-on-failure --no-tests=error --parallel 2 "$@"
}

# The failing checks of the last run of a preset, without the rest: a log that was clipped still ends with what matters.
show_failures() {
    local logs=$project/build/$preset/Testing/Temporary
    [[ -r $logs/LastTestsFailed.log && -r $logs/LastTest.log ]] || return 0
    say "what failed with the preset $preset:"
    inside awk -f "$devlib/failures.awk" "$logs/LastTestsFailed.log" "$logs/LastTest.log" >&2
}

run_test() {
    local quick=0
    if [[ ${1:-} == --quick ]]; then
        quick=1
        shift
    fi
    ensure_toolchain run test
    if ((quick)); then
        build
        run_tests "$@" || { show_failures; die 'failed: tests'; }
        return
    fi
    local failed=() failedTests=()
    # Sanitizers first: the summary of the whole suite is what is read last.
    for preset in asan tsan; do
        say "engine and runner with the sanitizer preset $preset"
        build sanitize_tests
        run_tests --label-regex sanitize || { failed+=("$preset"); failedTests+=("$preset"); }
    done
    preset=dev
    say 'all tests'
    build
    lint || failed+=(lint)
    run_tests "$@" || { failed+=(tests); failedTests+=("$preset"); }
    for preset in "${failedTests[@]}"; do
        show_failures
    done
    ((${#failed[@]} == 0)) || die "failed: ${failed[*]}"
}

run_bench() {
    ensure_toolchain run test
    preset=release
    build bench_programs >&2
    exec_inside bash "$devlib/with-display" python3 "$project/packaging/bench/bench" "$@"
}

run_shot() {
    (($# == 1)) || die 'usage: packaging/dev shot DIR'
    ensure_toolchain run test
    build >&2
    mkdir -p "$1"
    inside bash "$devlib/with-display" hermes-panel --shot "$1"
    inside env QT_SCALE_FACTOR=2 bash "$devlib/with-display" hermes-panel --shot "$1" --shot-variant 200
    inside bash "$devlib/with-display" hermes-panel --shot "$1" --shot-variant large-text --shot-text 150
}

run_verb() {
    local verb=$1
    shift
    if [[ ${1:-} == --preset && $verb =~ ^(build|shell|exec|shot)$ ]]; then
        preset=${2:?--preset needs a name: dev, asan, tsan or release}
        shift 2
    fi
    case $verb in
        exec)
            (($# > 0)) || die 'usage: packaging/dev exec [--no-build] COMMAND [ARGUMENT…]'
            ensure_toolchain run
            if ((build)) && needs_build "$1"; then
                build >&2
            fi
            exec_inside "$@"
            ;;
        shell)
            ensure_toolchain run
            if needs_build hermesctl; then
                build >&2
            fi
            exec_inside bash "$@"
            ;;
        run) run_run "$@" ;;
        test) run_test "$@" ;;
        build) run_build "$@" ;;
        bench) run_bench "$@" ;;
        lint) ensure_toolchain run test && lint "$@" ;;
        shot) run_shot "$@" ;;
        setup) if [[ ${1:-} == test ]]; then ensure_toolchain run test; else ensure_toolchain run; fi ;;
        -h | --help | help) show_help ;;
        *)
            show_help >&2
            die "unknown verb: $verb"
            ;;
    esac
}
