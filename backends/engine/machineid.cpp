// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "machineid.h"

#include "backends/core/savefile.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

#include <ifaddrs.h>
#include <net/if.h>
#include <netpacket/packet.h>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

bool isMachineId(QStringView text)
{
    return text.size() == 12
        && std::ranges::all_of(text, [](QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f'); });
}

/// By way of the system: Qt Network would load sixty libraries more at each start of the program.
QString firstCardAddress()
{
    ifaddrs *list = nullptr;
    if (::getifaddrs(&list) != 0)
        return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> owner(list, &::freeifaddrs);
    int firstIndex = std::numeric_limits<int>::max();
    QString first;
    for (const ifaddrs *entry = list; entry; entry = entry->ifa_next) {
        if (!entry->ifa_addr || entry->ifa_addr->sa_family != AF_PACKET || (entry->ifa_flags & IFF_LOOPBACK) != 0)
            continue;
        sockaddr_ll card {};
        std::memcpy(&card, entry->ifa_addr, sizeof(card));
        const QByteArray address = QByteArray(reinterpret_cast<const char *>(card.sll_addr), card.sll_halen).toHex();
        if (const QString text = QString::fromLatin1(address);
            isMachineId(text) && address != "000000000000" && card.sll_ifindex < firstIndex) {
            firstIndex = card.sll_ifindex;
            first = text;
        }
    }
    return first;
}

QString randomId()
{
    return u"%1"_s.arg(QRandomGenerator::system()->generate64() & 0xffff'ffff'ffffULL, 12, 16, QChar(u'0'));
}

} // namespace

QString machineId(const QString &stateFolder)
{
    const QString path = QDir(stateFolder).filePath(u"machine-id"_s);
    if (QFile file(path); file.open(QIODevice::ReadOnly)) {
        if (const QString kept = QString::fromLatin1(file.read(64)).trimmed(); isMachineId(kept))
            return kept;
    }
    QString id = firstCardAddress();
    if (id.isEmpty())
        id = randomId();
    SaveFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(id.toLatin1() + '\n');
        file.commit();
    }
    return id;
}

QString defaultExecutorId(SessionKind kind, const QString &machineId)
{
    return (kind == SessionKind::Sandbox ? u"hermes-sandbox-"_s : u"hermes-session-"_s) + machineId;
}

QString firstUnspentId(const QString &id, const std::function<bool(const QString &)> &isSpent)
{
    QString candidate = id;
    for (int next = 1; isSpent(candidate); ++next)
        candidate = u"%1-%2"_s.arg(id).arg(next);
    return candidate;
}

QString movedOn(SessionKind kind, const QString &closed, const QString &now)
{
    return u"\"%1\" is closed; the %2 is now \"%3\""_s.arg(closed, sessionKindName(kind), now);
}

Result<> checkExecutorId(const QString &id)
{
    const auto unusable = [](QChar c) { return c.unicode() < 0x20 || c.unicode() == 0x7f || c == u'/'; };
    if (id.isEmpty() || id.toUtf8().size() > 200 || id == "."_L1 || id == ".."_L1 || std::ranges::any_of(id, unusable)) {
        return fail(FaultKind::Usage, u"\"%1\" cannot be an id"_s.arg(id.left(200)),
                    u"Use 1 to 200 bytes without control characters and \"/\"."_s);
    }
    return {};
}

} // namespace hermes
