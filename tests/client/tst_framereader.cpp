// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/framereader.h"

#include <QTest>

#include <cstring>

using namespace hermes;
using namespace hermes::runner;
using protocol::FrameType;

namespace {
/// Feeds the bytes in pieces of at most `piece` bytes and returns the payloads; nothing at trouble.
std::optional<std::vector<std::string>> payloadsOf(std::string_view bytes, size_t piece)
{
    FrameReader reader;
    std::vector<std::string> payloads;
    while (!bytes.empty()) {
        const auto space = reader.space();
        const size_t part = std::min({bytes.size(), piece, space.size()});
        std::memcpy(space.data(), bytes.data(), part);
        reader.received(part);
        bytes.remove_prefix(part);
        for (;;) {
            const auto frame = reader.next();
            if (!frame)
                return std::nullopt;
            if (!*frame)
                break;
            payloads.emplace_back((*frame)->text());
        }
    }
    return payloads;
}
} // namespace

class TestFrameReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void piecesOfEverySize_data();
    void piecesOfEverySize();
    void garbage_data();
    void garbage();
};

void TestFrameReader::piecesOfEverySize_data()
{
    QTest::addColumn<qulonglong>("piece");
    for (const qulonglong piece : {1, 2, 11, 12, 13, 4096, 65'535, 65'536, 1'000'000})
        QTest::addRow("%llu", piece) << piece;
}

void TestFrameReader::piecesOfEverySize()
{
    QFETCH(qulonglong, piece);
    std::string bytes;
    std::vector<std::string> expected;
    for (size_t size : {size_t(0), size_t(1), size_t(100), protocol::MaxPayload, protocol::MaxPayload - 1, size_t(0)}) {
        for (int i = 0; i < 10; ++i) {
            expected.emplace_back(size, char('a' + i));
            bytes += protocol::encodeMessage(FrameType::Output, 1, expected.back());
        }
    }
    const auto payloads = payloadsOf(bytes, piece);
    QVERIFY(payloads);
    QVERIFY(*payloads == expected);
}

void TestFrameReader::garbage_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("text") << QByteArray("Welcome to this machine!\n");
    QTest::newRow("unknown type") << QByteArray("\0\0\0\0\x30\0\0\0\0\0\0\0", 12);
    QTest::newRow("too long") << QByteArray("\0\0\1\0\1\0\0\0\0\0\0\0", 12);
}

void TestFrameReader::garbage()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!payloadsOf(bytes.toStdString(), 5));
}

QTEST_APPLESS_MAIN(TestFrameReader)
#include "tst_framereader.moc"
