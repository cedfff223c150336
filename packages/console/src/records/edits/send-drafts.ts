import { batch } from '@preact/signals';
import {
  type AnyRow,
  type AnyStore,
  NotFoundError,
  PreconditionFailedError,
  RecordExistsError,
  type Store,
  UnauthorizedError,
  VitrineError,
} from '@vitrine/client';
import { problemsByField } from '../../requests/describe-error.ts';
import { isStoreGone } from '../../requests/open-store.ts';
import { isPassing } from '../../requests/passing-error.ts';
import { addOnce } from './add-once.ts';
import { type Change, type Conflict, pick, type Values } from './edit.ts';
import type { CellDraft } from './kept-drafts.ts';
import { createDraftKey, isNewId, type StoreDrafts } from './store-drafts.ts';

/** The part of `StoreEdits` that sending uses. */
interface Sending {
  readonly store: Store<AnyStore>;
  readonly drafts: StoreDrafts;
  readonly versions: Map<string, AnyRow>;
  readonly uniqueFields: readonly string[];
  readonly receive: (row: AnyRow) => void;
  readonly receiveAdded: (row: AnyRow, newId: string) => void;
  readonly remember: (group: string, change: Change) => void;
  readonly ask: (conflict: Conflict) => void;
  readonly endQuestion: (id: string) => void;
  readonly announceList: () => void;
  readonly send: (id: string) => Promise<unknown>;
  /** Sends again after a while. */
  readonly sendLater: () => void;
}

/** How often a record is read again because others change it at the same time. */
const ATTEMPTS = 8;

/**
 * Sends the waiting drafts of a record, also those that are put meanwhile. A draft ends when the server stores it, or
 * has stored it already. A refused draft says why; the other fields are written. The user is asked about a field that
 * someone else has changed since the user saw it. If the server does not answer, the drafts go on waiting.
 */
export async function sendDrafts(edits: Sending, id: string): Promise<void> {
  edits.endQuestion(id);
  for (let attempt = 1; edits.drafts.waitingOf(id).length > 0; attempt += 1) {
    const waiting = edits.drafts.waitingOf(id);
    try {
      const isSent = isNewId(id) ? await add(edits, id, waiting) : await change(edits, id, waiting);
      if (!isSent) return;
    } catch (error) {
      if (error instanceof PreconditionFailedError && attempt < ATTEMPTS) {
        edits.versions.delete(id);
      } else if (error instanceof NotFoundError && (await isStoreGone(edits.store))) {
        // A deleted store can be restored for some days: what was typed waits for that.
        edits.announceList();
        return;
      } else if (error instanceof NotFoundError && !isNewId(id)) {
        edits.ask({ id, theirs: null });
        return;
      } else if (error instanceof UnauthorizedError) {
        // The session ends. The next one of this account sends them.
        return;
      } else if (isPassing(error) || error instanceof PreconditionFailedError) {
        edits.sendLater();
        return;
      } else refuse(edits, id, waiting, error);
    }
  }
}

/** Returns false if the user is asked. */
async function change(edits: Sending, id: string, waiting: readonly CellDraft[]): Promise<boolean> {
  const held = edits.versions.get(id);
  let current = held ?? (await edits.store.get(id));
  // The user may have seen a newer version than the held one. Without a write, nothing else says that it is the current
  // one: another tab, or an attempt without a response, may have stored the value that is typed back now.
  if (held !== undefined && (isUnseen(held, waiting) || changedIn(held, waiting).length === 0)) {
    current = await edits.store.get(id);
  }
  if (isUnseen(current, waiting)) {
    edits.ask({ id, theirs: current });
    return false;
  }
  const others = changedIn(current, waiting);
  const written =
    others.length === 0 ? current : await edits.store.patch(id, valuesOf(others), { ifMatch: current });
  for (const [group, drafts] of Map.groupBy(waiting, (draft) => draft.group)) {
    const fields = drafts.map(({ field }) => field);
    // An attempt without a response may have stored them.
    const before = Object.fromEntries(
      drafts.map(({ field, value, seen }) => {
        const found = current[field] ?? null;
        return [field, found === value ? (seen[0] ?? null) : found];
      }),
    );
    const isSame = fields.every((field) => before[field] === (written[field] ?? null));
    if (!isSame)
      edits.remember(group, { id, at: written.date_updated, before, after: pick(written, fields) });
  }
  edits.drafts.drop(waiting);
  edits.receive(written);
  return true;
}

/** Returns the drafts whose values the record does not have. */
function changedIn(row: AnyRow, waiting: readonly CellDraft[]): readonly CellDraft[] {
  return waiting.filter(({ field, value }) => (row[field] ?? null) !== value);
}

/**
 * Whether someone else has written a value to a field of the drafts that the user has not seen. A field that was deleted has
 * none: the server refuses its draft.
 */
function isUnseen(row: AnyRow, waiting: readonly CellDraft[]): boolean {
  return waiting.some(({ field, value, seen }) => {
    const found = row[field] ?? null;
    return field in row && found !== value && !seen.includes(found);
  });
}

async function add(edits: Sending, id: string, waiting: readonly CellDraft[]): Promise<boolean> {
  const row = await addOnce(edits.store, id, valuesOf(waiting));
  const group = waiting.find((draft) => draft.group !== '')?.group ?? '';
  edits.remember(group, {
    id: row.id,
    at: row.date_created,
    before: null,
    after: pick(row, Object.keys(row)),
  });
  const all = [...edits.drafts.of(id).values()];
  // Texts that were typed while the record was on its way become changes of it. A refused text stays, with the reason.
  const later = all.filter(
    (draft) => !waiting.includes(draft) && (draft.state !== 'refused' || draft.text !== ''),
  );
  // At once, so that no screen shows the record twice, or not at all.
  batch(() => {
    edits.drafts.drop(all);
    edits.drafts.put(
      later.map((draft) => ({
        ...draft,
        id: row.id,
        seen: [row[draft.field] ?? null],
        state: draft.state === 'refused' ? 'refused' : 'waiting',
      })),
    );
    edits.receiveAdded(row, id);
  });
  if (later.length > 0) void edits.send(row.id);
  return true;
}

/** Says at the fields why they were refused. A new record waits until the user corrects it. */
function refuse(edits: Sending, id: string, sent: readonly CellDraft[], error: unknown): void {
  // Values that were typed since then are sent next.
  const waiting = sent.filter((draft) => edits.drafts.of(id).get(draft.field) === draft);
  const problems = problemsByField(error, fieldsNamed(error));
  const isWhole = problems[''] !== undefined;
  // A record with the same unique values exists: the others are not wrong.
  const isUnique = error instanceof RecordExistsError && edits.uniqueFields.length > 0;
  const known = new Set(waiting.map(({ field }) => field));
  const refused = waiting
    .filter(
      ({ field }) =>
        problems[field] !== undefined || (isWhole && (!isUnique || edits.uniqueFields.includes(field))),
    )
    .map(
      (draft): CellDraft => ({
        ...draft,
        state: 'refused',
        message: problems[draft.field] ?? problems[''] ?? '',
      }),
    );
  // A patch that names none of its fields would be refused again and again.
  if (!isNewId(id)) {
    edits.drafts.put(
      refused.length > 0
        ? refused
        : waiting.map((draft) => ({
            ...draft,
            state: 'refused',
            message: Object.values(problems).join(' '),
          })),
    );
    return;
  }
  const missing = Object.entries(problems)
    .filter(([field]) => field !== '' && !known.has(field))
    .map(
      ([field, message]): CellDraft => ({
        key: createDraftKey(),
        id,
        field,
        text: '',
        value: null,
        seen: [null],
        state: 'refused',
        message,
        group: waiting[0]?.group ?? '',
      }),
    );
  const named = new Set(refused.map(({ field }) => field));
  const kept = waiting
    .filter(({ field }) => !named.has(field))
    .map((draft): CellDraft => ({ ...draft, state: 'typed' }));
  edits.drafts.put([...refused, ...missing, ...kept]);
}

function fieldsNamed(error: unknown): string[] {
  return error instanceof VitrineError ? Object.keys(error.errors).filter((path) => path !== '') : [];
}

function valuesOf(drafts: readonly CellDraft[]): Values {
  return Object.fromEntries(drafts.map(({ field, value }) => [field, value]));
}
