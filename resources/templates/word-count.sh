# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Words of many files
# About: Counts lines, words and bytes of the files of a folder that match a pattern.
# Parameter folder: /etc
# Parameter pattern: *.conf,host*

folder={{folder}}
pattern={{pattern}}

set -- $(find "$folder" -maxdepth 1 -type f -name "$pattern" 2> /dev/null | sort)
if [ $# -eq 0 ]; then
    echo '{"files": 0, "lines": 0, "words": 0, "bytes": 0}'
    exit 0
fi
files=$#
cat -- "$@" 2> /dev/null | wc | {
    read -r lines words bytes
    printf '{"files": %d, "lines": %d, "words": %d, "bytes": %d}\n' "$files" "$lines" "$words" "$bytes"
}
