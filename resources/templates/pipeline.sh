# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Pipeline of the shell
# About: Makes lines, filters, sorts and counts them, as with the usual tools; ends with 1 where nothing was found.
# Parameter digit: 0:9
# Parameter upto: 5000

set -eu

digit={{digit}}
upto={{upto}}

found=$(seq 1 "$upto" | grep -c "$digit\$") || true
most=$(seq 1 "$upto" | cut -c1 | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }')
printf '{"ending_in_digit": %d, "most_frequent_first": %d}\n' "$found" "$most"
[ "$found" -gt 0 ]
