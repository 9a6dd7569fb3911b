// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "settingsform.h"

#include "models/profiles/settingsformmodel.h"
#include "ui/backends/settingrow.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// In letters: a longer label would take the room of all fields.
constexpr int WidestLabel = 26;
} // namespace

SettingsForm::SettingsForm(SettingsFormModel *model, Dialogs *dialogs, QWidget *parent)
    : FormRoom(parent), m_model(model), m_dialogs(dialogs)
{
    setObjectName(u"SettingsForm"_s);
    setAccessibleName(tr("Settings"));
    connect(model, &QAbstractItemModel::modelReset, this, &SettingsForm::rebuild);
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &first, const QModelIndex &last) { showRows(first.row(), last.row()); });
    rebuild();
}

void SettingsForm::rebuild()
{
    const bool unfolded = m_fold && m_fold->isChecked();
    m_rows.clear();
    m_fold = nullptr;
    m_advanced = nullptr;
    setWidget(makeContents());
    if (m_fold)
        m_fold->setChecked(unfolded);
    int width = 0;
    for (const SettingRow *row : m_rows)
        width = std::max(width, row->labelWidth());
    // In bold, which an edited one is, it is a little wider.
    width = std::min(width * 9 / 8, fontMetrics().averageCharWidth() * WidestLabel);
    for (SettingRow *row : m_rows) {
        row->setLabelWidth(width);
        row->setReadOnly(m_readOnly);
    }
    setFocusProxy(m_rows.empty() ? nullptr : m_rows.front()->editor());
    if (!m_rows.empty())
        showRows(0, int(m_rows.size()) - 1);
}

QWidget *SettingsForm::makeContents()
{
    auto *contents = new QWidget;
    auto *layout = new QVBoxLayout(contents);
    layout->setContentsMargins(0, 0, spacing(this, 0.6), 0);
    layout->setSpacing(spacing(this, 0.8));
    auto *advanced = new QWidget(contents);
    auto *advancedLayout = new QVBoxLayout(advanced);
    advancedLayout->setContentsMargins({});
    advancedLayout->setSpacing(spacing(this, 0.8));
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const Setting &setting = m_model->field(row).setting;
        auto *made = new SettingRow(setting, m_dialogs, setting.advanced ? advanced : contents);
        (setting.advanced ? advancedLayout : layout)->addWidget(made);
        connect(made, &SettingRow::edited, this, [this, row](const std::optional<QString> &text) { m_model->setOwn(row, text); });
        connect(made, &SettingRow::secretAsked, this, [this, row](SecretAction action) { Q_EMIT secretAsked(row, action); });
        m_rows.push_back(made);
    }
    if (advancedLayout->count() > 0) {
        m_fold = new QToolButton(contents);
        m_fold->setObjectName(u"Advanced"_s);
        m_fold->setCheckable(true);
        m_fold->setAutoRaise(true);
        m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        layout->addWidget(m_fold, 0, Qt::AlignLeft);
        m_advanced = advanced;
        connect(m_fold, &QToolButton::toggled, this, &SettingsForm::showFold);
    }
    layout->addWidget(advanced);
    layout->addStretch(1);
    advanced->hide();
    return contents;
}

void SettingsForm::showRows(int first, int last)
{
    for (int row = first; row <= last; ++row)
        m_rows[size_t(row)]->showField(m_model->field(row), m_model->sourceText(row));
    showFold();
}

/// What is folded away says how much of it is not as it would be without being touched.
void SettingsForm::showFold()
{
    if (!m_fold)
        return;
    int total = 0;
    int set = 0;
    bool bad = false;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const SettingField &field = m_model->field(row);
        if (!field.setting.advanced)
            continue;
        ++total;
        set += field.own || !field.variable.isEmpty() ? 1 : 0;
        bad = bad || !field.problem.isEmpty();
    }
    const bool open = m_fold->isChecked();
    QString text = tr("%Ln advanced settings", nullptr, total);
    if (bad)
        text = tr("%1, one cannot be used").arg(text);
    else if (set > 0)
        text = tr("%1, %L2 set").arg(text).arg(set);
    m_fold->setText(text);
    m_fold->setAccessibleName(tr("Advanced settings"));
    m_fold->setAccessibleDescription(text);
    m_fold->setIcon(glyphIcon(open ? Glyph::Down : Glyph::Right));
    m_advanced->setVisible(open);
}

void SettingsForm::setReadOnly(bool readOnly)
{
    if (readOnly == m_readOnly)
        return;
    m_readOnly = readOnly;
    for (SettingRow *row : m_rows)
        row->setReadOnly(readOnly);
}

void SettingsForm::focusRow(int row)
{
    if (m_fold && m_model->field(row).setting.advanced)
        m_fold->setChecked(true);
    m_rows[size_t(row)]->editor()->setFocus();
    ensureWidgetVisible(m_rows[size_t(row)]);
}

} // namespace hermes
