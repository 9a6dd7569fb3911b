// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/images/imagejobs.h"

#include <QWidget>

class QAction;
class QTableView;

namespace hermes {

class Banner;
class ColumnFit;
class Dialogs;
class EmptyState;
class FindingsPane;
class NameDialog;
class Splitter;
class TableMenu;

/// The images of the backend that is shown, and what can be done with them. Asks the backend once the pane can be seen.
class ImagesPane final : public QWidget
{
    Q_OBJECT

public:
    /// They must outlive it.
    ImagesPane(Engine *engine, Dialogs *dialogs, QWidget *parent = nullptr);

    /// The backend with these settings; `ownImage` is what its builds begin with. A fault: it has none that could be asked.
    void showBackend(const Result<Settings> &settings, const ImageBuild &ownImage);
    [[nodiscard]] ImageJobs *jobs() { return &m_jobs; }
    [[nodiscard]] Splitter *splitter() const { return m_parts; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void createActions();
    void createTable();
    void createLayout();
    void connectJobs();
    void askBackend();
    void showList();
    void showActions();
    void showJob();
    void showReport(const ImageJobs::Report &report);
    void showSelection();
    void showScan(const QString &imageId, const std::optional<ImageScan> &scan);
    [[nodiscard]] const ImageTableModel::Row *selected() const;
    void pull();
    void build();
    void tag();
    void remove();
    void exportImage();
    void importImages();
    void push();
    void scan();

    Dialogs *m_dialogs;
    ImageJobs m_jobs;
    Result<Settings> m_settings = fail(FaultKind::NotConfigured, {});
    ImageBuild m_ownImage;
    Banner *m_message;
    QTableView *m_table;
    TableMenu *m_menu = nullptr;
    ColumnFit *m_fit = nullptr;
    EmptyState *m_empty = nullptr;
    FindingsPane *m_findings;
    Splitter *m_parts;
    QString m_shownId; ///< Of the image whose scan is shown.
    QAction *m_pull = nullptr;
    QAction *m_build = nullptr;
    QAction *m_tag = nullptr;
    QAction *m_remove = nullptr;
    QAction *m_export = nullptr;
    QAction *m_import = nullptr;
    QAction *m_push = nullptr;
    QAction *m_scan = nullptr;
    QAction *m_refresh = nullptr;
};

} // namespace hermes
