// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "secretquestions.h"

#include "backends/secrets/secretname.h"
#include "models/displaytext.h"
#include "ui/widgets/dialogs.h"

#include <QCoreApplication>

namespace hermes {

namespace {
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::SecretQuestions)
};
} // namespace

void askForSecret(const SecretDialog::Request &request, SecretTasks *tasks, QWidget *parent)
{
    auto *dialog = new SecretDialog(request, parent);
    QObject::connect(dialog, &QDialog::accepted, tasks, [dialog, tasks] {
        if (const auto secret = dialog->secret())
            tasks->store(dialog->name(), *secret);
    });
    dialog->open();
}

void askToForget(const QString &name, SecretTasks *tasks, Dialogs *dialogs, QWidget *parent)
{
    const Dialogs::Question question {
        .text = Text::tr("Delete the secret %1?").arg(lineText(name, 80)),
        .consequence = Text::tr("It is taken out of the keychain for ever. What uses it has none from then on."),
        .accept = Text::tr("Delete Secret"),
        .reject = Text::tr("Keep Secret")};
    dialogs->ask(parent, question, [name, tasks](bool accepted) {
        if (accepted)
            tasks->remove(name);
    });
}

SecretDialog::Request replacementOf(const QString &name)
{
    const bool isLogin = registryOfSecret(name).has_value();
    return {.title = Text::tr("Replace %1").arg(lineText(name, 60)),
            .kind = isLogin ? SecretDialog::Kind::RegistryLogin : SecretDialog::Kind::Value,
            .name = name};
}

} // namespace hermes
