#!/bin/bash
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: tst_install.sh BUILD
# What `cmake --install` puts into an empty folder is whole: both programs run there, and find their runner.

set -eu

build=${1:?usage: tst_install.sh BUILD}
prefix=$(mktemp -d /tmp/hermes-tst-install.XXXXXX)
trap 'rm -rf "$prefix"' EXIT
unset HERMES_RUNNER

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
echo 'PASS   installed, and runs'
