// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QAction;
class QActionGroup;
class QSettings;

namespace hermes {

/// How outputs are shown: one choice for both streams, remembered from one start of the program to the next.
class OutputOptions final : public QObject
{
    Q_OBJECT

public:
    enum class Arrangement { SideBySide, Tabs, OnlyStdout, OnlyStderr };

    explicit OutputOptions(QObject *parent = nullptr);

    [[nodiscard]] QAction *wrap() const { return m_wrap; }
    [[nodiscard]] QAction *colors() const { return m_colors; }
    [[nodiscard]] QAction *numbers() const { return m_numbers; }
    [[nodiscard]] QAction *follow() const { return m_follow; }
    [[nodiscard]] QActionGroup *arrangements() const { return m_arrangements; }
    [[nodiscard]] Arrangement arrangement() const { return m_arrangement; }
    void setArrangement(Arrangement arrangement);
    [[nodiscard]] int zoom() const { return m_zoom; }
    void setZoom(int steps);

    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

Q_SIGNALS:
    void arrangementChanged();
    void zoomChanged();

private:
    [[nodiscard]] QAction *toggle(const QString &text, const QString &name, const QString &tip);
    void addArrangement(const QString &text, Arrangement arrangement);

    QAction *m_wrap;
    QAction *m_colors;
    QAction *m_numbers;
    QAction *m_follow;
    QActionGroup *m_arrangements;
    Arrangement m_arrangement = Arrangement::SideBySide;
    int m_zoom = 0;
};

} // namespace hermes
