# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Summary of a table
# About: Computes count, mean and deviation of one column of a CSV file.
# About: The value "sample" of "path" stands for a table of its own; give the path of yours there.
# Parameter path: sample
# Parameter column: length,weight

import csv
import json
import os
import random
import statistics
import sys

path = {{path}}
column = {{column}}

if path == "sample":
    path = "sample.csv"
    generator = random.Random(7)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["length", "weight"])
        for _ in range(200):
            length = generator.gauss(50, 5)
            writer.writerow([round(length, 2), round(length * 0.8 + generator.gauss(0, 2), 2)])
if not os.path.exists(path):
    sys.exit(f"{path} does not exist on the machine that runs this")

with open(path, newline="", encoding="utf-8") as file:
    rows = list(csv.DictReader(file))
if rows and column not in rows[0]:
    sys.exit(f"{path} has no column {column}; it has {', '.join(rows[0])}")
values = [float(row[column]) for row in rows if row[column]]
print(json.dumps({
    "count": len(values),
    "mean": round(statistics.fmean(values), 4),
    "deviation": round(statistics.stdev(values), 4),
    "smallest": min(values),
    "largest": max(values),
}))
