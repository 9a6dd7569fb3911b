// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "streamspane.h"

#include "ui/output/outputview.h"
#include "ui/widgets/splitter.h"

#include <QBoxLayout>
#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace hermes {

StreamsPane::StreamsPane(Dialogs *dialogs, QWidget *parent)
    : QWidget(parent),
      m_splitter(new Splitter(Qt::Horizontal, u"StreamSplitter"_s, {1, 1}, this)),
      m_tabs(new QTabWidget(this)),
      m_out(new OutputView(tr("Stdout"), {.dialogs = dialogs, .options = &m_options}, this)),
      m_err(new OutputView(tr("Stderr"), {.dialogs = dialogs, .options = &m_options}, this))
{
    m_tabs->setObjectName(u"StreamTabs"_s);
    m_tabs->setAccessibleName(tr("Streams"));
    m_tabs->setDocumentMode(true);
    setFocusProxy(m_out);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_splitter);
    layout->addWidget(m_tabs);
    connect(&m_options, &OutputOptions::arrangementChanged, this, &StreamsPane::arrange);
    arrange();
}

bool StreamsPane::isSaving() const
{
    return m_out->isSaving() || m_err->isSaving();
}

void StreamsPane::arrange()
{
    using enum OutputOptions::Arrangement;
    const OutputOptions::Arrangement wanted = m_options.arrangement();
    m_splitter->setVisible(wanted != Tabs);
    m_tabs->setVisible(wanted == Tabs);
    if (wanted == Tabs) {
        m_tabs->addTab(m_out, tr("Stdout"));
        m_tabs->addTab(m_err, tr("Stderr"));
        return;
    }
    m_splitter->addWidget(m_out);
    m_splitter->addWidget(m_err);
    m_out->setVisible(wanted != OnlyStderr);
    m_err->setVisible(wanted != OnlyStdout);
    setFocusProxy(wanted == OnlyStderr ? m_err : m_out);
}

} // namespace hermes
