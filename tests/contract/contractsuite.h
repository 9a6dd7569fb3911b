// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/support/startedrun.h"

#include <QHash>
#include <QObject>
#include <QTemporaryDir>

#include <functional>
#include <memory>

namespace hermes::tests {

/// A kind of backend under test, and what of it can be seen from this machine.
struct ContractTarget
{
    /// A backend with these settings (key → text) on top of those that the tests need.
    std::function<std::shared_ptr<Backend>(const QHash<QString, QString> &)> make = {};
    /// One that cannot be reached.
    std::function<std::shared_ptr<Backend>()> makeUnreachable = {};
    bool sharesFiles = false;     ///< A path there is the same file here.
    bool sharesProcesses = false; ///< A process there can be seen, and ended, here.
    bool limitsMemory = false;    ///< Has a setting "memory".
};

/// What every backend has to do, as one suite of tests. A test program makes it with a target and gives it to
/// QTest::qExec(). Functions named after a case (P2, W1 …) test that case.
class ContractSuite : public QObject
{
    Q_OBJECT

public:
    explicit ContractSuite(ContractTarget target);

private Q_SLOTS:
    void init();
    void cleanup();

    // Results
    void exitCodes_data();
    void exitCodes();
    void P13_signals_data();
    void P13_signals();
    void X2_endsOfTheShell_data();
    void X2_endsOfTheShell();
    void X7_pipelines_data();
    void X7_pipelines();
    void pythonError();
    void resourceUseIsMeasured();

    // Output
    void streamsAreApart();
    void chunksComeInTheOrderRead();
    void unicode();
    void P15_tenMegabytesOnBothStreams();
    void O1_hugeOutputNeedsLittleMemory();
    void O2_outputBeforeTheTimeoutIsKept();
    void O3_charactersSplitBetweenChunks();
    void O4_bytesThatAreNotUtf8();
    void O6_nulBytes();
    void unreadOutputStallsNobodyElse();

    // Ending
    void P2_backgroundChildHoldsThePipe();
    void P3_nothingIsLeftOfASession();
    void P3_backgroundOfASandboxEndsWithIt();
    void P6_timeoutReallyStops();
    void P12_noZombies();
    void timeoutWithTermIgnored();
    void cancelBeforeStart();
    void cancelWhileRunning();
    void cancelManyAtOnce();
    void cancelWithTermIgnored();
    void lostRunnerIsInfrastructure();

    // Text, folders, variables
    void W1_hereDocumentAtTheEnd();
    void W2_backgroundAfterAnd();
    void W4_unfinishedQuote();
    void W5_scriptOver128KiB();
    void W7_workFolderDeleted();
    void W8_folderWithUnicodeAndQuotes();
    void W9_colonInTheId();
    void W10_carriageReturns();
    void W11_variablesStayWhatTheyAre();
    void X1_commentAtTheEnd();
    void X4_stdin();
    void emptyCodeIsRefused();

    // Sandboxes and files
    void filesSurviveAndVariablesDoNot();
    void sessionRunsShareNothing();
    void putAndGetBytes();
    void putAndGetFaults();
    void listFiles();
    void listFilesWithHostileNames();
    void listFilesFaults();
    void inputFiles();
    void closeAndList();
    void oneSandboxTakesTurns();
    void checkPasses();

    // Safety
    void E1_noValueOnACommandLine();
    void E4_unreachableRunsNothingHere();
    void E13_memoryLimit();

private:
    [[nodiscard]] Executor &session();
    [[nodiscard]] std::unique_ptr<Sandbox> sandbox(const QString &id);
    [[nodiscard]] QString newFolder(const QString &name) const;

    ContractTarget m_target;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Backend> m_backend;
    std::unique_ptr<Executor> m_session;
};

} // namespace hermes::tests
