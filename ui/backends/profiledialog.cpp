// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "profiledialog.h"

#include "backends/profiles/profileedit.h"
#include "models/displaytext.h"
#include "ui/widgets/choicebox.h"

#include <QFormLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString problemOf(const QString &name, const QStringList &taken)
{
    if (taken.contains(name))
        return ProfileDialog::tr("There is a profile of this name already.");
    const auto tried = withProfile({}, name, u"any"_s);
    return tried ? QString() : messageText(tried.error());
}

} // namespace

ProfileDialog::ProfileDialog(const Request &request, QWidget *parent)
    : NameDialog({.object = u"Profile"_s,
                  .title = request.title,
                  .accept = request.accept,
                  .label = tr("Profile name"),
                  .name = request.name,
                  .example = tr("for example gpu-box"),
                  .note = request.note,
                  .problem = [taken = request.taken](const QString &name) { return problemOf(name, taken); }},
                 parent),
      m_kind(new ChoiceBox(this))
{
    m_kind->setObjectName(u"ProfileKind"_s);
    m_kind->setAccessibleName(tr("Kind of backend"));
    for (const BackendKind &kind : request.kinds)
        m_kind->addItem(tr("%1 (%2)").arg(kind.title, kind.kind), kind.kind);
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(request.kind)));
    if (request.kinds.isEmpty())
        m_kind->hide();
    else
        form()->addRow(tr("&Backend"), m_kind);
}

QString ProfileDialog::kind() const
{
    return m_kind->currentData().toString();
}

} // namespace hermes
