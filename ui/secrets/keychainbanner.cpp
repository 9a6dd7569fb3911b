// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "keychainbanner.h"

#include "models/displaytext.h"
#include "models/profiles/secrettasks.h"
#include "ui/widgets/banner.h"

#include <QCoreApplication>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::KeychainBanner)
};

void show(Banner *banner, QPushButton *retry, const SecretTasks &tasks)
{
    const std::optional<Fault> &problem = tasks.problem();
    const bool isLate = tasks.isWaiting() && tasks.state() == StoreState::NotAnswering;
    retry->setVisible(problem.has_value() && !isLate);
    if (isLate)
        banner->showMessage(Banner::Level::Warning,
                            Text::tr("The keychain is not available yet: it does not answer. It may be waiting to be unlocked; "
                                     "the work goes on when it is."));
    else if (problem)
        banner->showMessage(Banner::Level::Error, messageText(*problem));
    else if (tasks.state() == StoreState::MemoryOnly)
        banner->showMessage(Banner::Level::Warning,
                            Text::tr("The keychain is not available: this desktop has no keychain service. Secrets are kept in "
                                     "memory, and forgotten when the program ends."));
    else
        banner->clear();
}

} // namespace

Banner *makeKeychainBanner(const QString &name, SecretTasks *tasks, QWidget *parent)
{
    auto *banner = new Banner(name, Banner::Closing::Standing, parent);
    QPushButton *retry = banner->addButton(Text::tr("Retry"));
    retry->setObjectName(name + u"Retry"_s);
    retry->setAccessibleName(Text::tr("Retry with the keychain"));
    QObject::connect(retry, &QPushButton::clicked, tasks, &SecretTasks::retry);
    QObject::connect(tasks, &SecretTasks::changed, banner, [banner, retry, tasks] { show(banner, retry, *tasks); });
    show(banner, retry, *tasks);
    return banner;
}

} // namespace hermes
