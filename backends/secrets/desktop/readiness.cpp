// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "readiness.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QLibrary>

#include <limits>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr auto SecretService = "org.freedesktop.secrets"_L1;
constexpr auto SecretServicePath = "/org/freedesktop/secrets"_L1;
constexpr auto SecretServiceInterface = "org.freedesktop.Secret.Service"_L1;
constexpr auto PromptInterface = "org.freedesktop.Secret.Prompt"_L1;
/// QtKeychain 0.15 waits half a second for KWallet before it takes another service.
constexpr qint64 QuickEnough = 200;
/// Whoever asked has a deadline of his own.
constexpr int Patience = std::numeric_limits<int>::max();

/// As QtKeychain 0.15 decides it; empty where the desktop is none of KDE.
QString walletOfDesktop()
{
    const QByteArray desktop = qgetenv("XDG_CURRENT_DESKTOP");
    const QByteArray session = qgetenv("DESKTOP_SESSION");
    const bool isOther = desktop == "GNOME" || desktop == "Unity" || desktop == "XFCE";
    const bool isKde = desktop == "KDE" || (!isOther && (session == "kde" || !qEnvironmentVariableIsEmpty("KDE_FULL_SESSION")));
    const QByteArray version = qgetenv("KDE_SESSION_VERSION");
    if (isKde && (version == "6" || version == "5"))
        return u"org.kde.kwalletd"_s + QString::fromLatin1(version);
    return {};
}

bool hasLibsecret()
{
    QLibrary library(u"secret-1"_s, 0);
    return library.load();
}

} // namespace

Readiness::Readiness(Done done, QObject *parent)
    : QObject(parent), m_done(std::move(done)), m_bus(QDBusConnection::sessionBus()) { }

void Readiness::start()
{
    if (!m_bus.isConnected())
        return finish(std::unexpected(KeychainFault {.kind = KeychainFault::Kind::NoService}));
    const auto names = [this](const QString &method) {
        return m_bus.asyncCall(QDBusMessage::createMethodCall(u"org.freedesktop.DBus"_s, u"/org/freedesktop/DBus"_s,
                                                              u"org.freedesktop.DBus"_s, method));
    };
    onAnswer(names(u"ListActivatableNames"_s), [this, names](const QDBusMessage &activatable) {
        onAnswer(names(u"ListNames"_s), [this, activatable](const QDBusMessage &running) {
            choose(activatable.arguments().value(0).toStringList() + running.arguments().value(0).toStringList());
        });
    });
}

void Readiness::choose(const QStringList &services)
{
    if (const QString wallet = walletOfDesktop(); services.contains(wallet))
        return askWallet(wallet);
    const bool usesSecretService = hasLibsecret();
    if (usesSecretService && services.contains(SecretService))
        return askSecretService();
    for (const QString &wallet : {u"org.kde.kwalletd6"_s, u"org.kde.kwalletd5"_s}) {
        if (!usesSecretService && services.contains(wallet))
            return askWallet(wallet);
    }
    finish(std::unexpected(KeychainFault {.kind = KeychainFault::Kind::NoService}));
}

/// It opens a wallet, and asks its user, when it is used.
void Readiness::askWallet(const QString &service)
{
    m_clock.start();
    const QString path = u"/modules/"_s + service.section(u'.', -1);
    const auto asked = QDBusMessage::createMethodCall(service, path, u"org.kde.KWallet"_s, u"networkWallet"_s);
    onAnswer(m_bus.asyncCall(asked, Patience), [this, service](const QDBusMessage &) {
        if (m_clock.elapsed() > QuickEnough)
            return askWallet(service);
        finish(Ready {});
    });
}

void Readiness::askSecretService()
{
    auto asked = QDBusMessage::createMethodCall(SecretService, SecretServicePath, SecretServiceInterface, u"ReadAlias"_s);
    asked << u"default"_s;
    onAnswer(m_bus.asyncCall(asked, Patience), [this](const QDBusMessage &answer) {
        const auto collection = answer.arguments().value(0).value<QDBusObjectPath>();
        // Without one the service makes one when something is stored.
        if (collection.path().size() <= 1)
            return finish(Ready {.hasKeyring = false});
        askWhetherLocked(collection);
    });
}

void Readiness::askWhetherLocked(const QDBusObjectPath &collection)
{
    auto asked = QDBusMessage::createMethodCall(SecretService, collection.path(), u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    asked << u"org.freedesktop.Secret.Collection"_s << u"Locked"_s;
    onAnswer(m_bus.asyncCall(asked, Patience), [this, collection](const QDBusMessage &answer) {
        if (answer.arguments().value(0).value<QDBusVariant>().variant().toBool())
            return unlock(collection);
        finish(Ready {});
    });
}

void Readiness::unlock(const QDBusObjectPath &collection)
{
    auto asked = QDBusMessage::createMethodCall(SecretService, SecretServicePath, SecretServiceInterface, u"Unlock"_s);
    asked << QVariant::fromValue(QList<QDBusObjectPath> {collection});
    const QDBusPendingCall call = m_bus.asyncCall(asked, Patience);
    onAnswer(call, [this, call](const QDBusMessage &) {
        const QDBusPendingReply<QList<QDBusObjectPath>, QDBusObjectPath> answer = call;
        if (!answer.argumentAt<0>().isEmpty())
            return finish(Ready {});
        if (answer.argumentAt<1>().path().size() > 1)
            return prompt(answer.argumentAt<1>());
        finish(std::unexpected(KeychainFault {.kind = KeychainFault::Kind::Locked}));
    });
}

void Readiness::prompt(const QDBusObjectPath &prompt)
{
    m_bus.connect(SecretService, prompt.path(), PromptInterface, u"Completed"_s, this, SLOT(takePromptEnd(bool, QDBusVariant)));
    auto asked = QDBusMessage::createMethodCall(SecretService, prompt.path(), PromptInterface, u"Prompt"_s);
    asked << QString();
    onAnswer(m_bus.asyncCall(asked, Patience), [](const QDBusMessage &) { });
}

void Readiness::takePromptEnd(bool dismissed, const QDBusVariant & /*result*/)
{
    if (dismissed)
        finish(std::unexpected(KeychainFault {.kind = KeychainFault::Kind::Locked}));
    else
        finish(Ready {});
}

void Readiness::onAnswer(const QDBusPendingCall &call, std::function<void(const QDBusMessage &)> take)
{
    auto *watcher = new QDBusPendingCallWatcher(call, this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, take = std::move(take)](QDBusPendingCallWatcher *answered) {
        answered->deleteLater();
        const QDBusMessage answer = answered->reply();
        if (answer.type() == QDBusMessage::ReplyMessage)
            return take(answer);
        finish(std::unexpected(KeychainFault {.kind = KeychainFault::Kind::Refused, .detail = answer.errorMessage()}));
    });
}

void Readiness::finish(std::expected<Ready, KeychainFault> result)
{
    if (!m_done)
        return;
    std::exchange(m_done, nullptr)(std::move(result));
    deleteLater();
}

} // namespace hermes
