// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "viewmenu.h"

#include "models/displaytext.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/namedialog.h"

#include <QActionGroup>
#include <QMenu>

#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qsizetype ShownCharacters = 30;

/// For a menu, which takes & for something else.
QString shown(const QString &name)
{
    return lineText(name, ShownCharacters).replace(u'&', u"&&"_s);
}

} // namespace

ViewMenu::ViewMenu(ViewLibrary *library, Dialogs *dialogs, std::function<ResultView()> current, QWidget *parent)
    : QPushButton(parent),
      m_library(library),
      m_dialogs(dialogs),
      m_current(std::move(current)),
      m_menu(new QMenu(this)),
      m_oneOfThem(new QActionGroup(this))
{
    setObjectName(u"SavedViews"_s);
    setAccessibleName(tr("Saved views"));
    setToolTip(tr("Columns, order, filters and plot under a name, for this sweep and others"));
    m_menu->setObjectName(u"SavedViewsMenu"_s);
    m_menu->setTitle(tr("Saved &Views"));
    setMenu(m_menu);
    setChosen({});
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        m_library->load();
        fillMenu();
    });
    connect(m_library, &ViewLibrary::changed, this, &ViewMenu::takeLibrary);
    connect(m_library, &ViewLibrary::failed, this, [this] { await(Awaiting::Nothing, {}); });
}

void ViewMenu::choose(const QString &name)
{
    await(name.isEmpty() ? Awaiting::Nothing : Awaiting::View, name);
    if (name.isEmpty())
        setChosen({});
    else
        takeLibrary();
}

void ViewMenu::await(Awaiting what, const QString &name)
{
    m_awaiting = what;
    m_awaited = name;
}

/// Another window may have changed it, or have taken away what is chosen here.
void ViewMenu::takeLibrary()
{
    if (const ResultView *awaited = m_awaiting == Awaiting::Nothing ? nullptr : m_library->find(m_awaited)) {
        setChosen(awaited->name);
        if (std::exchange(m_awaiting, Awaiting::Nothing) == Awaiting::View)
            Q_EMIT viewWanted(*awaited);
    }
    if (m_awaiting == Awaiting::Nothing && !m_library->find(m_chosen))
        setChosen({});
    // Who walks through the menu by keys keeps the place, unless there is something else to be seen.
    if (m_menu->isVisible() && m_shown != m_library->names())
        fillMenu();
}

void ViewMenu::setChosen(const QString &name)
{
    const bool isOther = std::exchange(m_chosen, name) != name;
    setText(name.isEmpty() ? tr("Saved Views") : tr("View: %1").arg(shown(name)));
    setAccessibleDescription(name.isEmpty() ? QString() : lineText(name));
    if (isOther)
        Q_EMIT chosenChanged();
}

void ViewMenu::fillMenu()
{
    m_menu->clear();
    const auto add = [this](const QString &text, const ResultView &view) {
        QAction *action = m_menu->addAction(text, this, [this, view] {
            await(Awaiting::Nothing, {});
            setChosen(view.name);
            Q_EMIT viewWanted(view);
        });
        action->setCheckable(true);
        action->setChecked(m_chosen == view.name);
        action->setActionGroup(m_oneOfThem);
    };
    m_shown = m_library->names();
    add(tr("&Usual View"), {});
    for (const QString &name : std::as_const(m_shown))
        add(shown(name), *m_library->find(name));
    m_menu->addSeparator();
    addCommands();
}

void ViewMenu::addCommands()
{
    const ResultView *chosen = m_library->find(m_chosen);
    m_menu->addAction(tr("Save as &New View…"), this, [this] {
        askForName({}, tr("Save the View"), tr("Save View"), [this](const QString &name) {
            ResultView view = m_current();
            view.name = name;
            await(Awaiting::Name, name);
            m_library->save(view);
        });
    });
    const auto add = [&](const QString &text, auto action) {
        m_menu->addAction(text, this, action)->setEnabled(chosen != nullptr);
    };
    const QString name = chosen ? shown(chosen->name) : QString();
    add(chosen ? tr("&Save Changes to “%1”").arg(name) : tr("&Save Changes"), [this] {
        ResultView view = m_current();
        view.name = m_chosen;
        m_library->save(view);
    });
    m_menu->actions().last()->setEnabled(chosen && !chosen->looksLike(m_current()));
    add(chosen ? tr("&Rename “%1”…").arg(name) : tr("&Rename…"), [this] {
        askForName(m_chosen, tr("Rename the View"), tr("Rename View"), [this, from = m_chosen](const QString &to) {
            await(Awaiting::Name, to);
            m_library->rename(from, to);
        });
    });
    add(chosen ? tr("&Delete “%1”").arg(name) : tr("&Delete"), [this] { askToDelete(); });
}

void ViewMenu::askForName(const QString &proposal, const QString &title, const QString &accept,
                          const std::function<void(const QString &name)> &then)
{
    auto *dialog = new NameDialog({.object = u"View"_s,
                                   .title = title,
                                   .accept = accept,
                                   .label = tr("View name"),
                                   .name = proposal,
                                   .example = tr("for example losses by rate"),
                                   .problem =
                                       [this, proposal](const QString &name) {
                                           return name != proposal && m_library->find(name)
                                               ? tr("There is a view of this name already.")
                                               : QString();
                                       }},
                                  this);
    connect(dialog, &QDialog::accepted, this, [dialog, then] { then(dialog->name()); });
    dialog->open();
}

void ViewMenu::askToDelete()
{
    m_dialogs->ask(this,
                   {.text = tr("Delete the view “%1”?").arg(lineText(m_chosen, ShownCharacters)),
                    .consequence = tr("Results are not touched."),
                    .accept = tr("Delete the View"),
                    .reject = tr("Keep It")},
                   [this, name = m_chosen](bool accepted) {
                       if (accepted)
                           m_library->remove(name);
                   });
}

} // namespace hermes
