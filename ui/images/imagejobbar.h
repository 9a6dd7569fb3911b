// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QPushButton;

namespace hermes {

class ElidingLabel;
class ImageJobs;

/// What is being done with images, how far it is, and a button that ends it. Hidden while nothing is under way.
class ImageJobBar final : public QWidget
{
    Q_OBJECT

public:
    /// The jobs must outlive the bar.
    ImageJobBar(ImageJobs *jobs, QWidget *parent);

private:
    void showJob();

    ImageJobs *m_jobs;
    ElidingLabel *m_text;
    QPushButton *m_cancel;
};

} // namespace hermes
