<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>hermes::Axis</name>
    <message numerus="yes">
        <source>%L1 values</source>
        <translation>
            <numerusform>%L1 value</numerusform>
            <numerusform>%L1 values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::BackendsPage</name>
    <message numerus="yes">
        <source>Settings of %Ln backends have edits that are not saved.</source>
        <translation>
            <numerusform>Settings of %Ln backend have edits that are not saved.</numerusform>
            <numerusform>Settings of %Ln backends have edits that are not saved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::ColumnFilter</name>
    <message numerus="yes">
        <source>There are more values than these %Ln; use the text above for others.</source>
        <translation>
            <numerusform>There are more values than these %Ln; use the text above for others.</numerusform>
            <numerusform>There are more values than these %Ln; use the text above for others.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::ComparisonModel</name>
    <message numerus="yes">
        <source>%n other values</source>
        <translation>
            <numerusform>%n other value</numerusform>
            <numerusform>%n other values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln candidates changed</source>
        <translation>
            <numerusform>%1 of %Ln candidate changed</numerusform>
            <numerusform>%1 of %Ln candidates changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::ExcludeTableModel</name>
    <message numerus="yes">
        <source>leaves out %L1 candidates</source>
        <translation>
            <numerusform>leaves out %L1 candidate</numerusform>
            <numerusform>leaves out %L1 candidates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::FilesPane</name>
    <message numerus="yes">
        <source>Do&amp;wnload %Ln Files…</source>
        <translation>
            <numerusform>Do&amp;wnload %Ln File…</numerusform>
            <numerusform>Do&amp;wnload %Ln Files…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files uploaded.</source>
        <translation>
            <numerusform>%Ln file uploaded.</numerusform>
            <numerusform>%Ln files uploaded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files downloaded.</source>
        <translation>
            <numerusform>%Ln file downloaded.</numerusform>
            <numerusform>%Ln files downloaded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files copied.</source>
        <translation>
            <numerusform>%Ln file copied.</numerusform>
            <numerusform>%Ln files copied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replace %Ln files?</source>
        <translation>
            <numerusform>Replace %Ln file?</numerusform>
            <numerusform>Replace %Ln files?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replace %Ln Files</source>
        <translation>
            <numerusform>Replace %Ln File</numerusform>
            <numerusform>Replace %Ln Files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::FindBar</name>
    <message numerus="yes">
        <source>%Ln matches</source>
        <translation>
            <numerusform>%Ln match</numerusform>
            <numerusform>%Ln matches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::Formatting</name>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::GridFilter</name>
    <message numerus="yes">
        <source>%1: %Ln chosen values</source>
        <translation>
            <numerusform>%1: %Ln chosen value</numerusform>
            <numerusform>%1: %Ln chosen values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::HistoryPage</name>
    <message numerus="yes">
        <source>%Ln candidates</source>
        <translation>
            <numerusform>%Ln candidate</numerusform>
            <numerusform>%Ln candidates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Res&amp;ume %Ln Candidates</source>
        <translation>
            <numerusform>Res&amp;ume %Ln Candidate</numerusform>
            <numerusform>Res&amp;ume %Ln Candidates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Delete %Ln Launches…</source>
        <translation>
            <numerusform>&amp;Delete %Ln Launch…</numerusform>
            <numerusform>&amp;Delete %Ln Launches…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Launch %1 goes on with %Ln candidates.</source>
        <translation>
            <numerusform>Launch %1 goes on with %Ln candidate.</numerusform>
            <numerusform>Launch %1 goes on with %Ln candidates.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were started before and may run twice.</source>
        <translation>
            <numerusform>%Ln of them was started before and may run twice.</numerusform>
            <numerusform>%Ln of them were started before and may run twice.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::LaunchDeletion</name>
    <message numerus="yes">
        <source>Delete %Ln launches from the history?</source>
        <translation>
            <numerusform>Delete %Ln launch from the history?</numerusform>
            <numerusform>Delete %Ln launches from the history?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln Launches</source>
        <translation>
            <numerusform>Delete %Ln Launch</numerusform>
            <numerusform>Delete %Ln Launches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln launches will be deleted</source>
        <translation>
            <numerusform>%Ln launch will be deleted</numerusform>
            <numerusform>%Ln launches will be deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Code, parameters and %Ln results with all that was printed are lost for ever. Nothing happens for ten seconds, in which you can undo it.</source>
        <translation>
            <numerusform>Code, parameters and %Ln result with all that was printed are lost for ever. Nothing happens for ten seconds, in which you can undo it.</numerusform>
            <numerusform>Code, parameters and %Ln results with all that was printed are lost for ever. Nothing happens for ten seconds, in which you can undo it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::LaunchOptions</name>
    <message numerus="yes">
        <source>stop after %Ln failures</source>
        <translation>
            <numerusform>stop at the first failure</numerusform>
            <numerusform>stop after %Ln failures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln variables</source>
        <translation>
            <numerusform>%Ln variable</numerusform>
            <numerusform>%Ln variables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln input files</source>
        <translation>
            <numerusform>%Ln input file</numerusform>
            <numerusform>%Ln input files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::LaunchText</name>
    <message numerus="yes">
        <source>%1: %2, %Ln rows</source>
        <translation>
            <numerusform>%1: %2, %Ln row</numerusform>
            <numerusform>%1: %2, %Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… %Ln values in all</source>
        <translation>
            <numerusform>… %Ln value in all</numerusform>
            <numerusform>… %Ln values in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln times each</source>
        <translation>
            <numerusform>once each</numerusform>
            <numerusform>%Ln times each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::ParameterTableModel</name>
    <message numerus="yes">
        <source>%L1 rows</source>
        <translation>
            <numerusform>%L1 row</numerusform>
            <numerusform>%L1 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%L1 values</source>
        <translation>
            <numerusform>%L1 value</numerusform>
            <numerusform>%L1 values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::PlotView</name>
    <message numerus="yes">
        <source>%Ln points</source>
        <translation>
            <numerusform>%Ln point</numerusform>
            <numerusform>%Ln points</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln candidates without a number in one of the columns</source>
        <translation>
            <numerusform>%Ln candidate without a number in one of the columns</numerusform>
            <numerusform>%Ln candidates without a number in one of the columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln candidates left out: 0 or less has no place on a logarithmic axis</source>
        <translation>
            <numerusform>%Ln candidate left out: 0 or less has no place on a logarithmic axis</numerusform>
            <numerusform>%Ln candidates left out: 0 or less has no place on a logarithmic axis</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::ResultPane</name>
    <message numerus="yes">
        <source>&amp;Export %Ln Selected Results…</source>
        <translation>
            <numerusform>&amp;Export %Ln Selected Result…</numerusform>
            <numerusform>&amp;Export %Ln Selected Results…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Re-run %Ln Selected</source>
        <translation>
            <numerusform>&amp;Re-run %Ln Selected</numerusform>
            <numerusform>&amp;Re-run %Ln Selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;All %Ln Results…</source>
        <translation>
            <numerusform>&amp;All %Ln Result…</numerusform>
            <numerusform>&amp;All %Ln Results…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;Shown %Ln Results, in This Order…</source>
        <translation>
            <numerusform>&amp;Shown %Ln Result…</numerusform>
            <numerusform>&amp;Shown %Ln Results, in This Order…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>S&amp;elected %Ln Results…</source>
        <translation>
            <numerusform>S&amp;elected %Ln Result…</numerusform>
            <numerusform>S&amp;elected %Ln Results…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::RunPage</name>
    <message numerus="yes">
        <source>%Ln sandboxes stay open.</source>
        <translation>
            <numerusform>%Ln sandbox stays open.</numerusform>
            <numerusform>%Ln sandboxes stay open.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %Ln results</source>
        <translation>
            <numerusform>Export %Ln result</numerusform>
            <numerusform>Export %Ln results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln candidates were started before and may run twice.</source>
        <translation>
            <numerusform>%Ln candidate was started before and may run twice.</numerusform>
            <numerusform>%Ln candidates were started before and may run twice.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::SessionCleanup</name>
    <message numerus="yes">
        <source>%Ln records to be deleted</source>
        <translation>
            <numerusform>%Ln record to be deleted</numerusform>
            <numerusform>%Ln records to be deleted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::SessionPane</name>
    <message numerus="yes">
        <source>&amp;Delete %Ln Records…</source>
        <translation>
            <numerusform>&amp;Delete %Ln Record…</numerusform>
            <numerusform>&amp;Delete %Ln Records…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Close %Ln Sandboxes</source>
        <translation>
            <numerusform>Close %Ln Sandbox</numerusform>
            <numerusform>Close %Ln Sandboxes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Close %Ln Sessions</source>
        <translation>
            <numerusform>Close %Ln Session</numerusform>
            <numerusform>Close %Ln Sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Close %Ln Entries</source>
        <translation>
            <numerusform>Close %Ln Entry</numerusform>
            <numerusform>Close %Ln Entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::SessionsPage</name>
    <message numerus="yes">
        <source>Delete %Ln Records</source>
        <translation>
            <numerusform>Delete %Ln Record</numerusform>
            <numerusform>Delete %Ln Records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln records deleted.</source>
        <translation>
            <numerusform>%Ln record deleted.</numerusform>
            <numerusform>%Ln records deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::SettingsForm</name>
    <message numerus="yes">
        <source>%Ln advanced settings</source>
        <translation>
            <numerusform>%Ln advanced setting</numerusform>
            <numerusform>%Ln advanced settings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::SweepCommand</name>
    <message numerus="yes">
        <source>%n candidates</source>
        <translation>
            <numerusform>%n candidate</numerusform>
            <numerusform>%n candidates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::SweepDraft</name>
    <message numerus="yes">
        <source>%L1 candidates</source>
        <translation>
            <numerusform>%L1 candidate</numerusform>
            <numerusform>%L1 candidates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %Ln earlier sweeps</source>
        <translation>
            <numerusform>from an earlier sweep</numerusform>
            <numerusform>from %Ln earlier sweeps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln repeats</source>
        <translation>
            <numerusform>%Ln repeat</numerusform>
            <numerusform>%Ln repeats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::SweepOptions</name>
    <message numerus="yes">
        <source>%Ln excludes</source>
        <translation>
            <numerusform>%Ln exclude</numerusform>
            <numerusform>%Ln excludes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hermes::UndoBar</name>
    <message numerus="yes">
        <source>in %n seconds</source>
        <translation>
            <numerusform>in %n second</numerusform>
            <numerusform>in %n seconds</numerusform>
        </translation>
    </message>
</context>
</TS>
