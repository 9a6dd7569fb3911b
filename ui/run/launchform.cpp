// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchform.h"

#include "models/displaytext.h"
#include "models/profiles/profilestore.h"
#include "ui/run/launchoptions.h"
#include "ui/run/sandboxfield.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/foldbutton.h"
#include "ui/widgets/formroom.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QSpinBox>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// An entry's profile; its backend is under Qt::UserRole.
constexpr int ProfileRole = Qt::UserRole + 1;
constexpr qsizetype LongestName = 60;
} // namespace

LaunchForm::LaunchForm(Engine *engine, ProfileStore *profiles, Dialogs *dialogs, QWidget *parent)
    : QWidget(parent), m_engine(engine), m_profiles(profiles)
{
    createWidgets();
    m_sandboxField = new SandboxField(engine, this);
    m_options = new LaunchOptions(dialogs, this);
    m_more = new FoldButton(tr("More options"), m_options, this);
    createButtons();
    createLayout();
    listBackends();
    connect(profiles, &ProfileStore::changed, this, &LaunchForm::listBackends);
    connect(m_backend, &QComboBox::currentIndexChanged, this, &LaunchForm::showBackend);
    connect(m_timeout, &QLineEdit::textChanged, this, &LaunchForm::checkTimeout);
    connect(m_sweep, &QPushButton::clicked, this, &LaunchForm::sweepWanted);
    connect(m_sandbox, &QPushButton::clicked, this, &LaunchForm::sandboxWanted);
    connect(m_concurrency, &QSpinBox::valueChanged, this, [this] { Q_EMIT concurrencyChanged(concurrency()); });
    connect(m_sandboxField, &SandboxField::chosen, this, &LaunchForm::sandboxChosen);
    connect(m_sandboxField, &SandboxField::edited, this, &LaunchForm::showButtons);
    connect(m_options, &LaunchOptions::edited, this, &LaunchForm::showButtons);
    showBackend();
    showButtons();
}

void LaunchForm::createWidgets()
{
    m_backend = new ChoiceBox(this);
    m_backend->setObjectName(u"Backend"_s);
    m_backend->setAccessibleName(tr("Backend"));
    setFocusProxy(m_backend);
    m_isolation = new QLabel(this);
    m_isolation->setObjectName(u"Isolation"_s);
    m_isolation->setForegroundRole(QPalette::PlaceholderText);
    m_timeout = new QLineEdit(this);
    m_timeout->setObjectName(u"Timeout"_s);
    m_timeout->setAccessibleName(tr("Timeout"));
    m_timeout->setToolTip(tr("Seconds that one candidate may run. Empty: the backend's own setting."));
    m_timeoutProblem = new WrappingLabel(this);
    m_timeoutProblem->showText(tr("Give a number of seconds, for example 300"));
    m_timeoutProblem->setObjectName(u"TimeoutProblem"_s);
    m_timeoutProblem->setTone(WrappingLabel::Tone::Bad);
    m_timeoutProblem->hide();
    m_concurrency = new QSpinBox(this);
    m_concurrency->setObjectName(u"Concurrency"_s);
    m_concurrency->setAccessibleName(tr("Concurrency"));
    m_concurrency->setToolTip(tr("How many candidates run at once; also while a sweep runs"));
    m_concurrency->setKeyboardTracking(false);
    m_inForce = new QLabel(this);
    m_inForce->setObjectName(u"ConcurrencyInForce"_s);
    m_inForce->setForegroundRole(QPalette::PlaceholderText);
    m_inForce->hide();
}

void LaunchForm::createButtons()
{
    m_buttons = new QWidget(this);
    m_sweep = new QPushButton(glyphIcon(Glyph::Play, GlyphInk::OnAccent), tr("Run Sweep"), m_buttons);
    m_sweep->setObjectName(u"RunSweep"_s);
    m_sweep->setAccessibleName(tr("Run sweep"));
    m_sweep->setProperty("primary", true);
    m_sandbox = new QPushButton(glyphIcon(Glyph::Box), tr("Run in Sandbox"), m_buttons);
    m_sandbox->setObjectName(u"RunInSandbox"_s);
    m_sandbox->setAccessibleName(tr("Run in sandbox"));
    auto *row = new QHBoxLayout(m_buttons);
    row->setContentsMargins({});
    row->setSpacing(spacing(this, 0.5));
    row->addWidget(m_sweep, 3);
    row->addWidget(m_sandbox, 2);
}

void LaunchForm::createLayout()
{
    const auto label = [this](const QString &text, QWidget *buddy) {
        auto *made = new QLabel(text, this);
        made->setBuddy(buddy);
        return made;
    };
    const int gap = spacing(this, 0.5);
    auto *form = new QGridLayout;
    form->setHorizontalSpacing(gap);
    form->setVerticalSpacing(spacing(this, 0.4));
    // The first of them takes the room that there is.
    const auto inOneRow = [gap](const QList<QWidget *> &widgets) {
        auto *row = new QHBoxLayout;
        row->setSpacing(gap);
        for (QWidget *widget : widgets)
            row->addWidget(widget, widget == widgets.first() ? 1 : 0);
        return row;
    };
    // Below the name where there is no room behind it.
    auto *place = new FlowLayout;
    place->setSpacing(gap);
    m_backend->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    place->addWidget(m_backend);
    place->addWidget(m_isolation);
    QLabel *backend = label(tr("Bac&kend"), m_backend);
    backend->setFixedHeight(m_backend->sizeHint().height());
    form->addWidget(backend, 0, 0, Qt::AlignTop);
    form->addLayout(place, 0, 1);
    form->addWidget(label(tr("&Timeout"), m_timeout), 1, 0);
    form->addLayout(inOneRow({m_timeout, new QLabel(tr("s"), this)}), 1, 1);
    form->addWidget(m_timeoutProblem, 2, 1);
    form->addWidget(label(tr("&Concurrency"), m_concurrency), 3, 0);
    form->addLayout(inOneRow({m_concurrency, m_inForce}), 3, 1);
    form->addWidget(label(tr("Sandb&ox"), m_sandboxField->box()), 4, 0);
    form->addWidget(m_sandboxField, 4, 1);
    form->setColumnStretch(1, 1);
    m_timeout->setMinimumWidth(spacing(this, 4));
    // However long the names of profiles and sandboxes are, the page stays as narrow as it was.
    constexpr int LeastCharacters = 10;
    ChoiceBox *sandboxes = m_sandboxField->box();
    sandboxes->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    sandboxes->setMinimumContentsLength(LeastCharacters);
    m_backend->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_backend->setMinimumWidth(sandboxes->minimumSizeHint().width());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.6));
    layout->addLayout(form);
    layout->addWidget(m_more);
    layout->addWidget(m_options);
}

/// Every kind and behind it its profiles. The choice stays whatever becomes of the file: nothing runs elsewhere than where it
/// was meant to because a profile was taken away or is not read yet.
void LaunchForm::listBackends()
{
    const std::optional<BackendName> before = m_backend->count() > 0 ? std::optional(chosen()) : std::nullopt;
    const QSignalBlocker quiet(m_backend);
    m_backend->clear();
    const auto add = [this](const QString &text, const BackendName &name) {
        m_backend->addItem(text, name.backend);
        m_backend->setItemData(m_backend->count() - 1, name.profile, ProfileRole);
    };
    const QList<BackendKind> kinds = m_engine->kinds();
    QSet<QString> listed;
    for (const BackendKind &kind : kinds) {
        add(tr("%1 (%2)").arg(kind.title, kind.kind), {.backend = kind.kind});
        for (const Profile &profile : m_profiles->profiles().profiles) {
            const auto found = findBackendKind(profile.backend, kinds);
            if (!found || (*found)->kind != kind.kind)
                continue;
            add(tr("%1 (%2)").arg(lineText(profile.name, LongestName), kind.kind), {.backend = kind.kind, .profile = profile.name});
            listed.insert(profile.name);
        }
    }
    for (const Profile &profile : m_profiles->profiles().profiles) {
        if (!listed.contains(profile.name))
            add(tr("%1 (unknown backend %2)").arg(lineText(profile.name, LongestName), lineText(profile.backend, LongestName)),
                {.backend = profile.backend, .profile = profile.name});
    }
    choose(before.value_or(BackendName {.backend = kinds.isEmpty() ? QString() : kinds.first().kind}));
    showBackend();
}

void LaunchForm::choose(const BackendName &name)
{
    for (int row = 0; row < m_backend->count(); ++row) {
        const bool isKind = name.profile.isEmpty() && m_backend->itemData(row).toString() == name.backend;
        if (m_backend->itemData(row, ProfileRole).toString() == name.profile && (isKind || !name.profile.isEmpty())) {
            m_backend->setCurrentIndex(row);
            return;
        }
    }
    if (name.profile.isEmpty())
        return;
    m_backend->addItem(m_profiles->isLoaded() ? tr("%1 (no profile any more)").arg(lineText(name.profile, LongestName))
                                              : lineText(name.profile, LongestName),
                       name.backend);
    m_backend->setItemData(m_backend->count() - 1, name.profile, ProfileRole);
    m_backend->setCurrentIndex(m_backend->count() - 1);
}

BackendName LaunchForm::chosen() const
{
    return {.backend = m_backend->currentData().toString(), .profile = m_backend->currentData(ProfileRole).toString()};
}

Result<Settings> LaunchForm::settings() const
{
    const BackendName name = chosen();
    if (name.backend.isEmpty())
        return fail(FaultKind::NotConfigured, tr("No backend is chosen"));
    if (!name.profile.isEmpty() && !m_profiles->isLoaded())
        return fail(FaultKind::NotConfigured, tr("The profile file is still being read"));
    // What a file that is broken now had before is shown, but not run: hermesctl would not either.
    if (const auto &problem = m_profiles->problem(); problem && !name.profile.isEmpty())
        return std::unexpected(*problem);
    const QList<BackendKind> kinds = m_engine->kinds();
    return chooseKind(name, m_profiles->profiles(), kinds).and_then([&](const BackendKind *kind) {
        return settingsInForce(kind->schema, m_profiles->profiles(), name.profile);
    });
}

Result<BackendInfo> LaunchForm::backend() const
{
    const auto settings = this->settings();
    return settings ? m_engine->describe(*settings) : Result<BackendInfo>(std::unexpected(settings.error()));
}

Result<LaunchSpec> LaunchForm::spec() const
{
    auto settings = this->settings();
    if (!settings)
        return std::unexpected(settings.error());
    LaunchSpec spec;
    spec.backend = settings->backend();
    spec.profile = chosen().profile;
    spec.settings = std::move(*settings);
    const QString timeout = m_timeout->text().trimmed();
    if (!timeout.isEmpty()) {
        spec.timeout = durationFromText(timeout);
        if (!spec.timeout)
            return fail(FaultKind::Usage, tr("The timeout is \"%1\"").arg(timeout), m_timeoutProblem->text());
    }
    if (m_concurrency->value() > 0)
        spec.concurrency = m_concurrency->value();
    spec.executorId = sandboxId();
    if (const Result<> filled = m_options->fill(spec); !filled)
        return std::unexpected(filled.error());
    return spec;
}

void LaunchForm::withStdin(QObject *context, const std::function<void(Result<QByteArray>)> &then)
{
    m_options->withStdin(context, then);
}

void LaunchForm::setSpec(const LaunchSpec &spec)
{
    choose({.backend = spec.backend, .profile = spec.profile});
    m_timeout->setText(spec.timeout ? QString::number(double(spec.timeout->count()) / 1000, 'g', 12) : QString());
    m_concurrency->setValue(spec.concurrency.value_or(0));
    m_sandboxField->setId(spec.kind == LaunchKind::Sandbox ? spec.executorId : QString());
    m_options->setSpec(spec);
}

void LaunchForm::setSandbox(const BackendName &backend, const QString &id)
{
    choose(backend);
    m_sandboxField->setId(id);
    Q_EMIT sandboxChosen();
}

QString LaunchForm::sandboxId() const
{
    return m_sandboxField->id();
}

int LaunchForm::concurrency() const
{
    return m_concurrency->value() > 0 ? m_concurrency->value() : m_ownConcurrency;
}

void LaunchForm::commitEditor()
{
    m_options->commitEditor();
}

void LaunchForm::showBackend()
{
    const auto info = backend();
    m_ownConcurrency = info ? info->defaultConcurrent : 1;
    m_sandboxField->setBackend(chosen());
    m_isolation->setText(info ? tr("Isolation: %1").arg(info->isolation) : QString());
    // A number is not lost because a backend cannot be described for a while.
    if (info)
        m_concurrency->setRange(0, info->maxConcurrent);
    m_concurrency->setSpecialValueText(info ? tr("%1 (default)").arg(info->defaultConcurrent) : tr("default"));
    const auto settings = this->settings();
    const QString own = settings ? settings->text(u"timeout"_s) : QString();
    m_timeout->setPlaceholderText(own.isEmpty() ? tr("none") : tr("%1 (setting)").arg(own));
    Q_EMIT backendChanged();
}

void LaunchForm::checkTimeout()
{
    const QString text = m_timeout->text().trimmed();
    const bool bad = !text.isEmpty() && !durationFromText(text);
    m_timeoutProblem->setVisible(bad);
    showButtons();
}

QString LaunchForm::problem() const
{
    if (const QString text = m_timeout->text().trimmed(); !text.isEmpty() && !durationFromText(text))
        return tr("The timeout is \"%1\"").arg(lineText(text));
    return m_options->problem();
}

void LaunchForm::showProblem()
{
    if (!m_timeoutProblem->isHidden()) {
        m_timeout->setFocus();
        FormRoom::bringIntoSight(m_timeout);
        m_timeout->selectAll();
    } else if (!m_options->problem().isEmpty()) {
        m_more->setOpen(true);
    }
}

void LaunchForm::setObstacles(const QString &sweep, const QString &sandbox)
{
    m_sweepObstacle = sweep;
    m_sandboxObstacle = sandbox;
    showButtons();
}

void LaunchForm::showButtons()
{
    const QString own = problem();
    const QString sandbox = own.isEmpty() ? m_sandboxField->problem() : own;
    const auto show = [this](QPushButton *button, const QString &obstacle, const QString &usual) {
        if (!obstacle.isEmpty() && button->hasFocus())
            Q_EMIT focusWanted(); // before Qt gives it away
        button->setEnabled(obstacle.isEmpty());
        button->setToolTip(obstacle.isEmpty() ? usual : toolTipText(obstacle));
    };
    show(m_sweep, own.isEmpty() ? m_sweepObstacle : own, tr("Run the snippet once for each candidate (Ctrl+Shift+Return)"));
    show(m_sandbox, sandbox.isEmpty() ? m_sandboxObstacle : sandbox,
         tr("Run the snippet as it stands, once, in the persistent sandbox (Ctrl+Return)"));
    m_more->showSummary(m_options->summary());
}

void LaunchForm::showConcurrencyInForce(std::optional<int> concurrency)
{
    const bool isOther = concurrency && *concurrency != this->concurrency();
    m_inForce->setText(isOther ? tr("%1 at once in force").arg(*concurrency) : QString());
    m_inForce->setVisible(isOther);
}

void LaunchForm::restore(const QSettings &settings)
{
    choose({.backend = settings.value("run/backend"_L1).toString(), .profile = settings.value("run/profile"_L1).toString()});
    m_timeout->setText(settings.value("run/timeout"_L1).toString());
    m_concurrency->setValue(settings.value("run/concurrency"_L1, 0).toInt());
    m_sandboxField->setId(settings.value("run/sandbox"_L1).toString());
    m_options->restore(settings);
    m_more->setOpen(settings.value("run/moreOptions"_L1).toBool());
}

void LaunchForm::store(QSettings &settings) const
{
    settings.setValue("run/backend"_L1, chosen().backend);
    settings.setValue("run/profile"_L1, chosen().profile);
    settings.setValue("run/timeout"_L1, m_timeout->text());
    settings.setValue("run/concurrency"_L1, m_concurrency->value());
    settings.setValue("run/sandbox"_L1, m_sandboxField->id());
    settings.setValue("run/moreOptions"_L1, m_more->isOpen());
    m_options->store(settings);
}

} // namespace hermes
