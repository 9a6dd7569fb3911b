// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputoptions.h"

#include <QAction>
#include <QActionGroup>
#include <QSettings>

#include <algorithm>
#include <initializer_list>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int MostZoom = 20;
constexpr int LeastZoom = -6;

} // namespace

OutputOptions::OutputOptions(QObject *parent)
    : QObject(parent),
      m_wrap(toggle(tr("&Wrap Lines"), u"WrapOutput"_s, tr("Break lines that are wider than the view"))),
      m_colors(toggle(tr("&Colours as in a Terminal"), u"ColorOutput"_s,
                      tr("Carry out colours and carriage returns; otherwise every control character is shown as a sign"))),
      m_numbers(toggle(tr("Line &Numbers"), u"NumberOutput"_s, tr("Number the lines"))),
      m_follow(toggle(tr("&Follow the End"), u"FollowOutput"_s, tr("Stay at the end while more is printed"))),
      m_arrangements(new QActionGroup(this))
{
    m_colors->setChecked(true);
    m_follow->setChecked(true);
    addArrangement(tr("Stdout and Stderr &Side by Side"), Arrangement::SideBySide);
    addArrangement(tr("Stdout and Stderr as &Tabs"), Arrangement::Tabs);
    addArrangement(tr("Only Std&out"), Arrangement::OnlyStdout);
    addArrangement(tr("Only Std&err"), Arrangement::OnlyStderr);
}

QAction *OutputOptions::toggle(const QString &text, const QString &name, const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setCheckable(true);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    return action;
}

void OutputOptions::addArrangement(const QString &text, Arrangement arrangement)
{
    QAction *action = m_arrangements->addAction(text);
    action->setCheckable(true);
    action->setChecked(arrangement == m_arrangement);
    action->setData(int(arrangement));
    connect(action, &QAction::triggered, this, [this, arrangement] { setArrangement(arrangement); });
}

void OutputOptions::setArrangement(Arrangement arrangement)
{
    if (std::exchange(m_arrangement, arrangement) == arrangement)
        return;
    m_arrangements->actions().at(int(arrangement))->setChecked(true);
    Q_EMIT arrangementChanged();
}

void OutputOptions::setZoom(int steps)
{
    steps = std::clamp(steps, LeastZoom, MostZoom);
    if (std::exchange(m_zoom, steps) != steps)
        Q_EMIT zoomChanged();
}

void OutputOptions::restore(const QSettings &settings)
{
    for (QAction *action : {m_wrap, m_colors, m_numbers, m_follow})
        action->setChecked(settings.value("output/"_L1 + action->objectName(), action->isChecked()).toBool());
    setZoom(settings.value("output/zoom"_L1).toInt());
    const int arrangement = settings.value("output/arrangement"_L1).toInt();
    if (arrangement >= 0 && arrangement < m_arrangements->actions().size())
        setArrangement(Arrangement(arrangement));
}

void OutputOptions::store(QSettings &settings) const
{
    for (const QAction *action : {m_wrap, m_colors, m_numbers, m_follow})
        settings.setValue("output/"_L1 + action->objectName(), action->isChecked());
    settings.setValue("output/zoom"_L1, m_zoom);
    settings.setValue("output/arrangement"_L1, int(m_arrangement));
}

} // namespace hermes
