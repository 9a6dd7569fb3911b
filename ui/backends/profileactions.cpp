// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "profileactions.h"

#include "backends/profiles/profileedit.h"
#include "models/displaytext.h"
#include "ui/theme/glyphs.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// A new profile with what another one has in the file.
Result<QByteArray> withCopy(const QByteArray &text, const QString &from, const QString &to)
{
    const auto set = parseProfiles(text, u"the profile file"_s);
    if (!set)
        return std::unexpected(set.error());
    const auto source = findProfile(*set, from);
    if (!source)
        return std::unexpected(source.error());
    Result<QByteArray> patched = withProfile(text, to, source->backend);
    QStringList keys = source->values.keys();
    keys.sort();
    for (const QString &key : std::as_const(keys)) {
        patched = patched.and_then(
            [&](const QByteArray &before) { return withProfileValue(before, to, {.key = key}, source->values.value(key)); });
    }
    return patched;
}

QString freeName(const QString &name, const QStringList &taken)
{
    QString proposal = ProfileActions::tr("%1-copy").arg(name);
    for (int i = 2; taken.contains(proposal); ++i)
        proposal = ProfileActions::tr("%1-copy%2").arg(name).arg(i);
    return proposal;
}

} // namespace

ProfileActions::ProfileActions(const Parts &parts, QWidget *parent) : QObject(parent), m_parts(parts), m_deletion(this)
{
    createActions();
    connect(m_create, &QAction::triggered, this, &ProfileActions::askForNew);
    connect(m_duplicate, &QAction::triggered, this, &ProfileActions::askForDuplicate);
    connect(m_rename, &QAction::triggered, this, &ProfileActions::askForName);
    connect(m_remove, &QAction::triggered, this, &ProfileActions::beginDeletion);
    connect(m_save, &QAction::triggered, this, &ProfileActions::saveEdits);
    connect(m_revert, &QAction::triggered, m_parts.form, &SettingsFormModel::discardEdits);
    connect(m_copyPath, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(m_parts.store->path()); });
    connect(m_parts.form, &SettingsFormModel::changed, this, &ProfileActions::update);
    connect(m_parts.store, &ProfileStore::changed, this, &ProfileActions::update);
    update();
}

void ProfileActions::createActions()
{
    const auto make = [this](const QString &name, const QString &text, const QString &tip) {
        auto *action = new QAction(text, this);
        action->setObjectName(name);
        action->setStatusTip(tip);
        action->setToolTip(tip);
        return action;
    };
    m_create = make(u"NewProfile"_s, tr("&New Profile…"), tr("Make a profile: a backend with settings under a name"));
    m_create->setIcon(glyphIcon(Glyph::Plus));
    m_duplicate = make(u"DuplicateProfile"_s, tr("D&uplicate Profile…"), tr("Make another profile with the same settings"));
    m_rename = make(u"RenameProfile"_s, tr("&Rename Profile…"), tr("Give the profile another name"));
    m_remove = make(u"DeleteProfile"_s, tr("&Delete Profile"),
                    tr("Take the profile out of the file; it can be undone for a while"));
    m_save = make(u"SaveProfile"_s, tr("&Save Profile"), tr("Write the edits into the profile file (Ctrl+S)"));
    m_revert = make(u"RevertProfile"_s, tr("Re&vert Edits"), tr("Drop the edits and show what the file has"));
    m_copyPath = make(u"CopyProfilePath"_s, tr("&Copy the Path of the Profile File"),
                      tr("Put the path of the profile file into the clipboard"));
}

QWidget *ProfileActions::window() const
{
    return qobject_cast<QWidget *>(parent());
}

QStringList ProfileActions::taken() const
{
    QStringList names;
    for (const Profile &profile : m_parts.store->profiles().profiles)
        names.append(profile.name);
    return names;
}

void ProfileActions::update()
{
    const bool writable = m_parts.store->isLoaded() && !m_parts.store->problem();
    const QString profile = m_parts.form->name().profile;
    const bool inFile = writable && m_parts.store->profiles().find(profile);
    const bool edited = m_parts.form->isEdited();
    m_create->setEnabled(writable);
    m_duplicate->setEnabled(inFile);
    m_rename->setEnabled(inFile);
    m_remove->setEnabled(inFile);
    m_save->setText(profile.isEmpty() ? tr("&Save as Profile…") : tr("&Save Profile"));
    m_save->setEnabled(writable && edited);
    m_revert->setEnabled(edited);
}

void ProfileActions::change(ProfileFile::Edit edit, std::function<void()> then)
{
    m_parts.store->change(std::move(edit)).then(this, [this, then = std::move(then)](const Result<> &done) {
        if (!done)
            Q_EMIT failed(done.error());
        else if (then)
            then();
    });
}

void ProfileActions::askForNew()
{
    const BackendName from = m_parts.form->name();
    auto *dialog = new ProfileDialog({.title = tr("New profile"),
                                      .accept = tr("Create Profile"),
                                      .kinds = m_parts.engine->kinds(),
                                      .kind = from.backend,
                                      .taken = taken()},
                                     window());
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const BackendName name {.backend = dialog->kind(), .profile = dialog->profileName()};
        change([name](const QByteArray &text) { return withProfile(text, name.profile, name.backend); },
               [this, name] { Q_EMIT chosen(name); });
    });
    dialog->open();
}

void ProfileActions::askForDuplicate()
{
    const BackendName from = m_parts.form->name();
    auto *dialog = new ProfileDialog({.title = tr("Duplicate %1").arg(lineText(from.profile, 40)),
                                      .accept = tr("Duplicate Profile"),
                                      .name = freeName(from.profile, taken()),
                                      .note = m_parts.form->isEdited() ? tr("The copy is made of what is saved.") : QString(),
                                      .taken = taken()},
                                     window());
    connect(dialog, &QDialog::accepted, this, [this, dialog, from] {
        const BackendName name {.backend = from.backend, .profile = dialog->profileName()};
        change([from, name](const QByteArray &text) { return withCopy(text, from.profile, name.profile); },
               [this, name] { Q_EMIT chosen(name); });
    });
    dialog->open();
}

void ProfileActions::askForName()
{
    const BackendName from = m_parts.form->name();
    QStringList others = taken();
    others.removeOne(from.profile);
    auto *dialog = new ProfileDialog({.title = tr("Rename %1").arg(lineText(from.profile, 40)),
                                      .accept = tr("Rename Profile"),
                                      .name = from.profile,
                                      .note = tr("Sandboxes that are open and runs in the history keep the name that they have."),
                                      .taken = others},
                                     window());
    connect(dialog, &QDialog::accepted, this, [this, dialog, from] {
        const BackendName name {.backend = from.backend, .profile = dialog->profileName()};
        if (name == from)
            return;
        change([from, name](const QByteArray &text) { return withProfileName(text, from.profile, name.profile); },
               [this, from, name] {
                   m_parts.form->moveEdits(from, name);
                   m_parts.tests->rename(from, name);
                   moveSecrets(from, name);
                   Q_EMIT chosen(name);
               });
    });
    dialog->open();
}

/// Their names have that of the profile in them.
void ProfileActions::moveSecrets(const BackendName &from, const BackendName &to)
{
    const BackendKind *kind = m_parts.engine->findKind(from.backend);
    if (!kind)
        return;
    for (const Setting &setting : kind->schema.settings) {
        if (setting.secret)
            m_parts.secrets->move(wishFor(kind->kind, from.profile, setting).name, wishFor(kind->kind, to.profile, setting).name);
    }
}

void ProfileActions::hide(const QString &profile, bool hidden)
{
    if (hidden)
        m_hidden.insert(profile);
    else
        m_hidden.remove(profile);
    m_parts.list->setHidden(m_hidden);
}

/// The file stays as it is until the time to undo it is over.
void ProfileActions::beginDeletion()
{
    const BackendName name = m_parts.form->name();
    const auto act = [this, name] {
        m_parts.store->change([name](const QByteArray &text) { return withoutProfile(text, name.profile); })
            .then(this, [this, name](const Result<> &done) {
                // Somebody else may have done it.
                const bool isGone = done || done.error().kind == FaultKind::NotFound;
                if (isGone)
                    m_parts.form->dropEdits(name);
                else
                    Q_EMIT failed(done.error());
                hide(name.profile, false);
            });
    };
    const auto undo = [this, name] {
        hide(name.profile, false);
        Q_EMIT chosen(name);
    };
    m_deletion.begin(tr("The profile %1 is deleted").arg(lineText(name.profile, 40)), act, undo);
    hide(name.profile, true);
}

void ProfileActions::saveEdits()
{
    if (!m_save->isEnabled())
        return;
    if (const int bad = m_parts.form->firstBadRow(); bad >= 0) {
        Q_EMIT badValue(bad);
        return;
    }
    const BackendName name = m_parts.form->name();
    if (!name.profile.isEmpty()) {
        change(m_parts.form->saving(name.profile), {});
        return;
    }
    auto *dialog = new ProfileDialog({.title = tr("Save as a profile"), .accept = tr("Create Profile"), .taken = taken()},
                                     window());
    connect(dialog, &QDialog::accepted, this, [this, dialog, name] {
        const BackendName made {.backend = name.backend, .profile = dialog->profileName()};
        change(m_parts.form->saving(made.profile), [this, name, made] {
            m_parts.form->dropEdits(name);
            Q_EMIT chosen(made);
        });
    });
    dialog->open();
}

} // namespace hermes
