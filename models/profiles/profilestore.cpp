// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "profilestore.h"

#include <QPromise>

#include <memory>

using namespace Qt::StringLiterals;

namespace hermes {

ProfileStore::ProfileStore(const QString &path, QObject *parent)
    : QObject(parent), m_path(path), m_profiles {.path = path}, m_file(new ProfileFile(path))
{
    m_thread.setObjectName(u"profiles"_s);
    m_file->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_file, &QObject::deleteLater);
    connect(m_file, &ProfileFile::wasRead, this, &ProfileStore::take);
    m_thread.start();
    QMetaObject::invokeMethod(m_file, &ProfileFile::read);
}

ProfileStore::~ProfileStore()
{
    // Behind whatever was asked for before.
    QMetaObject::invokeMethod(m_file, [thread = &m_thread] { thread->quit(); });
    m_thread.wait();
}

QFuture<Result<>> ProfileStore::change(ProfileFile::Edit edit)
{
    const auto promise = std::make_shared<QPromise<Result<>>>();
    promise->start();
    QMetaObject::invokeMethod(m_file, [file = m_file, promise, edit = std::move(edit)] {
        promise->addResult(file->change(edit));
        promise->finish();
    });
    return promise->future();
}

void ProfileStore::take(const Result<ProfileSet> &set)
{
    m_loaded = true;
    m_problem.reset();
    if (set)
        m_profiles = *set;
    else
        m_problem = set.error();
    Q_EMIT changed();
}

} // namespace hermes
