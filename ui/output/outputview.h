// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/outputsave.h"
#include "models/output/outputtext.h"
#include "ui/output/outputoptions.h"

#include <QWidget>

#include <functional>
#include <memory>

class QAction;
class QLabel;
class QMenu;
class QProgressBar;
class QToolButton;

namespace hermes {

class Dialogs;
class OutputArea;
class OutputFindBar;
class WrappingLabel;

/// One output stream of a candidate: a heading with its size, what is missing of it, the text, a line to search it.
class OutputView final : public QWidget
{
    Q_OBJECT

public:
    struct Parts
    {
        Dialogs *dialogs = nullptr;      ///< Must outlive the view.
        OutputOptions *options = nullptr; ///< The same.
    };

    /// `name` is heading, accessible name and object name of the text: "Stdout".
    OutputView(const QString &name, Parts parts, QWidget *parent = nullptr);
    ~OutputView() override;

    /// Shows other output, or more of the same. Null: none.
    void setReader(std::shared_ptr<const OutputReader> reader, OutputText::Continuity continuity);
    void clear() { setReader(nullptr, OutputText::Continuity::New); }
    /// Looks whether there is more.
    void refresh();
    [[nodiscard]] bool isLoading() const;
    [[nodiscard]] OutputArea *area() const { return m_area; }
    [[nodiscard]] const std::shared_ptr<const OutputReader> &reader() const;

    void find();
    void findNext();
    void findPrevious();
    /// Asks for a file and writes exactly the bytes to it.
    void save();
    void saveTo(const QString &path);
    [[nodiscard]] bool isSaving() const { return m_save != nullptr; }

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    QAction *addCommand(const QString &text, const QList<QKeySequence> &keys, std::function<void()> run);
    void createCommands();
    void createLayout();
    void connectOptions();
    void showState();
    [[nodiscard]] QString notice() const;
    void showMessage(const QString &text);
    void saveEnded(const Result<> &outcome);

    QString m_name;
    Parts m_parts;
    // First, so that it is found before its heading by those who look for the name.
    OutputArea *m_area;
    QLabel *m_heading;
    WrappingLabel *m_notice;
    OutputFindBar *m_findBar;
    QToolButton *m_menuButton;
    QProgressBar *m_saving;
    QToolButton *m_cancelSave;
    QMenu *m_menu;
    std::unique_ptr<OutputSave> m_save;
    QString m_message; ///< What came of the last copy or save, or why nothing can be read.
};

} // namespace hermes
