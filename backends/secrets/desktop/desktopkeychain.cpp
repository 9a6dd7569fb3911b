// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/secrets/desktop/readiness.h"
#include "backends/secrets/keychain.h"

#include <qt6keychain/keychain.h>

#include <QObject>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// What the desktop's own tools show the secrets under.
constexpr auto ServiceName = "hermes-panel"_L1;

KeychainFault faultOf(const QKeychain::Job &job)
{
    if (job.error() == QKeychain::EntryNotFound)
        return {.kind = KeychainFault::Kind::NotFound};
    return {.kind = KeychainFault::Kind::Refused, .detail = job.errorString()};
}

/// Wipes its only copy on this side; what QtKeychain itself had is out of reach.
Secret takenFrom(QKeychain::ReadPasswordJob &job)
{
    QByteArray bytes = job.binaryData();
    Secret secret(bytes);
    ::explicit_bzero(bytes.data(), size_t(bytes.size()));
    return secret;
}

Keychain::Answer<void> tellingOfNoKeyring(Keychain::Answer<void> answer)
{
    return [answer = std::move(answer)](std::expected<void, KeychainFault> written) mutable {
        if (!written)
            written.error().detail = u"it has no keyring yet, and did not make one"_s;
        answer(std::move(written));
    };
}

class DesktopKeychain final : public QObject, public Keychain
{
public:
    void read(const QString &name, Answer<Secret> answer) override
    {
        whenReady(std::move(answer), [this, name](Readiness::Ready, Answer<Secret> ready) {
            start(new QKeychain::ReadPasswordJob(ServiceName), name, std::move(ready),
                  [](QKeychain::ReadPasswordJob &job) { return takenFrom(job); });
        });
    }

    void write(const QString &name, const Secret &value, Answer<void> answer) override
    {
        whenReady(std::move(answer), [this, name, value](Readiness::Ready state, Answer<void> ready) {
            if (!state.hasKeyring)
                ready = tellingOfNoKeyring(std::move(ready));
            auto *job = new QKeychain::WritePasswordJob(ServiceName);
            job->setTextData(QString::fromUtf8(value.reveal()));
            start(job, name, std::move(ready), [](QKeychain::WritePasswordJob &) { });
        });
    }

    void remove(const QString &name, Answer<void> answer) override
    {
        // Some services do not tell whether there was anything to be removed.
        read(name, [this, name, answer = std::move(answer)](const std::expected<Secret, KeychainFault> &found) mutable {
            if (!found)
                return answer(std::unexpected(found.error()));
            start(new QKeychain::DeletePasswordJob(ServiceName), name, std::move(answer), [](QKeychain::DeletePasswordJob &) { });
        });
    }

private:
    template<typename T, typename Begin>
    void whenReady(Answer<T> answer, Begin begin)
    {
        auto *readiness = new Readiness(
            [answer = std::move(answer), begin = std::move(begin)](std::expected<Readiness::Ready, KeychainFault> ready) mutable {
                if (!ready)
                    return answer(std::unexpected(std::move(ready).error()));
                begin(*ready, std::move(answer));
            },
            this);
        readiness->start();
    }

    /// The job goes on, and deletes itself, also when this object is gone: libsecret cannot be told that nobody waits any more.
    template<typename Job, typename T, typename Take>
    void start(Job *job, const QString &name, Answer<T> answer, Take take)
    {
        job->setKey(name);
        job->setAutoDelete(true);
        connect(job, &QKeychain::Job::finished, this, [job, take, answer = std::make_shared<Answer<T>>(std::move(answer))] {
            if (job->error() != QKeychain::NoError)
                return (*answer)(std::unexpected(faultOf(*job)));
            if constexpr (std::is_void_v<T>) {
                (*answer)({});
            } else {
                (*answer)(take(*job));
            }
        });
        job->start();
    }
};

} // namespace

} // namespace hermes

extern "C" Q_DECL_EXPORT hermes::Keychain *hermesDesktopKeychain()
{
    return new hermes::DesktopKeychain;
}
