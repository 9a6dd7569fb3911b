// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippetdocument.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::SnippetDocument)
};
} // namespace

SnippetDocument SnippetDocument::fromBytes(QByteArray bytes)
{
    SnippetDocument document;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    document.m_text = decoder.decode(bytes);
    document.m_isText = !decoder.hasError();
    if (document.m_text.startsWith(QChar::ByteOrderMark)) {
        document.m_hasMark = true;
        document.m_text.remove(0, 1);
    }
    document.m_hasCrLf = document.m_text.contains("\r\n"_L1);
    // The editor knows one line end only; comparing against what it shows needs the same here.
    document.m_text.replace("\r\n"_L1, "\n"_L1).replace(u'\r', u'\n');
    document.m_bytes = std::move(bytes);
    return document;
}

Result<SnippetDocument> SnippetDocument::read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(FaultKind::Denied, Text::tr("%1 could not be opened: %2").arg(path, file.errorString()));
    if (file.size() > MaxCodeBytes)
        return fail(FaultKind::Usage, Text::tr("%1 has %2 bytes").arg(path).arg(file.size()),
                    Text::tr("A snippet has at most %1.").arg(MaxCodeBytes));
    const QByteArray bytes = file.read(MaxCodeBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return fail(FaultKind::Storage, Text::tr("%1 could not be read: %2").arg(path, file.errorString()));
    SnippetDocument document = fromBytes(bytes);
    document.m_path = QFileInfo(path).absoluteFilePath();
    return document;
}

QByteArray SnippetDocument::code(const QString &editorText) const
{
    return editorText == m_text ? m_bytes : editorText.toUtf8();
}

Result<> SnippetDocument::save(const QString &path, const QString &editorText)
{
    if (!m_isText)
        return fail(FaultKind::Conflict, Text::tr("%1 is not valid UTF-8 and is left as it is").arg(m_path));
    QString text = editorText;
    if (m_hasCrLf)
        text.replace(u'\n', "\r\n"_L1);
    if (m_hasMark)
        text.prepend(QChar::ByteOrderMark);
    const QByteArray bytes = text.toUtf8();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return fail(FaultKind::Storage, Text::tr("%1 could not be saved: %2").arg(path, file.errorString()));
    m_path = QFileInfo(path).absoluteFilePath();
    m_text = editorText;
    m_bytes = bytes;
    return {};
}

} // namespace hermes
