#!/bin/bash
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: tst_install.sh BUILD
# What `cmake --install` puts into an empty folder is whole: both programs run there, and find their runner and their modules.

set -eu

build=${1:?usage: tst_install.sh BUILD}
prefix=$(mktemp -d /tmp/hermes-tst-install.XXXXXX)
trap 'rm -rf "$prefix"' EXIT
unset HERMES_RUNNER HERMES_MODULES

fail() {
    echo "FAIL!  $1"
    exit 1
}

cmake --install "$build" --prefix "$prefix" > /dev/null
for program in bin/hermes-panel bin/hermesctl libexec/hermes-panel/hermes-runner; do
    [[ -x $prefix/$program ]] || fail "$program was not installed"
done
"$prefix/bin/hermes-panel" --version > /dev/null || fail 'the installed panel does not start'
code=0
said=$("$prefix/bin/hermesctl" run --language shell --code 'echo here; exit 3') || code=$?
[[ $said == here && $code == 3 ]] || fail "a run of the installed hermesctl said \"$said\" and ended with $code"

# The editor of the window is coloured by a module.
QT_QPA_PLATFORM=offscreen "$prefix/bin/hermes-panel" 2> "$prefix/said" &
panel=$!
for ((tries = 0; tries < 300; ++tries)); do
    grep -q "$prefix/lib.*/hermes-panel/highlighting.so" "/proc/$panel/maps" 2> /dev/null && break
    kill -0 "$panel" 2> /dev/null || fail "the installed panel ended: $(< "$prefix/said")"
    sleep 0.1
done
kill "$panel"
wait "$panel" || true
((tries < 300)) || fail "the installed panel did not load its module: $(< "$prefix/said")"
find "$prefix"/lib* -path '*/hermes-panel/plot.so' | grep -q . || fail 'the module plot was not installed'
find "$prefix"/lib* -path '*/hermes-panel/keychain.so' | grep -q . || fail 'the module keychain was not installed'
echo 'PASS   installed, and runs'
