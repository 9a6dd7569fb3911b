// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/imagepull.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// A registry may take its time between two pieces.
constexpr std::chrono::minutes SilenceLimit {10};
constexpr qint64 WholePercent = 100;
/// Words of registries and daemons, and what they mean. The first that fits counts.
struct Meaning
{
    QLatin1StringView words;
    FaultKind kind;
};
constexpr std::array Meanings {
    Meaning {"no such host"_L1, FaultKind::Unreachable},
    Meaning {"dial tcp"_L1, FaultKind::Unreachable},
    Meaning {"connection refused"_L1, FaultKind::Unreachable},
    Meaning {"connection reset"_L1, FaultKind::Unreachable},
    Meaning {"timeout"_L1, FaultKind::Unreachable},
    Meaning {"deadline exceeded"_L1, FaultKind::Unreachable},
    Meaning {"tls: "_L1, FaultKind::Unreachable},
    Meaning {"x509: "_L1, FaultKind::Unreachable},
    Meaning {"no space left"_L1, FaultKind::Exhausted},
    Meaning {"unauthorized"_L1, FaultKind::Refused},
    Meaning {"denied"_L1, FaultKind::Refused},
    Meaning {"forbidden"_L1, FaultKind::Refused},
    Meaning {"unsupported"_L1, FaultKind::Refused},
    Meaning {"manifest unknown"_L1, FaultKind::NotFound},
    Meaning {"name unknown"_L1, FaultKind::NotFound},
    Meaning {"not found"_L1, FaultKind::NotFound},
    Meaning {"does not exist"_L1, FaultKind::NotFound},
};
} // namespace

FaultKind registryFaultKind(const QString &text)
{
    const auto meaning = std::ranges::find_if(Meanings,
                                              [&](const Meaning &one) { return text.contains(one.words, Qt::CaseInsensitive); });
    return meaning == Meanings.end() ? FaultKind::Internal : meaning->kind;
}

ImageName imageNameFromText(const QString &text)
{
    ImageName name {.repository = text, .tag = u"latest"_s};
    const qsizetype slash = text.indexOf(u'/');
    const QString first = text.first(std::max<qsizetype>(slash, 0));
    if (first.contains(u'.') || first.contains(u':') || first == "localhost"_L1)
        name.registry = first;
    if (const qsizetype at = text.indexOf(u'@'); at >= 0) {
        name.repository = text.first(at);
        name.tag = text.sliced(at + 1);
    } else if (const qsizetype colon = text.lastIndexOf(u':'); colon > text.lastIndexOf(u'/')) {
        name.repository = text.first(colon);
        name.tag = text.sliced(colon + 1);
    }
    return name;
}

Result<> PullProgress::add(const QJsonObject &line)
{
    if (const QString error = line.value("error"_L1).toString(); !error.isEmpty())
        return fail(registryFaultKind(error), error);
    m_status = line.value("status"_L1).toString();
    const QJsonObject detail = line.value("progressDetail"_L1).toObject();
    const QString id = line.value("id"_L1).toString();
    if (detail.contains("total"_L1))
        m_layers.insert(id + m_status,
                        {.current = detail.value("current"_L1).toInteger(), .total = detail.value("total"_L1).toInteger()});
    return {};
}

QString PullProgress::text() const
{
    Layer all;
    for (auto layer = m_layers.cbegin(); layer != m_layers.cend(); ++layer) {
        if (!layer.key().endsWith(m_status))
            continue;
        all.current += layer->current;
        all.total += layer->total;
    }
    return all.total > 0 ? u"%1, %2 %"_s.arg(m_status).arg(WholePercent * all.current / all.total) : m_status;
}

Result<> pullImage(EngineClient &client, const QString &name, const CredentialSource &credentials, const Progress &progress,
                   std::stop_token stop)
{
    const ImageName image = imageNameFromText(name);
    const auto logins = RegistryLogins::lookUp(credentials, {registryOf(name)}, stop);
    if (!logins)
        return std::unexpected(logins.error());
    EngineRequest request {.method = "POST",
                           .path = u"/images/create"_s,
                           .query = queryOf({{u"fromImage"_s, image.repository}, {u"tag"_s, image.tag}}),
                           .silence = SilenceLimit};
    request.headers.append({.name = "X-Registry-Auth", .value = logins->forOne()});
    PullProgress state;
    QString told;
    const auto take = [&](const QJsonObject &line) -> Result<bool> {
        if (auto added = state.add(line); !added)
            return std::unexpected(added.error());
        if (const QString text = state.text(); progress && text != told) {
            told = text;
            progress(u"Pulling %1: %2"_s.arg(name, text));
        }
        return true;
    };
    return client.streamObjects(request, take, std::move(stop)).transform_error([&](const Fault &fault) {
        return logins->explained(fault);
    });
}

} // namespace hermes::docker
