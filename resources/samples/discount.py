# How does a discount change revenue and profit?
#
# {{discount}} is a hole: a sweep runs this file once for each value of the parameter "discount" and puts the value
# here. Try 0, 0.1, 0.2 and 1.2 - the last one is wrong on purpose, to show what a failed candidate looks like.
# The JSON object printed last becomes columns in the table of results.
import json

discount = {{discount}}

revenues = [120, 80, 150, 100]
costs = [75, 55, 90, 70]

if not 0 <= discount <= 1:
    raise ValueError(f"discount {discount} is out of 0…1")

revenue = round(sum(amount * (1 - discount) for amount in revenues), 2)
profit = round(revenue - sum(costs), 2)
print(json.dumps({"revenue": float(revenue), "profit": float(profit)}))

# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
