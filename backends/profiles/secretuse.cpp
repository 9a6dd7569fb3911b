// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "secretuse.h"

#include "backends/secrets/secretname.h"

using namespace Qt::StringLiterals;

namespace hermes {

QString secretUse(const QString &name, const QList<BackendKind> &kinds, const ProfileSet &profiles)
{
    if (const auto host = registryOfSecret(name))
        return u"the registry %1"_s.arg(*host);
    for (const BackendKind &kind : kinds) {
        for (const Setting &setting : kind.schema.settings) {
            if (!setting.secret)
                continue;
            QString use = u"the setting %1 of %2"_s.arg(setting.key, kind.kind);
            if (name == settingSecretName(kind.kind, {}, setting.key))
                return use;
            for (const Profile &profile : profiles.profiles) {
                const bool isOfKind = profile.backend == kind.kind || kind.aliases.contains(profile.backend);
                if (isOfKind && name == settingSecretName(kind.kind, profile.name, setting.key))
                    return use + u" (profile %1)"_s.arg(profile.name);
            }
            // Named BACKEND/PROFILE/KEY like one, though there is no such profile.
            const QString start = kind.kind + u'/';
            const QString end = u'/' + setting.key;
            if (name.startsWith(start) && name.endsWith(end) && name.size() > start.size() + end.size())
                return u"nothing: %1 has no profile %2"_s.arg(kind.kind,
                                                              name.sliced(start.size(), name.size() - start.size() - end.size()));
        }
    }
    return u"--secret "_s + name;
}

} // namespace hermes
