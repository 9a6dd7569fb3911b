// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// A Secret Service on the session bus that does what a test wants: org.hermes_panel.Fake.Set(mode, milliseconds) at /fake.
//
// Modes: "open"; "locked" (cannot be unlocked), "dismissed" (asks its user, who does not want to), "unlocks" (asks its user,
// who does), "denied" (an error to everything), "silent" (answers nothing). The time is what a search and a new item take.
// With the argument "wallet" it is a KWallet as well. Count() tells how many items the Secret Service has.

#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QMap>
#include <QTimer>

using namespace Qt::StringLiterals;

struct ServiceSecret
{
    QDBusObjectPath session = {};
    QByteArray parameters = {};
    QByteArray value = {};
    QString type = {};
};
Q_DECLARE_METATYPE(ServiceSecret)

QDBusArgument &operator<<(QDBusArgument &argument, const ServiceSecret &secret)
{
    argument.beginStructure();
    argument << secret.session << secret.parameters << secret.value << secret.type;
    argument.endStructure();
    return argument;
}

const QDBusArgument &operator>>(const QDBusArgument &argument, ServiceSecret &secret)
{
    argument.beginStructure();
    argument >> secret.session >> secret.parameters >> secret.value >> secret.type;
    argument.endStructure();
    return argument; // NOLINT(bugprone-return-const-ref-from-parameter): as Qt wants it
}

namespace {

using Attributes = QMap<QString, QString>;
using Secrets = QMap<QDBusObjectPath, ServiceSecret>;

constexpr auto Root = "/org/freedesktop/secrets"_L1;
constexpr auto CollectionPath = "/org/freedesktop/secrets/collection/login"_L1;
constexpr auto SessionPath = "/org/freedesktop/secrets/session/s"_L1;
constexpr auto PromptPath = "/org/freedesktop/secrets/prompt/p"_L1;

QDBusObjectPath none()
{
    return QDBusObjectPath(u"/"_s);
}

struct Item
{
    Attributes attributes = {};
    QByteArray value = {};
};

/// Of KDE 6. Slow to begin with, as one that is being started.
class FakeWallet final : public QDBusVirtualObject
{
public:
    [[nodiscard]] QString introspect(const QString & /*path*/) const override { return {}; }

    bool handleMessage(const QDBusMessage &message, const QDBusConnection &bus) override
    {
        constexpr int FirstAnswer = 1500;
        const int delay = std::exchange(m_isFirst, false) ? FirstAnswer : 0;
        QTimer::singleShot(delay, this, [this, message, bus] { bus.send(message.createReply(answerTo(message))); });
        return true;
    }

private:
    QVariant answerTo(const QDBusMessage &message)
    {
        const QString member = message.member();
        const QString key = message.arguments().value(2).toString();
        if (member == "networkWallet"_L1)
            return u"kdewallet"_s;
        if (member == "open"_L1)
            return 1;
        if (member == "entryType"_L1)
            return m_entries.contains(key) ? 1 : 0;
        if (member == "readPassword"_L1)
            return m_entries.value(key);
        if (member == "writePassword"_L1)
            m_entries.insert(key, message.arguments().value(3).toString());
        if (member == "removeEntry"_L1)
            m_entries.remove(key);
        return 0;
    }

    bool m_isFirst = true;
    QMap<QString, QString> m_entries;
};

class FakeService final : public QDBusVirtualObject
{
public:
    [[nodiscard]] QString introspect(const QString & /*path*/) const override { return {}; }

    bool handleMessage(const QDBusMessage &message, const QDBusConnection &bus) override
    {
        if (message.path() == "/fake"_L1 && message.member() == "Set"_L1) {
            m_mode = message.arguments().value(0).toString();
            m_delay = message.arguments().value(1).toInt();
            return bus.send(message.createReply());
        }
        if (m_mode == "silent"_L1)
            return true;
        const QString member = message.member();
        const bool isSlow = m_delay > 0 && (member == "SearchItems"_L1 || member == "CreateItem"_L1);
        QTimer::singleShot(isSlow ? m_delay : 0, this, [this, message, bus] { bus.send(answerTo(message)); });
        return true;
    }

private:
    [[nodiscard]] bool isLocked() const { return m_mode == "locked"_L1 || m_mode == "dismissed"_L1 || m_mode == "unlocks"_L1; }

    QDBusMessage answerTo(const QDBusMessage &message)
    {
        if (m_mode == "denied"_L1)
            return message.createErrorReply(QDBusError::AccessDenied, u"the fake wants it so"_s);
        if (message.interface() == "org.freedesktop.DBus.Properties"_L1)
            return property(message);
        const QString member = message.member();
        if (member == "OpenSession"_L1)
            return session(message);
        if (member == "ReadAlias"_L1)
            return message.createReply(QVariant::fromValue(QDBusObjectPath(CollectionPath)));
        if (member == "SearchItems"_L1)
            return search(message);
        if (member == "Unlock"_L1)
            return unlock(message);
        if (member == "Prompt"_L1)
            return prompt(message);
        if (member == "GetSecrets"_L1)
            return secrets(message);
        if (member == "CreateItem"_L1)
            return create(message);
        if (member == "Count"_L1)
            return message.createReply(int(m_items.size()));
        if (member == "Delete"_L1) {
            m_items.remove(message.path());
            return message.createReply(QVariant::fromValue(none()));
        }
        return message.createErrorReply(QDBusError::UnknownMethod, member);
    }

    [[nodiscard]] QDBusMessage property(const QDBusMessage &message) const
    {
        const bool isItem = m_items.contains(message.path());
        const QVariantMap all = isItem
            ? QVariantMap {{u"Locked"_s, isLocked()},
                           {u"Attributes"_s, QVariant::fromValue(m_items.value(message.path()).attributes)},
                           {u"Label"_s, u"item"_s}}
            : QVariantMap {{u"Locked"_s, isLocked()},
                           {u"Label"_s, u"login"_s},
                           {u"Collections"_s, QVariant::fromValue(QList<QDBusObjectPath> {QDBusObjectPath(CollectionPath)})}};
        if (message.member() == "Get"_L1)
            return message.createReply(QVariant::fromValue(QDBusVariant(all.value(message.arguments().value(1).toString()))));
        return message.createReply(all);
    }

    [[nodiscard]] static QDBusMessage session(const QDBusMessage &message)
    {
        if (message.arguments().value(0).toString() != "plain"_L1)
            return message.createErrorReply(QDBusError::NotSupported, u"only plain"_s);
        return message.createReply(
            {QVariant::fromValue(QDBusVariant(QString())), QVariant::fromValue(QDBusObjectPath(SessionPath))});
    }

    [[nodiscard]] QDBusMessage search(const QDBusMessage &message) const
    {
        const auto wanted = qdbus_cast<Attributes>(message.arguments().value(0));
        QList<QDBusObjectPath> found;
        for (const auto &[path, item] : m_items.asKeyValueRange()) {
            bool matches = true;
            for (const auto &[key, value] : wanted.asKeyValueRange())
                matches = matches && item.attributes.value(key) == value;
            if (matches)
                found += QDBusObjectPath(path);
        }
        const QList<QDBusObjectPath> empty;
        return message.createReply(
            {QVariant::fromValue(isLocked() ? empty : found), QVariant::fromValue(isLocked() ? found : empty)});
    }

    [[nodiscard]] QDBusMessage unlock(const QDBusMessage &message) const
    {
        const bool asks = m_mode == "dismissed"_L1 || m_mode == "unlocks"_L1;
        const auto wanted = qdbus_cast<QList<QDBusObjectPath>>(message.arguments().value(0));
        return message.createReply({QVariant::fromValue(isLocked() ? QList<QDBusObjectPath>() : wanted),
                                    QVariant::fromValue(asks ? QDBusObjectPath(PromptPath) : none())});
    }

    QDBusMessage prompt(const QDBusMessage &message)
    {
        const bool dismissed = m_mode != "unlocks"_L1;
        if (!dismissed)
            m_mode = u"open"_s;
        QTimer::singleShot(0, this, [dismissed] {
            auto done = QDBusMessage::createSignal(PromptPath, u"org.freedesktop.Secret.Prompt"_s, u"Completed"_s);
            done << dismissed << QVariant::fromValue(QDBusVariant(QString()));
            QDBusConnection::sessionBus().send(done);
        });
        return message.createReply();
    }

    [[nodiscard]] QDBusMessage secrets(const QDBusMessage &message) const
    {
        Secrets found;
        for (const QDBusObjectPath &path : qdbus_cast<QList<QDBusObjectPath>>(message.arguments().value(0)))
            found.insert(
                path,
                {.session = QDBusObjectPath(SessionPath), .value = m_items.value(path.path()).value, .type = u"text/plain"_s});
        return message.createReply(QVariant::fromValue(found));
    }

    QDBusMessage create(const QDBusMessage &message)
    {
        if (isLocked())
            return message.createErrorReply(u"org.freedesktop.Secret.Error.IsLocked"_s, u"locked"_s);
        const auto properties = qdbus_cast<QVariantMap>(message.arguments().value(0));
        const auto attributes = qdbus_cast<Attributes>(properties.value(u"org.freedesktop.Secret.Item.Attributes"_s));
        const auto secret = qdbus_cast<ServiceSecret>(message.arguments().value(1));
        QString path = CollectionPath + u"/%1"_s.arg(++m_count);
        for (const auto &[there, item] : m_items.asKeyValueRange()) {
            if (item.attributes == attributes)
                path = there;
        }
        m_items.insert(path, {.attributes = attributes, .value = secret.value});
        return message.createReply({QVariant::fromValue(QDBusObjectPath(path)), QVariant::fromValue(none())});
    }

    QString m_mode = u"open"_s;
    int m_delay = 0;
    int m_count = 0;
    QMap<QString, Item> m_items;
};

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    qDBusRegisterMetaType<ServiceSecret>();
    qDBusRegisterMetaType<Secrets>();
    qDBusRegisterMetaType<Attributes>();
    FakeService service;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.registerVirtualObject(Root, &service, QDBusConnection::SubPath) || !bus.registerVirtualObject(u"/fake"_s, &service)
        || !bus.registerService(u"org.freedesktop.secrets"_s))
        return 1;
    FakeWallet wallet;
    if (QCoreApplication::arguments().contains("wallet"_L1)
        && (!bus.registerVirtualObject(u"/modules/kwalletd6"_s, &wallet) || !bus.registerService(u"org.kde.kwalletd6"_s)))
        return 1;
    return QCoreApplication::exec();
}
