// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plotticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace hermes {

namespace {

constexpr int Wanted = 5;
constexpr int MostTicks = 12; ///< Whatever the rounding.
/// Of a logarithmic axis: from this on its powers of ten are enough, and up to the other one its numbers are nearly even.
constexpr double ManyDecades = 3;
constexpr double FewDecades = 0.7;
constexpr int MostDigits = 15;

double roundStep(double rough)
{
    const double power = std::pow(10, std::floor(std::log10(rough)));
    constexpr std::array factors {1.0, 2.0, 5.0};
    const auto factor = std::ranges::find_if(factors, [&](double each) { return each * power >= rough * (1 - 1e-9); });
    return (factor == factors.end() ? 10.0 : *factor) * power;
}

/// As many digits as tell a number from the one that is a step away.
QString labelOf(double number, double step)
{
    const double largest = std::max(std::abs(number), step);
    const int digits = std::clamp(int(std::ceil(std::log10(largest / step) + 1e-9)) + 1, 1, MostDigits);
    return QString::number(std::abs(number) < step * 1e-6 ? 0.0 : number, 'g', std::max(digits, 4));
}

/// The multiples of a round step.
QList<double> evenNumbers(double from, double to, double step)
{
    QList<double> numbers;
    const double first = std::ceil(from / step - 1e-9);
    for (double i = first; i * step <= to + step * 1e-9 && numbers.size() < MostTicks; ++i)
        numbers += i * step;
    return numbers;
}

QList<PlotTick> linearTicks(double from, double to)
{
    const double step = roundStep((to - from) / Wanted);
    QList<PlotTick> ticks;
    for (const double number : evenNumbers(from, to, step))
        ticks += {.place = number, .label = labelOf(number, step)};
    return ticks;
}

QList<PlotTick> powersOfTen(double from, double to)
{
    const double step = std::max(1.0, std::ceil((to - from) / (Wanted + 1)));
    QList<PlotTick> ticks;
    for (const double exponent : evenNumbers(from, to, step))
        ticks += {.place = exponent, .label = QString::number(std::pow(10, exponent), 'g', 4)};
    return ticks;
}

QList<PlotTick> partsOfDecades(double from, double to)
{
    QList<PlotTick> ticks;
    for (double exponent = std::floor(from); exponent <= to; ++exponent) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double number = factor * std::pow(10, exponent);
            if (const double place = std::log10(number); place >= from && place <= to)
                ticks += {.place = place, .label = QString::number(number, 'g', 4)};
        }
    }
    return ticks;
}

} // namespace

QList<PlotTick> plotTicks(PlotScale scale, double from, double to)
{
    if (!(to > from) || !std::isfinite(from) || !std::isfinite(to))
        return {};
    if (scale == PlotScale::Linear)
        return linearTicks(from, to);
    if (to - from >= ManyDecades)
        return powersOfTen(from, to);
    if (to - from >= FewDecades)
        return partsOfDecades(from, to);
    QList<PlotTick> ticks = linearTicks(std::pow(10, from), std::pow(10, to));
    for (PlotTick &tick : ticks)
        tick.place = std::log10(tick.place);
    return ticks;
}

} // namespace hermes
