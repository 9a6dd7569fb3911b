// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sortkeys.h"

#include <limits>

namespace hermes {

SortKeys sortKeysFromTexts(std::vector<QString> texts)
{
    std::vector<double> numbers;
    numbers.reserve(texts.size());
    for (const QString &text : texts) {
        bool isNumber = true;
        const double number = text.isEmpty() ? std::numeric_limits<double>::quiet_NaN() : text.toDouble(&isNumber);
        if (!isNumber)
            return texts;
        numbers.push_back(number);
    }
    return numbers;
}

} // namespace hermes
