// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "numberbox.h"

#include <QLineEdit>
#include <QLocale>

#include <algorithm>
#include <limits>

namespace hermes {

NumberBox::NumberBox(const Setting &setting, QWidget *parent) : QAbstractSpinBox(parent), m_setting(setting)
{
    setFocusPolicy(Qt::StrongFocus);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::edited);
}

void NumberBox::setPlaceholder(const QString &text)
{
    lineEdit()->setPlaceholderText(text);
}

void NumberBox::showText(const QString &text)
{
    if (lineEdit()->text() != text)
        lineEdit()->setText(text);
}

/// Where the arrows begin: at the number that is there, else at the default, else at the end of the range that is near 0.
double NumberBox::start() const
{
    for (const QString &text : {lineEdit()->text(), m_setting.defaultText}) {
        bool isNumber = false;
        const double number = text.trimmed().toDouble(&isNumber);
        if (isNumber)
            return number;
    }
    return std::clamp(0.0, m_setting.minimum.value_or(std::numeric_limits<double>::lowest()),
                      m_setting.maximum.value_or(std::numeric_limits<double>::max()));
}

void NumberBox::stepBy(int steps)
{
    const bool isEmpty = lineEdit()->text().isEmpty() && m_setting.defaultText.isEmpty();
    const double number = std::clamp(start() + (isEmpty ? 0 : steps),
                                     m_setting.minimum.value_or(std::numeric_limits<double>::lowest()),
                                     m_setting.maximum.value_or(std::numeric_limits<double>::max()));
    lineEdit()->setText(QString::number(number, 'f', QLocale::FloatingPointShortest));
    Q_EMIT edited(lineEdit()->text());
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    if (!m_setting.maximum || start() < *m_setting.maximum)
        enabled |= StepUpEnabled;
    if (!m_setting.minimum || start() > *m_setting.minimum)
        enabled |= StepDownEnabled;
    return enabled;
}

} // namespace hermes
