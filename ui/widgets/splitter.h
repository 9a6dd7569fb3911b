// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSplitter>

class QSettings;

namespace hermes {

/// Divides its room in the same shares whatever its size, until the user has moved a handle; from then on by what they chose,
/// which is kept from start to start. No part can be made to vanish.
class Splitter final : public QSplitter
{
    Q_OBJECT

public:
    /// One share for each of the widgets that are added later.
    Splitter(Qt::Orientation orientation, const QString &name, const QList<int> &shares, QWidget *parent = nullptr);

    /// Back to the shares.
    void resetSizes();
    /// Under `group` and its own name.
    void restore(const QSettings &settings, const QString &group);
    void store(QSettings &settings, const QString &group) const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void divide();

    QList<int> m_shares;
    bool m_byUser = false;
};

} // namespace hermes
