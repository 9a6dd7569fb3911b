// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "imagejobbar.h"

#include "models/images/imagejobs.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"

#include <QBoxLayout>
#include <QProgressBar>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace hermes {

ImageJobBar::ImageJobBar(ImageJobs *jobs, QWidget *parent)
    : QWidget(parent),
      m_jobs(jobs),
      m_text(new ElidingLabel(this)),
      m_cancel(new QPushButton(glyphIcon(Glyph::Square), tr("Cancel"), this))
{
    m_text->setObjectName(u"ImageJobText"_s);
    auto *bar = new QProgressBar(this);
    bar->setObjectName(u"ImageJobProgress"_s);
    bar->setAccessibleName(tr("Progress with the image"));
    bar->setTextVisible(false);
    bar->setFixedHeight(spacing(this, 0.5));
    bar->setRange(0, 0);
    m_cancel->setObjectName(u"CancelImageJob"_s);
    m_cancel->setAccessibleName(tr("Cancel the work on the image"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_text, 2);
    layout->addWidget(bar, 1);
    layout->addWidget(m_cancel);
    connect(m_jobs, &ImageJobs::jobChanged, this, &ImageJobBar::showJob);
    connect(m_cancel, &QPushButton::clicked, m_jobs, &ImageJobs::cancel);
    showJob();
}

void ImageJobBar::showJob()
{
    setVisible(m_jobs->isActive());
    m_text->showText(m_jobs->text());
    m_cancel->setEnabled(!m_jobs->isStopping());
}

} // namespace hermes
