// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/secrets/secretsource.h"
#include "tests/support/fakekeychain.h"
#include "tests/ui/answers.h"
#include "ui/mainwindow.h"
#include "ui/run/runpage.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <memory>

class QPushButton;

namespace hermes {

/// Only a test that fails waits this long, on a machine that does many other things as well.
constexpr std::chrono::seconds Patience {60};

/// The real window on the real engine and the local backend, and what a user does with it.
class WindowFixture : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

protected:
    /// A new window on a state folder of its own. Any warning from here on fails the test.
    void open();
    void close();

    [[nodiscard]] RunPage *page() const { return m_window->runPage(); }
    template<typename T>
    [[nodiscard]] T *child(const QString &name) const
    {
        return m_window->findChild<T *>(name);
    }
    [[nodiscard]] QPushButton *button(const QString &name) const;
    void press(const QString &name) const;
    /// There is one control of this name, which a screen reader tells and the keyboard reaches, unless it only shows progress.
    void verifyControl(const QString &name) const;
    /// Opens a file and waits until it is shown.
    [[nodiscard]] bool openFile(const QString &path) const;
    /// Saves the snippet and waits for the end of it.
    [[nodiscard]] bool save() const;
    void load(Language language, const QByteArray &code, const QString &name, const QString &values) const;
    /// Eight candidates that sleep; comes back when one of them runs.
    void launchSleeps() const;
    [[nodiscard]] bool waitForFinish() const;
    /// The same for a call of the sandbox.
    [[nodiscard]] bool waitForCall() const;
    /// Of a text view by its name.
    [[nodiscard]] QString textOf(const QString &name) const;
    /// The texts of a column of the results by its title.
    [[nodiscard]] QStringList column(const QString &title) const;
    [[nodiscard]] QString messageText() const;

    [[nodiscard]] static QByteArray read(const QString &path);
    [[nodiscard]] QString write(const QString &name, const QByteArray &bytes) const;

    std::unique_ptr<QTemporaryDir> m_state;
    QTemporaryDir m_secretNames;
    Answers m_answers;
    test::KeychainWorld m_keychain;
    KeychainTokenStore m_tokens {
        {.namesFile = m_secretNames.filePath(QStringLiteral("secrets.json")), .open = m_keychain.opener()}};
    std::shared_ptr<const SecretSource> m_secretSource = std::make_shared<const SecretSource>(&m_tokens);
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace hermes
