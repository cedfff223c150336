import { effect, type Signal, signal } from '@preact/signals';
import type { AnyRow, AnyStore, Client, Store } from '@vitrine/client';
import { forEachConcurrently } from '../../requests/concurrency.ts';
import { isOnline } from '../../requests/connection.ts';
import { openStore } from '../../requests/open-store.ts';
import { sessionState } from '../../session/session.ts';
import type { CellEdit } from './cell-edit.ts';
import { type Change, type Conflict, createGroup, type Edit, withEdit } from './edit.ts';
import type { CellDraft } from './kept-drafts.ts';
import { laterVersion } from './later-version.ts';
import { sendDrafts } from './send-drafts.ts';
import { createDraftKey, isNewId, StoreDrafts } from './store-drafts.ts';
import { inTabTurn } from './tab-turns.ts';

/**
 * How an edit ended. `waiting`: it is kept, and sent when the server answers. `conflict`: the user is asked, because
 * someone else has changed the same field.
 */
export type EditResult = 'done' | 'refused' | 'conflict' | 'waiting';

/** A screen that follows the records of a store. */
export interface EditsWatcher {
  /** Gets a record as the server has sent it. */
  readonly onReceived: (row: AnyRow) => void;
  /** Gets a record that was added here, with the id that it had before. */
  readonly onAdded: (row: AnyRow, newId: string) => void;
  /** Records were deleted, or deleted ones brought back. */
  readonly onListed: () => void;
}

/** Edits that are remembered in this tab. */
const HISTORY_MAX = 500;
const CONCURRENT = 6;
/** Milliseconds before waiting drafts are sent again, to a server that answers but can't take them. */
const RETRY = { first: 2_000, last: 30_000 } as const;

/**
 * The edits of a store: the drafts on their way to the server, the conflicts, and the written changes, which can be
 * taken back. They live as long as the page, on whatever screen the user is.
 */
export class StoreEdits {
  readonly store: Store<AnyStore>;
  readonly drafts: StoreDrafts;
  /** The records about which the user is asked, the first one shown. */
  readonly conflicts: Signal<readonly Conflict[]> = signal([]);
  /** The edits that were written here, the latest last, in whatever order the server has answered. */
  readonly history: Signal<readonly Edit[]> = signal([]);
  /** The edits that were taken back, the latest last. A new edit ends the list. */
  readonly undone: Signal<readonly Edit[]> = signal([]);
  /** Records with their entity tags, as they were last received. */
  readonly versions: Map<string, AnyRow> = new Map();
  /** The ids that records have got which were begun here, by those that they had before. */
  readonly #added = new Map<string, string>();
  /** The fields that no two records may have the same values of; none before a screen has said so. */
  uniqueFields: readonly string[] = [];
  readonly #client: Client;
  readonly #storeId: string;
  readonly #watchers = new Set<EditsWatcher>();
  readonly #sending = new Map<string, Promise<void>>();
  readonly #reversing = new Set<Promise<void>>();
  #wait: number = RETRY.first;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client, accountId: string, storeId: string) {
    this.#client = client;
    this.#storeId = storeId;
    this.store = openStore(client, storeId);
    this.drafts = new StoreDrafts({ accountId, storeId });
    effect(() => {
      // Later, because an effect must not read what it writes.
      if (isOnline.value) queueMicrotask(() => void this.sendWaiting());
    });
  }

  /** Tells a screen of received and added records. Returns the function that ends it. */
  watch(watcher: EditsWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Takes a record as the server has written it, or as it is known to be now. */
  receive(row: AnyRow): void {
    this.versions.set(row.id, row);
    for (const { onReceived } of this.#watchers) onReceived(row);
  }

  /** Takes a record that was read. The response may come after that to a later request. */
  receiveRead(row: AnyRow): void {
    this.receive(laterVersion(row, this.versions.get(row.id)));
  }

  /** Takes a record that was added here. */
  receiveAdded(row: AnyRow, newId: string): void {
    this.#added.set(newId, row.id);
    this.versions.set(row.id, row);
    for (const { onAdded } of this.#watchers) onAdded(row, newId);
  }

  /** Returns the id that a record has now: one that was begun here has got another since it was added. */
  idOf(id: string): string {
    return this.#added.get(id) ?? id;
  }

  /** Says that records were deleted, or deleted ones brought back, or the store itself was deleted. */
  announceList(): void {
    for (const { onListed } of this.#watchers) onListed();
  }

  /** Returns the drafts of edits. A field that has one already may replace what that one may replace. */
  draftsOf(
    edits: readonly CellEdit[],
    state: CellDraft['state'],
    group: string = createGroup(),
  ): CellDraft[] {
    return edits.map(({ id, field, text, value, from }) => {
      const before = this.drafts.of(id).get(field);
      const seen = before === undefined ? [from] : [...before.seen, before.value, from];
      return {
        key: createDraftKey(),
        ...{ id, field, text, value, seen: [...new Set(seen)], state, message: '', group },
      };
    });
  }

  /** Writes values: as drafts at once, then to the server. Returns how it ended for each record. */
  async write(edits: readonly CellEdit[], group?: string): Promise<ReadonlyMap<string, EditResult>> {
    this.drafts.put(this.draftsOf(edits, 'waiting', group));
    const ids = [...new Set(edits.map(({ id }) => id))];
    return this.sendAll(ids);
  }

  /**
   * Sends the waiting drafts of records, some records at a time. New records are added one after the other, in the order
   * in which they were begun, which is also the one of their times. After one that has to wait, so do the others.
   */
  async sendAll(ids: readonly string[]): Promise<ReadonlyMap<string, EditResult>> {
    const begun = ids.filter(isNewId).toSorted();
    const addAll = async () => {
      for (const id of begun) if ((await this.#send(id)) === 'waiting') return;
    };
    const known = ids.filter((id) => !isNewId(id));
    const changeAll = forEachConcurrently(known, CONCURRENT, async (id) => void (await this.#send(id)));
    await Promise.all([addAll(), changeAll]);
    return new Map(ids.map((id) => [id, this.#resultOf(id)]));
  }

  /** Sends the waiting drafts of a record. One that was begun is an edit of now, whenever its values were typed. */
  async send(id: string): Promise<EditResult> {
    const group = createGroup();
    if (isNewId(id)) this.drafts.put(this.drafts.waitingOf(id).map((draft) => ({ ...draft, group })));
    return this.#send(id);
  }

  /** Sends the waiting drafts of a record, after earlier drafts of it that are under way, also from other tabs. */
  async #send(id: string): Promise<EditResult> {
    if (!this.#isSignedIn()) return this.#resultOf(id);
    const before = this.#sending.get(id) ?? Promise.resolve();
    const turn = `vitrine.send/${this.#storeId}/${id}`;
    const sending = before.then(() => inTabTurn(turn, () => sendDrafts(this, id)));
    this.#sending.set(id, sending);
    try {
      await sending;
    } finally {
      if (this.#sending.get(id) === sending) this.#sending.delete(id);
    }
    return this.#resultOf(id);
  }

  /** Returns a promise that resolves when nothing of now is on its way or being taken back; null if nothing is. */
  whenIdle(): Promise<unknown> | null {
    const running = [...this.#sending.values(), ...this.#reversing];
    return running.length === 0 ? null : Promise.all(running);
  }

  /** Lets `whenIdle` wait for work that takes edits back or makes them again. */
  async whileReversing(work: () => Promise<void>): Promise<void> {
    const reversing = work();
    this.#reversing.add(reversing);
    await reversing.finally(() => this.#reversing.delete(reversing));
  }

  /** Sends all waiting drafts. If the server does not answer, they are sent when it answers again. */
  async sendWaiting(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = [...this.drafts.records.peek().keys()].filter((id) => this.drafts.waitingOf(id).length > 0);
    const asked = new Set(this.conflicts.peek().map(({ id }) => id));
    await this.sendAll(ids.filter((id) => !asked.has(id)));
  }

  /** Sends the waiting drafts after a while, and later each time, because the server answers but can't take them. */
  sendLater(): void {
    if (!isOnline.peek() || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.sendWaiting(), this.#wait);
    this.#wait = Math.min(RETRY.last, this.#wait * 2);
  }

  /** Asks the user about a record. */
  ask(conflict: Conflict): void {
    if (conflict.theirs !== null) this.receive(conflict.theirs);
    const others = this.conflicts.peek().filter(({ id }) => id !== conflict.id);
    this.conflicts.value = [...others, conflict];
  }

  /** Ends the question about a record, because it is over. */
  endQuestion(id: string): void {
    const others = this.conflicts.peek().filter((conflict) => conflict.id !== id);
    if (others.length < this.conflicts.peek().length) this.conflicts.value = others;
  }

  /**
   * Answers the question about a record: writes the values over those that the user has seen, or gives them up. What has
   * taken their place meanwhile, as from another tab, was not asked about: it is sent as it is.
   *
   * @param shown the drafts that the question has shown.
   */
  async settle({ id, theirs }: Conflict, shown: readonly CellDraft[], isMine: boolean): Promise<void> {
    this.endQuestion(id);
    const more = (field: string) => (theirs === null ? [] : [theirs[field] ?? null]);
    const left = shown.filter((draft) => this.drafts.of(id).get(draft.field) === draft);
    if (isMine) {
      this.drafts.put(left.map((draft) => ({ ...draft, seen: [...draft.seen, ...more(draft.field)] })));
    } else this.drafts.drop(left);
    await this.send(id);
  }

  /** Leaves the question about a record open: its values stay in their cells, not stored, with the reason. */
  putOff({ id }: Conflict, message: string): void {
    this.endQuestion(id);
    this.drafts.put(
      this.drafts.waitingOf(id).map((draft): CellDraft => ({ ...draft, state: 'refused', message })),
    );
  }

  /** Remembers a change, with the others of its group. */
  remember(group: string, change: Change): void {
    this.#wait = RETRY.first;
    if (group === '') return;
    this.rememberAll({ group, changes: [change] });
  }

  /**
   * Remembers an edit, with the others of its group. Edits that were taken back can't be made again after a new one; one
   * that was made before them, and stored late, is none.
   */
  rememberAll(edit: Edit): void {
    this.history.value = withEdit(this.history.peek(), edit).slice(-HISTORY_MAX);
    if (this.undone.peek().every(({ group }) => group < edit.group)) this.undone.value = [];
  }

  /** Whether the session is the one for which the store was opened. */
  #isSignedIn(): boolean {
    const state = sessionState.peek();
    return state.kind === 'signedIn' && state.session.client === this.#client;
  }

  #resultOf(id: string): EditResult {
    if (this.conflicts.peek().some((conflict) => conflict.id === id)) return 'conflict';
    const states = new Set([...this.drafts.of(id).values()].map(({ state }) => state));
    if (states.has('refused') || (isNewId(id) && states.has('typed'))) return 'refused';
    return states.has('waiting') ? 'waiting' : 'done';
  }
}

const opened = new WeakMap<Client, Map<string, StoreEdits>>();

/** Returns the edits of a store, the same for all screens. */
export function openEdits(client: Client, accountId: string, storeId: string): StoreEdits {
  const stores = opened.get(client) ?? new Map<string, StoreEdits>();
  opened.set(client, stores);
  const edits = stores.get(storeId) ?? new StoreEdits(client, accountId, storeId);
  stores.set(storeId, edits);
  return edits;
}
