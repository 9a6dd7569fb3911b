// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/labels.h"

#include "backends/core/enumnames.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
constexpr EnumNames<Purpose, 4> PurposeNames {{{Purpose::Sandbox, "sandbox"_L1},
                                               {Purpose::Executor, "session"_L1},
                                               {Purpose::Pool, "pool"_L1},
                                               {Purpose::Helper, "helper"_L1}}};
constexpr auto KindLabel = "hermes-panel.kind"_L1;
constexpr auto IdLabel = "hermes-panel.id"_L1;
constexpr auto ProfileLabel = "hermes-panel.profile"_L1;
constexpr auto MachineLabel = "hermes-panel.machine"_L1;
constexpr auto OwnerLabel = "hermes-panel.owner"_L1;
constexpr auto SettingsLabel = "hermes-panel.settings"_L1;
constexpr auto TextsLabel = "hermes-panel.settings.texts"_L1;
constexpr auto ExpiresLabel = "hermes-panel.expires"_L1;
} // namespace

QString purposeName(Purpose purpose)
{
    return nameOf(PurposeNames, purpose);
}

QJsonObject toJson(const ContainerLabels &labels)
{
    QJsonObject object {{QLatin1StringView(OwnLabel), u"1"_s}, {KindLabel, purposeName(labels.purpose)}};
    const auto add = [&](QLatin1StringView label, const QString &text) {
        if (!text.isEmpty())
            object.insert(label, text);
    };
    add(IdLabel, labels.name.id);
    add(ProfileLabel, labels.name.profile);
    add(MachineLabel, labels.machine);
    add(OwnerLabel, labels.owner);
    add(SettingsLabel, labels.settings);
    if (!labels.texts.isEmpty())
        add(TextsLabel, QString::fromUtf8(QJsonDocument(labels.texts).toJson(QJsonDocument::Compact)));
    if (labels.expires.isValid())
        add(ExpiresLabel, labels.expires.toUTC().toString(Qt::ISODate));
    return object;
}

QStringList labelsOfSandbox(const ProfiledId &name, const QString &machine)
{
    const QJsonObject labels = toJson(ContainerLabels {.purpose = Purpose::Sandbox, .name = name, .machine = machine});
    QStringList texts;
    for (auto label = labels.begin(); label != labels.end(); ++label)
        texts.append(label.key() + u'=' + label.value().toString());
    return texts;
}

std::optional<ContainerLabels> labelsFromJson(const QJsonObject &labels)
{
    if (!labels.contains(QLatin1StringView(OwnLabel)))
        return std::nullopt;
    const auto text = [&](QLatin1StringView label) { return labels.value(label).toString(); };
    ContainerLabels known {.name = {.id = text(IdLabel), .profile = text(ProfileLabel)},
                           .machine = text(MachineLabel),
                           .owner = text(OwnerLabel),
                           .settings = text(SettingsLabel),
                           .texts = QJsonDocument::fromJson(text(TextsLabel).toUtf8()).object(),
                           .expires = QDateTime::fromString(text(ExpiresLabel), Qt::ISODate)};
    known.purpose = valueOf(PurposeNames, text(KindLabel)).value_or(Purpose::Executor);
    return known;
}

} // namespace hermes::docker
