import {
  type ImportRequest,
  type InferStoreResponse,
  type StoreProperty,
  VitrineError,
} from '@vitrine/client';
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../session/describe-error.ts';
import { takeHandedFile } from '../../session/handed-file.ts';
import { useSession } from '../../session/session.ts';
import { type FileSettings, toUpload } from './chosen-file.ts';
import {
  type ColumnEdit,
  type ColumnEdits,
  type ColumnPlan,
  planColumns,
  toMapping,
  used,
} from './column-plan.ts';
import { rememberSettings, settleSettings } from './sent-settings.ts';

/** What is wrong, by its place: a setting, `mapping`, `name`, the key of a column, or `''`. */
export interface Problems {
  readonly fields: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, string>>;
}

const NO_PROBLEMS: Problems = { fields: {}, columns: {} };
/** Large files need time on the way. */
const UPLOAD_MS = 60 * 60_000;

/** A file that was chosen, and what is to become of it. */
export interface ImportDraft {
  readonly file: File | null;
  /** Null: it is being read, or can't be. */
  readonly found: InferStoreResponse | null;
  readonly isReading: boolean;
  readonly settings: FileSettings;
  readonly plans: readonly ColumnPlan[];
  readonly problems: Problems;
  readonly mode: 'upsert' | 'insertOnly';
  readonly choose: (file: File | null) => void;
  readonly setSettings: (settings: FileSettings) => void;
  readonly setMode: (mode: 'upsert' | 'insertOnly') => void;
  readonly edit: (key: string, edit: ColumnEdit) => void;
  /** Shows an error at the fields that it concerns. */
  readonly fail: (error: unknown) => void;
  readonly setProblem: (field: string, message: string) => void;
  /** Sends the file to a store. Returns the id of the import. */
  readonly send: (storeId: string, dryRun: boolean) => Promise<string>;
}

/** Keeps a file and the decisions about it. Begins with the file that was dropped on another screen. */
export function useImportDraft(properties: readonly StoreProperty[] | null): ImportDraft {
  const { client } = useSession();
  const [file, setFile] = useState<File | null>(takeHandedFile);
  const [settings, setSettings] = useState<FileSettings>({});
  const [edits, setEdits] = useState<ColumnEdits>({});
  const [found, setFound] = useState<InferStoreResponse | null>(null);
  const [isReading, setReading] = useState(file !== null);
  const [problems, setProblems] = useState<Problems>(NO_PROBLEMS);
  const [mode, setMode] = useState<ImportDraft['mode']>('upsert');
  const plans = found === null ? [] : planColumns(found, edits, properties);

  useEffect(() => {
    if (file === null) return;
    const aborting = new AbortController();
    setReading(true);
    client.stores.infer(toUpload(file), settings, { signal: aborting.signal }).then(
      (response) => {
        if (aborting.signal.aborted) return;
        setFound(response);
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

  return {
    file,
    found,
    isReading,
    settings,
    plans,
    problems,
    mode,
    setSettings,
    setMode,
    choose(chosen) {
      setFile(chosen);
      setSettings({});
      setEdits({});
      setFound(null);
      setProblems(NO_PROBLEMS);
    },
    edit(key, change) {
      setEdits((all) => ({ ...all, [key]: { ...all[key], ...change } }));
      setProblems(NO_PROBLEMS);
    },
    fail: (error) => setProblems(problemsOf(error, plans)),
    setProblem: (field, message) => setProblems({ columns: {}, fields: { [field]: message } }),
    async send(storeId, dryRun) {
      if (file === null || found === null) throw new Error('No file was chosen.');
      const request: ImportRequest = { ...settings, mapping: toMapping(plans), mode, dryRun };
      const options = { timeout: UPLOAD_MS };
      const store = { name: storeId, id: storeId };
      const { importId } = await client.stores.imports.start(store, toUpload(file), request, options);
      rememberSettings(importId, settleSettings(request, found));
      return importId;
    },
  };
}

function problemsOf(error: unknown, plans: readonly ColumnPlan[]): Problems {
  const found = error instanceof VitrineError ? Object.entries(error.errors) : [];
  if (found.length === 0) return { columns: {}, fields: { '': messageOf(error) } };
  const fields: Record<string, string> = {};
  const columns: Record<string, string> = {};
  for (const [path, messages] of found) {
    const at = /^properties\[(\d+)\]/.exec(path)?.[1];
    const key = at === undefined ? undefined : used(plans)[Number(at)]?.key;
    const place = key === undefined ? fields : columns;
    const name = key ?? (KNOWN.has(path) ? path : '');
    const text = key === undefined && name === '' && path !== '' ? `${path}: ` : '';
    place[name] = [place[name], `${text}${messages.join(' ')}`].filter(Boolean).join(' ');
  }
  return { fields, columns };
}

const KNOWN: ReadonlySet<string> = new Set([
  'delimiter',
  'encoding',
  'header',
  'quotes',
  'decimal',
  'dates',
  'mapping',
  'name',
]);
