# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: What the machine is like
# About: Prints system, processors, memory and the versions of some programs: to compare backends.

say() { printf '%-12s %s\n' "$1" "$2"; }

say system "$(uname -srm)"
say processors "$(getconf _NPROCESSORS_ONLN)"
say memory "$(awk '/MemTotal/ { printf "%.1f GiB", $2 / 1048576 }' /proc/meminfo 2> /dev/null)"
say folder "$(pwd)"
say user "$(id -un 2> /dev/null || id -u)"
for program in python3 bash git gcc; do
    if command -v "$program" > /dev/null; then
        say "$program" "$("$program" --version 2>&1 | head -n 1)"
    else
        say "$program" "not there"
    fi
done
