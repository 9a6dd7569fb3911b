// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "draft.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr int Version = 1;
} // namespace

QByteArray Draft::toJson() const
{
    return QJsonDocument(QJsonObject {{u"version"_s, Version},
                                      {u"text"_s, text},
                                      {u"changed"_s, changed},
                                      {u"path"_s, path},
                                      {u"base"_s, QString::fromLatin1(base.toHex())},
                                      {u"language"_s, languageName(language)},
                                      {u"cursor"_s, cursor},
                                      {u"form"_s, form},
                                      {u"saved"_s, saved.toString(Qt::ISODateWithMs)}})
        .toJson(QJsonDocument::Compact);
}

std::optional<Draft> Draft::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    const auto language = languageFromName(object["language"_L1].toString());
    if (object["version"_L1].toInt() != Version || !language || !object["text"_L1].isString())
        return std::nullopt;
    return Draft {.text = object["text"_L1].toString(),
                  .changed = object["changed"_L1].toBool(),
                  .path = object["path"_L1].toString(),
                  .base = QByteArray::fromHex(object["base"_L1].toString().toLatin1()),
                  .language = *language,
                  .cursor = object["cursor"_L1].toInt(),
                  .form = object["form"_L1].toObject(),
                  .saved = QDateTime::fromString(object["saved"_L1].toString(), Qt::ISODateWithMs)};
}

} // namespace hermes
