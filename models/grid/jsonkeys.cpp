// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "jsonkeys.h"

#include <algorithm>

namespace hermes {

namespace {

void addFields(QList<JsonField> &to, const QString &prefix, QList<JsonField> &&fields)
{
    for (JsonField &field : fields) {
        const QString key = prefix.isEmpty() ? field.key : QString(prefix + u'.' + field.key);
        if (field.type == JsonType::Object) {
            if (auto inner = jsonObjectFields(field.text.toUtf8()); inner && !inner->isEmpty()) {
                addFields(to, key, std::move(*inner));
                continue;
            }
        }
        field.key = key;
        const auto known = std::ranges::find(to, key, &JsonField::key);
        if (known == to.end())
            to.append(std::move(field));
        else
            *known = std::move(field);
    }
}

} // namespace

QList<JsonField> flatFields(QByteArrayView json)
{
    QList<JsonField> flat;
    if (auto fields = jsonObjectFields(json))
        addFields(flat, {}, std::move(*fields));
    return flat;
}

} // namespace hermes
