// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "settingsformmodel.h"

#include "backends/profiles/profileedit.h"
#include "models/displaytext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

struct Change
{
    Setting setting = {};
    std::optional<QString> text = {};
};

Result<QByteArray> withChanges(const QByteArray &text, const BackendName &name, const QList<Change> &changes)
{
    const auto set = parseProfiles(text, u"the profile file"_s);
    if (!set)
        return std::unexpected(set.error());
    Result<QByteArray> patched = text;
    if (!set->find(name.profile))
        patched = withProfile(text, name.profile, name.backend);
    for (const Change &change : changes) {
        patched = patched.and_then([&](const QByteArray &before) {
            return change.text ? withProfileValue(before, name.profile, change.setting, *change.text)
                               : withoutProfileValue(before, name.profile, change.setting.key);
        });
    }
    return patched;
}

} // namespace

bool SettingField::operator==(const SettingField &other) const
{
    return setting.key == other.setting.key && stored == other.stored && own == other.own && inForce == other.inForce
        && variable == other.variable && problem == other.problem && secretState == other.secretState && isStored == other.isStored
        && changedMeanwhile == other.changedMeanwhile;
}

void SettingsFormModel::show(const BackendName &name, const BackendKind *kind, const ProfileSet &set)
{
    const SettingsSchema schema = kind ? kind->schema : SettingsSchema {.backend = name.backend};
    const bool isOther = name != m_name || schema.settings.size() != m_schema.settings.size();
    if (isOther)
        beginResetModel();
    m_name = name;
    m_schema = schema;
    m_environment = variablesFor(schema);
    const Profile *profile = set.find(name.profile);
    m_profile = profile ? std::optional(*profile) : std::nullopt;
    m_places = set.places.value(name.profile);
    dropSettledEdits();
    if (isOther) {
        m_fields.clear();
        for (const Setting &setting : m_schema.settings)
            m_fields.push_back(fieldOf(setting));
        endResetModel();
    } else {
        refresh();
    }
    Q_EMIT changed();
}

/// An edit that the file has by now is none any more, whoever wrote it there.
void SettingsFormModel::dropSettledEdits()
{
    const auto draft = m_drafts.find(m_name);
    if (draft == m_drafts.end())
        return;
    draft->removeIf([&](const Draft::iterator &edit) {
        const auto stored = m_profile ? m_profile->values.constFind(edit.key()) : QHash<QString, QString>::const_iterator();
        const bool isStored = m_profile && stored != m_profile->values.cend();
        return edit->own ? isStored && *stored == *edit->own : !isStored;
    });
    if (draft->isEmpty())
        m_drafts.erase(draft);
}

void SettingsFormModel::setSecrets(const SecretTasks *secrets)
{
    m_secrets = secrets;
    connect(secrets, &SecretTasks::changed, this, &SettingsFormModel::refresh);
    refresh();
}

SecretWish SettingsFormModel::secretOf(int row) const
{
    return wishFor(m_schema.backend, m_name.profile, m_fields[size_t(row)].setting);
}

void SettingsFormModel::addSecret(SettingField &field) const
{
    const SecretWish wish = wishFor(m_schema.backend, m_name.profile, field.setting);
    field.isStored = m_secrets && m_secrets->names().contains(wish.name);
    const auto isEmpty = [](const QString &variable) { return qEnvironmentVariableIsSet(variable.toUtf8().constData()); };
    const auto empty = std::ranges::find_if(wish.variables, isEmpty);
    if (m_secrets && m_secrets->isWaitingFor(wish.name))
        field.secretState = tr("waiting for the keychain…");
    else if (!field.variable.isEmpty())
        field.secretState = tr("from the environment variable %1").arg(field.variable);
    else if (field.isStored)
        field.secretState = m_secrets->state() == StoreState::MemoryOnly ? tr("in memory") : tr("in the keychain");
    else if (empty != wish.variables.cend())
        field.secretState = tr("not set: the environment variable %1 is empty").arg(*empty);
    else
        field.secretState = tr("not set");
}

SettingSources SettingsFormModel::sources() const
{
    SettingSources sources {.environment = m_environment, .profileName = m_name.profile, .profilePlaces = m_places};
    if (m_profile)
        sources.profile = m_profile->values;
    for (const auto &[key, edit] : m_drafts.value(m_name).asKeyValueRange()) {
        sources.profilePlaces.remove(key);
        if (edit.own)
            sources.profile.insert(key, *edit.own);
        else
            sources.profile.remove(key);
    }
    return sources;
}

SettingField SettingsFormModel::fieldOf(const Setting &setting) const
{
    SettingField field {.setting = setting};
    if (m_profile && m_profile->values.contains(setting.key))
        field.stored = m_profile->values.value(setting.key);
    field.own = field.stored;
    const Draft draft = m_drafts.value(m_name);
    if (const auto edit = draft.constFind(setting.key); edit != draft.cend()) {
        field.own = edit->own;
        if (edit->before != field.stored)
            field.changedMeanwhile = field.stored ? tr("The file has %1 now; saving replaces it.").arg(lineText(*field.stored, 80))
                                                  : tr("The file does not set it any more; saving sets it again.");
    }
    // Each setting by itself: one that is bad must not hide what the others are.
    SettingSources all = sources();
    all.profile.removeIf([&](const auto &entry) { return entry.key() != setting.key; });
    const SettingsSchema alone {.backend = m_schema.backend, .settings = {setting}};
    if (const auto resolved = resolveSettings(alone, all))
        field.inForce = resolved->value(setting.key);
    else
        field.problem = messageText(resolved.error());
    for (const QString &name : QStringList {settingVariable(m_schema.backend, setting.key)} + setting.vendorVariables) {
        if (field.variable.isEmpty() && !m_environment.value(name).isEmpty())
            field.variable = name;
    }
    if (setting.secret)
        addSecret(field);
    if (field.own && !setting.secret) {
        // Named by its label, as it stands beside the field; also where a variable comes before it.
        if (const auto checked = checkSetting(setting, *field.own, setting.label); !checked)
            field.problem = messageText(checked.error());
    }
    return field;
}

void SettingsFormModel::refresh()
{
    for (int row = 0; row < int(m_fields.size()); ++row) {
        SettingField field = fieldOf(m_schema.settings.at(row));
        if (field == m_fields[size_t(row)])
            continue;
        m_fields[size_t(row)] = std::move(field);
        Q_EMIT dataChanged(index(row), index(row));
    }
}

void SettingsFormModel::setOwn(int row, const std::optional<QString> &text)
{
    const SettingField &field = m_fields[size_t(row)];
    if (field.own == text || field.setting.secret)
        return;
    Draft &draft = m_drafts[m_name];
    if (const auto edit = draft.find(field.setting.key); edit != draft.end())
        edit->own = text;
    else
        draft.insert(field.setting.key, {.own = text, .before = field.stored});
    dropSettledEdits();
    refresh();
    Q_EMIT changed();
}

void SettingsFormModel::discardEdits()
{
    dropEdits(m_name);
}

void SettingsFormModel::dropEdits(const BackendName &name)
{
    if (m_drafts.remove(name) == 0)
        return;
    if (name == m_name)
        refresh();
    Q_EMIT changed();
}

void SettingsFormModel::moveEdits(const BackendName &from, const BackendName &to)
{
    const auto draft = m_drafts.constFind(from);
    if (draft == m_drafts.cend())
        return;
    m_drafts.insert(to, *draft);
    m_drafts.remove(from);
    refresh();
    Q_EMIT changed();
}

QSet<BackendName> SettingsFormModel::edited() const
{
    return {m_drafts.keyBegin(), m_drafts.keyEnd()};
}

int SettingsFormModel::firstBadRow() const
{
    const auto bad = std::ranges::find_if(m_fields, [](const SettingField &field) {
        return field.own && !checkSetting(field.setting, *field.own, field.setting.label);
    });
    return bad == m_fields.end() ? -1 : int(bad - m_fields.begin());
}

Result<Settings> SettingsFormModel::settings() const
{
    if (const int bad = firstBadRow(); bad >= 0)
        return fail(FaultKind::Usage, m_fields[size_t(bad)].problem);
    return resolveSettings(m_schema, sources());
}

ProfileFile::Edit SettingsFormModel::saving(const QString &profile) const
{
    QList<Change> changes;
    const Draft draft = m_drafts.value(m_name);
    for (const Setting &setting : m_schema.settings) {
        if (const auto edit = draft.constFind(setting.key); edit != draft.cend())
            changes.append({setting, edit->own});
    }
    const BackendName name {.backend = m_name.backend, .profile = profile};
    return [name, changes](const QByteArray &text) { return withChanges(text, name, changes); };
}

QString SettingsFormModel::sourceText(int row) const
{
    const SettingField &field = m_fields[size_t(row)];
    if (!field.variable.isEmpty())
        return tr("environment %1").arg(field.variable);
    if (field.isStored)
        return tr("keychain");
    if (field.own && m_name.profile.isEmpty())
        return tr("not saved");
    if (field.own)
        return field.isEdited() ? tr("profile %1, not saved").arg(lineText(m_name.profile, 40))
                                : tr("profile %1").arg(lineText(m_name.profile, 40));
    return field.setting.defaultText.isEmpty() ? tr("not set") : tr("default");
}

int SettingsFormModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_fields.size());
}

QVariant SettingsFormModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const SettingField &field = m_fields[size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return field.setting.label;
    // A secret's value goes nowhere, also where somebody wrote it into the file.
    case Qt::EditRole: return field.own && !field.setting.secret ? QVariant(*field.own) : QVariant();
    case SourceRole: return sourceText(index.row());
    case ProblemRole: return field.problem;
    default: return {};
    }
}

bool SettingsFormModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || !checkIndex(index, CheckIndexOption::IndexIsValid) || field(index.row()).setting.secret)
        return false;
    setOwn(index.row(), value.isValid() ? std::optional(value.toString()) : std::nullopt);
    return true;
}

Qt::ItemFlags SettingsFormModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractListModel::flags(index);
    const bool editable = index.isValid() && !field(index.row()).setting.secret;
    return editable ? flags | Qt::ItemIsEditable : flags;
}

} // namespace hermes
