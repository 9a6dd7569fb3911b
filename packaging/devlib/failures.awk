# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: awk -f failures.awk LastTestsFailed.log LastTest.log
# The failing checks of every failed test, or the end of its output where it says of none.

function finish() {
    if (name in failedTests)
        printf "\n%s:\n%s", name, lines == "" ? tail : lines
    name = lines = tail = ""
    left = count = 0
}

FILENAME ~ /LastTestsFailed/ { sub(/^[0-9]+:/, ""); failedTests[$0] = 1; next }
/^[0-9]+\/[0-9]+ Testing: / { finish(); name = $3; next }
!(name in failedTests) { next }

# What ctest says itself.
/^([0-9]+\/[0-9]+ Test: |Command: |Directory: |Output:$|-+$|<end of output>|Test (time|Passed|Failed)|End testing)/ { next }
/^".*" (start time|end time|time elapsed)/ { next }

# Actual, Expected and Loc follow, in an order that differs; a sanitizer's report is longer.
/FAIL!|^FAIL:|^QFATAL|AssertionError|waited in vain|Unable to find executable/ { left = 6 }
/WARNING: ThreadSanitizer|ERROR: (Address|Leak)Sanitizer|runtime error:/ { left = 14 }
/^(PASS|INFO|SKIP) / { left = 0 }
{
    line = "  " substr($0, 1, 300) "\n"
    if (left > 0 && count < 80) {
        lines = lines line
        --left
        ++count
    }
    tail = tail line
    while (length(tail) > 3000)
        tail = substr(tail, index(tail, "\n") + 1)
}
END { finish() }
