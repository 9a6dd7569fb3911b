// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "settingeditor.h"

#include "models/displaytext.h"
#include "ui/backends/numberbox.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// An empty line stands for "not set": no setting has an empty text as its value.
std::optional<QString> ownText(const QString &text)
{
    return text.isEmpty() ? std::nullopt : std::optional(text);
}

QString placeholder(const Setting &setting)
{
    return setting.defaultText.isEmpty() ? SettingEditor::tr("not set")
                                         : SettingEditor::tr("%1 (default)").arg(setting.defaultText);
}

void showIn(QLineEdit *line, const SettingField &field)
{
    const QString text = field.own.value_or(QString());
    if (line->text() != text)
        line->setText(text);
}

class LineEditor final : public SettingEditor
{
public:
    LineEditor(const Setting &setting, QWidget *parent) : SettingEditor(parent), m_line(new QLineEdit(this))
    {
        m_line->setPlaceholderText(placeholder(setting));
        adopt(m_line, setting);
        connect(m_line, &QLineEdit::textEdited, this, [this](const QString &text) { Q_EMIT edited(ownText(text)); });
    }

    void showField(const SettingField &field) override { showIn(m_line, field); }

private:
    QLineEdit *m_line;
};

class PathEditor final : public SettingEditor
{
public:
    PathEditor(const Setting &setting, Dialogs *dialogs, QWidget *parent)
        : SettingEditor(parent), m_line(new QLineEdit(this)), m_browse(new QToolButton(this))
    {
        m_line->setPlaceholderText(placeholder(setting));
        adopt(m_line, setting);
        connect(m_line, &QLineEdit::textEdited, this, [this](const QString &text) { Q_EMIT edited(ownText(text)); });
        m_browse->setText(SettingEditor::tr("Browse"));
        m_browse->setObjectName(u"Browse_"_s + setting.key);
        m_browse->setAccessibleName(SettingEditor::tr("Browse for %1").arg(setting.label));
        m_browse->setPopupMode(QToolButton::InstantPopup);
        auto *menu = new QMenu(m_browse);
        const auto take = [this](const QString &path) { Q_EMIT edited(path); };
        menu->addAction(SettingEditor::tr("Choose a F&older…"), this,
                        [this, dialogs, label = setting.label, take] { dialogs->openFolder(this, label, take); });
        // Where sandboxes lie is a folder; other paths may be either.
        if (!setting.placesSandboxes)
            menu->addAction(SettingEditor::tr("Choose a &File…"), this, [this, dialogs, label = setting.label, take] {
                dialogs->openFile(this, label, {SettingEditor::tr("All files (*)")}, take);
            });
        m_browse->setMenu(menu);
        layout()->addWidget(m_browse);
    }

    void showField(const SettingField &field) override { showIn(m_line, field); }

private:
    QLineEdit *m_line;
    QToolButton *m_browse;
};

class NumberEditor final : public SettingEditor
{
public:
    NumberEditor(const Setting &setting, QWidget *parent) : SettingEditor(parent), m_box(new NumberBox(setting, this))
    {
        m_box->setPlaceholder(placeholder(setting));
        adopt(m_box, setting);
        connect(m_box, &NumberBox::edited, this, [this](const QString &text) { Q_EMIT edited(ownText(text)); });
    }

    void showField(const SettingField &field) override { m_box->showText(field.own.value_or(QString())); }

private:
    NumberBox *m_box;
};

class SwitchEditor final : public SettingEditor
{
public:
    SwitchEditor(const Setting &setting, QWidget *parent) : SettingEditor(parent), m_box(new QCheckBox(this))
    {
        m_box->setTristate();
        adopt(m_box, setting);
        connect(m_box, &QCheckBox::clicked, this, [this] {
            switch (m_box->checkState()) {
            case Qt::Unchecked: Q_EMIT edited(u"false"_s); break;
            case Qt::Checked: Q_EMIT edited(u"true"_s); break;
            case Qt::PartiallyChecked: Q_EMIT edited(std::nullopt); break;
            }
        });
    }

    void showField(const SettingField &field) override
    {
        const auto own = field.own ? checkSetting(field.setting, *field.own, {}) : std::unexpected(Fault());
        const bool on = own && *own == "true"_L1;
        m_box->setCheckState(!own ? Qt::PartiallyChecked : on ? Qt::Checked : Qt::Unchecked);
        // Three states need their words: a third of a check mark says nothing.
        if (own)
            m_box->setText(on ? SettingEditor::tr("on") : SettingEditor::tr("off"));
        else if (field.own)
            m_box->setText(lineText(*field.own, 40));
        else if (field.setting.defaultText.isEmpty())
            m_box->setText(SettingEditor::tr("not set"));
        else
            m_box->setText(checkSetting(field.setting, field.setting.defaultText, {}) == u"true"_s
                               ? SettingEditor::tr("on (default)")
                               : SettingEditor::tr("off (default)"));
        m_box->setAccessibleDescription(m_box->text());
    }

private:
    QCheckBox *m_box;
};

class ChoiceEditor final : public SettingEditor
{
public:
    ChoiceEditor(const Setting &setting, QWidget *parent) : SettingEditor(parent), m_box(new ChoiceBox(this))
    {
        m_box->addItem(placeholder(setting));
        for (const QString &choice : setting.choices)
            m_box->addItem(choice, choice);
        adopt(m_box, setting);
        // currentIndexChanged: what is chosen by an assistive tool counts as well.
        connect(m_box, &QComboBox::currentIndexChanged, this, [this] {
            const QVariant choice = m_box->currentData();
            Q_EMIT edited(choice.isValid() ? std::optional(choice.toString()) : std::nullopt);
        });
    }

    void showField(const SettingField &field) override
    {
        const QSignalBlocker quiet(m_box);
        const auto own = field.own ? checkSetting(field.setting, *field.own, {}).value_or(*field.own) : QString();
        int index = field.own ? m_box->findData(own) : 0;
        if (index < 0) {
            // The file has something that is no choice; it is shown until another one is chosen.
            m_box->addItem(lineText(own, 80), own);
            index = m_box->count() - 1;
        }
        m_box->setCurrentIndex(index);
        while (m_box->count() > field.setting.choices.size() + 1 && m_box->count() - 1 != index)
            m_box->removeItem(m_box->count() - 1);
    }

private:
    ChoiceBox *m_box;
};

/// Of a secret it is only shown where it comes from.
class SecretEditor final : public SettingEditor
{
public:
    SecretEditor(const Setting &setting, QWidget *parent) : SettingEditor(parent), m_state(new WrappingLabel(this))
    {
        adopt(m_state, setting);
        m_state->setAccessibleName(SettingEditor::tr("%1, where it comes from").arg(setting.label));
        m_test = add(SecretAction::Test, u"Test"_s, SettingEditor::tr("Test"),
                     SettingEditor::tr("Test whether %1 can be read").arg(setting.label));
        m_replace = add(SecretAction::Replace, u"Replace"_s, SettingEditor::tr("Replace…"),
                        SettingEditor::tr("Replace %1").arg(setting.label));
        m_forget = add(SecretAction::Forget, u"Forget"_s, SettingEditor::tr("Forget"),
                       SettingEditor::tr("Forget %1").arg(setting.label));
        for (QPushButton *button : {m_test, m_replace, m_forget})
            button->setObjectName(button->objectName() + u'_' + setting.key);
        setFocusProxy(m_replace);
    }

    void showField(const SettingField &field) override
    {
        m_state->showText(field.secretState);
        m_state->setAccessibleDescription(field.secretState);
        // The one that has the focus would hand it to a field that nobody looks for.
        const bool isThere = field.isStored || !field.variable.isEmpty();
        m_test->setEnabled(isThere || m_test->hasFocus());
        m_forget->setEnabled(field.isStored || m_forget->hasFocus());
        m_replace->setText(field.isStored ? SettingEditor::tr("Replace…") : SettingEditor::tr("Set…"));
    }

private:
    QPushButton *add(SecretAction action, const QString &name, const QString &text, const QString &accessibleName)
    {
        auto *button = new QPushButton(text, this);
        button->setObjectName(name);
        button->setAccessibleName(accessibleName);
        button->setAutoDefault(false);
        layout()->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, action] { Q_EMIT secretAsked(action); });
        return button;
    }

    WrappingLabel *m_state;
    QPushButton *m_test = nullptr;
    QPushButton *m_replace = nullptr;
    QPushButton *m_forget = nullptr;
};

} // namespace

SettingEditor *SettingEditor::make(const Setting &setting, Dialogs *dialogs, QWidget *parent)
{
    if (setting.secret)
        return new SecretEditor(setting, parent);
    switch (setting.type) {
        using enum SettingType;
    case Integer:
    case Number: return new NumberEditor(setting, parent);
    case Boolean: return new SwitchEditor(setting, parent);
    case Choice: return new ChoiceEditor(setting, parent);
    case Path: return new PathEditor(setting, dialogs, parent);
    case Text:
    case Duration:
    case Size: break;
    }
    return new LineEditor(setting, parent);
}

/// A wheel that scrolls the form must not change what happens to lie below it.
bool SettingEditor::eventFilter(QObject *watched, QEvent *event)
{
    const auto *control = qobject_cast<QWidget *>(watched);
    if (event->type() != QEvent::Wheel || !control || control->hasFocus())
        return QWidget::eventFilter(watched, event);
    event->ignore();
    return true;
}

void SettingEditor::adopt(QWidget *control, const Setting &setting)
{
    control->setObjectName(u"Setting_"_s + setting.key);
    control->setAccessibleName(setting.label);
    control->setAccessibleDescription(setting.help);
    control->setWhatsThis(setting.help);
    setFocusProxy(control);
    control->installEventFilter(this);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(control, 1);
}

} // namespace hermes
