// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/imagework.h"

#include "app/cli/command.h"
#include "app/cli/output.h"

#include <QRegularExpression>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// A log that nobody reads is no reason to stop.
void writeError(const QString &text)
{
    std::ignore = writeAll(STDERR_FILENO, text.toUtf8());
}
} // namespace

ImageWork::ImageWork() : m_terminal(::isatty(STDERR_FILENO) && qgetenv("TERM") != "dumb")
{
    connect(&m_interrupts, &Interrupts::interrupted, this, [this] { m_stop.request_stop(); });
    connect(&m_interrupts, &Interrupts::insisted, this, [] { ::_exit(exitcode::Cancelled); });
}

ImageWork::~ImageWork()
{
    m_stop.request_stop();
}

ImageReporter ImageWork::reporter()
{
    return [this](const ImageReport &report) { show(report); };
}

void ImageWork::show(const ImageReport &report)
{
    if (report.kind == ImageReport::Kind::Log) {
        clearState();
        writeError(report.text);
        m_hasLog = true;
        m_isMidLine = !report.text.endsWith(u'\n');
    } else if (m_isMidLine) {
        // It would stand behind a line of the log that has not ended yet, or in place of it.
        return;
    } else if (m_terminal) {
        writeError(u"\r\x1b[K"_s + report.text.simplified());
        m_hasState = true;
    } else if (!m_hasLog) {
        // One line for each thing that is done, not for each percent.
        static const QRegularExpression numbers(u"\\d+ (%|MB)"_s);
        const QString plain = QString(report.text).remove(numbers);
        if (plain != std::exchange(m_told, plain))
            writeError(report.text.simplified() + u'\n');
    }
}

void ImageWork::clearState()
{
    if (std::exchange(m_hasState, false))
        writeError(u"\r\x1b[K"_s);
}

} // namespace hermes
