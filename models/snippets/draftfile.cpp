// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "draftfile.h"

#include "backends/core/privatefile.h"

#include <QCoreApplication>
#include <QDir>
#include <QUuid>

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::DraftFile)
};
/// Far above what an editor holds: a file that is larger is not of this program.
constexpr qint64 LargestDraft = 256LL * 1024 * 1024;
} // namespace

DraftFile::~DraftFile()
{
    if (!m_written)
        remove();
}

QString DraftFile::path(const QString &id, const QString &ending) const
{
    return m_folder + u'/' + id + u'.' + ending;
}

Descriptor DraftFile::lock(const QString &id) const
{
    const QByteArray native = QFile::encodeName(path(id, u"lock"_s));
    Descriptor opened(::open(native.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (opened.isOpen() && ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0)
        opened.reset();
    return opened;
}

Result<> DraftFile::own()
{
    if (m_lock.isOpen())
        return {};
    if (const Result<> made = makePrivateFolder(m_folder); !made)
        return made;
    m_id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_lock = lock(m_id);
    if (!m_lock.isOpen())
        return fail(FaultKind::Storage, Text::tr("No file could be locked in %1: %2").arg(m_folder, qt_error_string(errno)));
    return {};
}

Result<> DraftFile::write(Draft draft)
{
    if (m_written)
        draft.saved = m_written->saved;
    if (m_written && draft == *m_written)
        return {};
    draft.saved = QDateTime::currentDateTimeUtc();
    Result<> done = own();
    if (done)
        done = writePrivateFile(path(m_id, u"json"_s), draft.toJson());
    if (done)
        m_written = std::move(draft);
    return done;
}

void DraftFile::remove()
{
    if (!m_lock.isOpen())
        return;
    // In this order: what lies there without its lock is taken for a draft that was left behind.
    QFile::remove(path(m_id, u"json"_s));
    QFile::remove(path(m_id, u"lock"_s));
    release();
}

void DraftFile::release()
{
    m_written.reset();
    m_lock.reset();
}

std::optional<Draft> DraftFile::adopt()
{
    if (m_written)
        return std::nullopt;
    std::optional<Draft> newest;
    for (const QString &name : QDir(m_folder).entryList({u"*.json"_s}, QDir::Files)) {
        const QString id = name.chopped(5);
        Descriptor held = lock(id);
        QFile file(path(id, u"json"_s));
        if (!held.isOpen())
            continue;
        // Who removes a draft does so before giving its lock back: what is still there was left behind.
        if (!file.exists())
            QFile::remove(path(id, u"lock"_s));
        if (file.size() > LargestDraft || !file.open(QIODevice::ReadOnly))
            continue;
        const auto draft = Draft::fromJson(file.readAll());
        if (!draft || (newest && newest->saved >= draft->saved))
            continue;
        newest = draft;
        m_id = id;
        m_lock = std::move(held);
    }
    m_written = newest;
    return newest;
}

} // namespace hermes
