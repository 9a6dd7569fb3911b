// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"

#include <QWidget>

#include <optional>

class QFormLayout;

namespace hermes {

class ElidingLabel;
class SnippetEditor;

/// What a stored launch was: its code, which can be read and copied, its parameters, times and counts.
class LaunchPreview final : public QWidget
{
    Q_OBJECT

public:
    /// The engine must outlive it.
    explicit LaunchPreview(Engine *engine, QWidget *parent = nullptr);

    /// From the list, where the code is cut; the whole is read when another launch is shown than before.
    void showLaunch(const LaunchRecord &record);
    void clear();

private:
    enum class Heading : quint8 { Hint, Title };
    void setHeading(Heading kind);
    void createFacts();
    void showFacts(const LaunchRecord &record);
    void showDefinition(const Result<LaunchRecord> &record);
    [[nodiscard]] ElidingLabel *addFact(QFormLayout *form, const QString &title, const QString &name);

    Engine *m_engine;
    QWidget *m_facts;
    ElidingLabel *m_heading;
    ElidingLabel *m_state = nullptr;
    ElidingLabel *m_times = nullptr;
    ElidingLabel *m_place = nullptr;
    ElidingLabel *m_results = nullptr;
    ElidingLabel *m_parameters = nullptr;
    SnippetEditor *m_code;
    std::optional<LaunchId> m_shown;
    int m_request = 0;
};

} // namespace hermes
