// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plotpicture.h"

#include "backends/core/replaceable.h"
#include "ui/plot/plotchart.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::PlotPicture)
};

QByteArray asSvg(PlotChart &chart)
{
    const QWidget &view = *chart.widget();
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(view.size());
    generator.setViewBox(view.rect());
    QPainter painter(&generator);
    chart.draw(&painter);
    painter.end();
    return buffer.data();
}

QImage asImage(QWidget &view)
{
    constexpr int Scale = 2;
    QImage image(view.size() * Scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(Scale);
    image.fill(view.palette().color(QPalette::Base));
    QPainter painter(&image);
    view.render(&painter);
    return image;
}

} // namespace

PlotPicture takePicture(PlotChart &chart, const QString &path)
{
    if (path.endsWith(".svg"_L1, Qt::CaseInsensitive))
        return asSvg(chart);
    return asImage(*chart.widget());
}

Result<> writePicture(const QString &path, const PlotPicture &picture)
{
    if (const Result<> checked = checkReplaceable(path); !checked)
        return checked;
    QSaveFile file(path);
    const auto failed = [&] {
        return fail(FaultKind::Storage, Text::tr("%1 could not be written: %2").arg(path, file.errorString()));
    };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    const auto *bytes = std::get_if<QByteArray>(&picture);
    const bool written = bytes ? file.write(*bytes) == bytes->size() : std::get<QImage>(picture).save(&file, "PNG");
    return written && file.commit() ? Result<>() : failed();
}

} // namespace hermes
