// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "splitter.h"

#include <QSettings>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace hermes {

Splitter::Splitter(Qt::Orientation orientation, const QString &name, const QList<int> &shares, QWidget *parent)
    : QSplitter(orientation, parent), m_shares(shares)
{
    setObjectName(name);
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_byUser = true; });
}

void Splitter::resetSizes()
{
    m_byUser = false;
    divide();
}

void Splitter::divide()
{
    const int room = (orientation() == Qt::Horizontal ? width() : height()) - handleWidth() * (count() - 1);
    const int whole = std::max(1, std::accumulate(m_shares.cbegin(), m_shares.cend(), 0));
    QList<int> sizes;
    for (const int share : std::as_const(m_shares))
        sizes.append(room * share / whole);
    setSizes(sizes);
}

void Splitter::resizeEvent(QResizeEvent *event)
{
    QSplitter::resizeEvent(event);
    if (!m_byUser)
        divide();
}

void Splitter::restore(const QSettings &settings, const QString &group)
{
    m_byUser = restoreState(settings.value(group + u'/' + objectName()).toByteArray());
}

void Splitter::store(QSettings &settings, const QString &group) const
{
    settings.setValue(group + u'/' + objectName(), m_byUser ? saveState() : QByteArray());
}

} // namespace hermes
