import type { ImportRequest, InferStoreResponse, StoreProperty, StorePropertyRequest } from '@vitrine/client';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { isPasted } from '../../../components/files/use-pasted-table.ts';
import { holdPage, useLeaveQuestion } from '../../../router/leave-question.ts';
import { useSession } from '../../../session/session.ts';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { takeHandedFile } from '../../../uploads/handed-file.ts';
import { type ColumnEdit, type ColumnEdits, type ColumnPlan, planColumns, toMapping } from './column-plan.ts';
import { NO_PROBLEMS, type Problems, problemsOf } from './import-problems.ts';
import { useLeftFile } from './left-file.ts';
import { type FileRow, readFirstRows } from './rows/file-rows.ts';
import { isWorkbook, readWorkbook, type Sheet, sheetFile } from './rows/workbook.ts';
import { type FileSettings, toUpload } from './settings/chosen-file.ts';
import { type DateDecision, decideDates } from './settings/date-decision.ts';
import { rememberSettings, settleSettings } from './settings/sent-settings.ts';
import { useStartImport } from './start-import.ts';
import { type Forget, useDecision } from './use-decision.ts';

const NO_SETTINGS: FileSettings = {};
const NO_EDITS: ColumnEdits = {};
/** What the server takes of a name. */
const FILE_NAME_MAX = 255;
/** Large files need time on the way. */
const UPLOAD_MS = 60 * 60_000;

/** An Excel file and the sheet of it that is imported. */
interface Workbook {
  readonly of: File;
  readonly sheets: readonly Sheet[];
  readonly at: number;
}

/** Where a file is sent, and what for. */
interface Sending {
  readonly store: { readonly name: string; readonly id: string };
  readonly dryRun: boolean;
  /** Whether the store has no records but those of the file. */
  readonly isNewStore?: boolean;
  /** The properties of a store that does not exist. */
  readonly properties?: readonly StorePropertyRequest[];
}

/** A file that was chosen, and the decisions about it. */
export interface ImportDraft {
  readonly file: File | null;
  /** Null: it is being read, or can't be. */
  readonly found: InferStoreResponse | null;
  /** The first rows of the file as text. Empty if they can't be read. */
  readonly firstRows: readonly FileRow[];
  readonly isReading: boolean;
  readonly settings: FileSettings;
  /** Why the order of day and month is what it is, if another column has decided it. */
  readonly dateDecision: DateDecision | null;
  readonly plans: readonly ColumnPlan[];
  readonly problems: Problems;
  /** The number of attempts that have failed: the form shows the first problem after each. */
  readonly failures: number;
  readonly mode: 'upsert' | 'insertOnly';
  /** The sheets of an Excel file, of which `file` is one. Empty for other files. */
  readonly sheets: readonly Sheet[];
  readonly sheet: number;
  /** What forgets each decision that is kept of the file (`useBeginAnew`). */
  readonly kept: readonly (Forget | null)[];
  readonly choose: (file: File | null) => void;
  readonly chooseSheet: (at: number) => void;
  readonly setSettings: (settings: FileSettings) => void;
  readonly setMode: (mode: 'upsert' | 'insertOnly') => void;
  readonly edit: (key: string, edit: ColumnEdit) => void;
  /** Changes several columns. */
  readonly editAll: (edits: ColumnEdits) => void;
  /** Shows an error at the fields that it concerns. */
  readonly fail: (error: unknown) => void;
  readonly setProblem: (field: string, message: string) => void;
  /** Says that something was decided that would be lost with the screen: the user is asked before it is left. */
  readonly decide: () => void;
  /** Says that the file is sent, so that nobody is asked any more. */
  readonly finish: () => void;
  /** Sends the file. Returns the id of the import. */
  readonly send: (sending: Sending) => Promise<string>;
}

/**
 * Keeps a file and the decisions about it. Begins with the file that was dropped on another screen, or that the end of the
 * session has interrupted.
 */
export function useImportDraft(properties: readonly StoreProperty[] | null): ImportDraft {
  const { client } = useSession();
  const start = useStartImport(client);
  const [file, setFile] = useState<File | null>(null);
  const [workbook, setWorkbook] = useState<Workbook | null>(null);
  const [isDecided, setDecided] = useState(false);
  const left = useLeftFile(isDecided ? (workbook?.of ?? file) : null);
  const [handed] = useState(() => takeHandedFile() ?? left);
  const [decided, setSettings, keptSettings] = useDecision('settings', file, NO_SETTINGS);
  const [dateDecision, setDateDecision] = useState<DateDecision | null>(null);
  const settings = useMemo<FileSettings>(
    () =>
      decided.dates === undefined && dateDecision !== null
        ? { ...decided, dates: dateDecision.order }
        : decided,
    [decided, dateDecision],
  );
  const [edits, setEdits, keptEdits] = useDecision('columns', file, NO_EDITS);
  const [found, setFound] = useState<InferStoreResponse | null>(null);
  const [firstRows, setFirstRows] = useState<readonly FileRow[]>([]);
  const [isReading, setReading] = useState(handed !== null);
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS);
  const [failures, setFailures] = useState(0);
  const [mode, setMode, keptMode] = useDecision<ImportDraft['mode']>('mode', file, 'upsert');
  const endQuestion = useLeaveQuestion(isDecided);
  const decide = () => setDecided(true);
  const finish = () => {
    setDecided(false);
    endQuestion();
  };
  const plans = found === null ? [] : planColumns(found, edits, properties);
  useEffect(() => {
    if (file === null) return;
    if (file.size === 0) {
      setProblems({ columns: {}, fields: { '': texts.emptyFile } });
      setReading(false);
      return;
    }
    const aborting = new AbortController();
    setReading(true);
    client.stores.infer(toUpload(file), settings, { signal: aborting.signal }).then(
      async (response) => {
        if (aborting.signal.aborted) return;
        const decision = settings.dates === undefined ? decideDates(response) : null;
        if (decision !== null) {
          // The columns that decide nothing are read anew in the order of the others.
          setDateDecision(decision);
          return;
        }
        const rows = await readFirstRows(file, response).catch(() => []);
        if (aborting.signal.aborted) return;
        // All at once: what came later would move the buttons below it while they are pressed.
        setFound(response);
        setFirstRows(rows);
        setProblems(NO_PROBLEMS);
        setReading(false);
      },
      (error: unknown) => {
        if (aborting.signal.aborted) return;
        setFound(null);
        setProblems(problemsOf(error, []));
        setReading(false);
      },
    );
    return () => aborting.abort();
  }, [client, file, settings]);

  useEffect(() => {
    if (handed !== null) open(handed);
  }, []);

  /** Takes a file. The first sheet of an Excel file is read as CSV; one that can't be read is left to the server. */
  function open(chosen: File): void {
    setReading(true);
    if (isPasted(chosen)) decide();
    if (!isWorkbook(chosen)) setFile(chosen);
    else {
      readWorkbook(chosen).then(
        (sheets) => openSheet({ of: chosen, sheets, at: 0 }),
        () => setFile(chosen),
      );
    }
  }

  function openSheet(next: Workbook): void {
    const sheet = next.sheets[next.at];
    setWorkbook(next);
    if (sheet !== undefined) setFile(sheetFile(next.of, sheet));
  }

  /** Forgets what was read of a file. */
  function forget(): void {
    finish();
    setDateDecision(null);
    setFound(null);
    setProblems(NO_PROBLEMS);
  }

  function show(next: Problems): void {
    setProblems(next);
    setFailures((before) => before + 1);
  }

  return {
    file,
    found,
    firstRows,
    isReading,
    settings,
    dateDecision: dateDecision?.order === settings.dates ? dateDecision : null,
    plans,
    problems,
    failures,
    mode,
    setSettings(next) {
      setSettings(next);
      decide();
    },
    setMode(next) {
      setMode(next);
      decide();
    },
    decide,
    finish,
    kept: [keptSettings, keptEdits, keptMode],
    sheets: workbook?.sheets ?? [],
    sheet: workbook?.at ?? 0,
    choose(chosen) {
      forget();
      setWorkbook(null);
      setFile(null);
      if (chosen === null) setReading(false);
      else open(chosen);
    },
    chooseSheet(at) {
      if (workbook === null) return;
      forget();
      decide();
      setReading(true);
      openSheet({ ...workbook, at });
    },
    edit(key, change) {
      decide();
      setEdits({ ...edits, [key]: { ...edits[key], ...change } });
      setProblems(NO_PROBLEMS);
    },
    editAll(changes) {
      decide();
      setEdits({
        ...edits,
        ...Object.fromEntries(
          Object.entries(changes).map(([key, change]) => [key, { ...edits[key], ...change }]),
        ),
      });
      setProblems(NO_PROBLEMS);
    },
    fail: (error) => show(problemsOf(error, plans)),
    setProblem: (field, message) => show({ columns: {}, fields: { [field]: message } }),
    async send({ store, isNewStore = false, ...more }) {
      if (file === null || found === null) throw new Error('No file was chosen.');
      const fileName = (workbook?.of ?? file).name.slice(0, FILE_NAME_MAX);
      const request: ImportRequest = { ...settings, fileName, mapping: toMapping(plans), mode, ...more };
      const content = JSON.stringify([file.name, file.size, file.lastModified]);
      const endHold = holdPage();
      const importId = await start({
        ...{ store, file: toUpload(file), content, request },
        timeout: UPLOAD_MS,
      }).finally(endHold);
      rememberSettings(importId, settleSettings(request, found), isNewStore);
      if (!more.dryRun) finish();
      return importId;
    },
  };
}
