import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { isPassing } from '../../../requests/passing-error.ts';
import { leaveDraft } from '../../drafts/left-draft.ts';
import { applyChanges, isUnchanged } from './changes.ts';
import type { AnyDraft, DraftKind } from './draft-kind.ts';
import { createDraftPicture, type DraftPicture } from './draft-picture.ts';
import { createDesignHistory, type DesignHistory, type Undone } from './history.ts';
import { handOver, keepUntilSent, takeLeftChanges } from './left-changes.ts';
import { draftAfter } from './refusal.ts';
import { type Revision, revisionOf } from './revision.ts';
import { saveSeen } from './save-seen.ts';
import { type Act, createUnsentActs, leavingOthers, type Renaming } from './unsent-acts.ts';

/** A draft that is being edited: changes are collected for a moment, sent, and the picture is fetched anew. */
export interface DraftEditor<Draft extends AnyDraft, Changes extends object>
  extends Omit<DraftPicture, 'dispose'> {
  readonly draft: ReadonlySignal<Draft>;
  /** The design with the changes that are still under way. */
  readonly design: ReadonlySignal<Draft['design']>;
  /** The name, as it was typed last. */
  readonly name: ReadonlySignal<string>;
  /** Why the last changes were not applied. They are sent again with the next ones. */
  readonly problem: ReadonlySignal<unknown>;
  /** Whether changes wait, are on their way or were not applied: they are nowhere but in this page. */
  readonly isUnsent: ReadonlySignal<boolean>;
  /** What others have changed while the draft was edited or watched, the latest first. */
  readonly others: ReadonlySignal<readonly Revision[]>;
  readonly history: Pick<DesignHistory<Draft['design'], Changes>, 'canUndo' | 'canRedo'>;
  /** @param drag the drag that the changes belong to: all of it is taken back at once. */
  change(changes: Changes, drag?: symbol | null): void;
  /** Gives a part another name. */
  renamePart(renaming: Renaming<Draft['design'], Changes>): void;
  /** Gives the draft another name. A blank one is not sent. */
  rename(name: string): void;
  /** Sends changes again that were not applied. */
  retry(): void;
  /** Takes back the latest change. What others have set since stays. */
  undo(): void;
  /** Makes the change again that was taken back last. What others have set since stays. */
  redo(): void;
  /** How often something stayed as others had set it. */
  readonly stayed: ReadonlySignal<number>;
  /**
   * Sends what is left, and saves the revision that is seen here. While it runs, and after it has succeeded, changes, new
   * names, undo and redo do nothing. Null: others have changed the draft meanwhile, which is shown now, and nothing was
   * saved.
   *
   * @throws the problem of changes that were not applied, or of the save.
   */
  save<Saved>(as: (revision: number) => Promise<Saved>): Promise<Saved | null>;
  /**
   * Asks the server whether others have changed the draft, unless own changes are under way.
   *
   * @param isStale whether to draw it anew in any case, because what it shows from elsewhere has changed.
   */
  refresh(signal: AbortSignal, isStale?: boolean): Promise<void>;
  /** Lets the editor of another draft, the successor of this one, have what is not sent. */
  handOver(successor: string): void;
  /**
   * Ends the pictures. Sends what is left. Resolves with why it could not be sent.
   *
   * @param isKept whether the next editor of the draft has it until it is sent.
   */
  dispose(isKept: boolean): Promise<unknown>;
}

const PAUSE_MS = 250;
const REVISIONS_MAX = 50;

export function createDraftEditor<Draft extends AnyDraft, Changes extends object>(
  first: Draft,
  kind: DraftKind<Draft, Changes>,
): DraftEditor<Draft, Changes> {
  const { id, update, get, preview, apply: applied = applyChanges, renamed = () => null } = kind;
  const left = takeLeftChanges<Draft, Changes>(id);
  const draft = signal(left?.draft ?? first);
  const unsent = createUnsentActs<Draft['design'], Changes>(left?.changes ?? ({} as Changes), applied);
  const { sent, waiting } = unsent;
  /** Null: the name is that of the server. */
  const typedName = signal<string | null>(left?.name ?? null);
  const problem = signal<unknown>(null);
  const others = signal<readonly Revision[]>([]);
  const stayed = signal(0);
  const history = createDesignHistory<Draft['design'], Changes>();
  const drawn = createDraftPicture((signal) => preview(draft.peek(), signal));
  const design = computed(() => applied(applied(draft.value.design, sent.value), waiting.value));
  const name = computed(() => typedName.value ?? draft.value.name);
  const isUnsent = computed(
    () => !isUnchanged(waiting.value) || !isUnchanged(sent.value) || newName() !== undefined,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let isHandedOver = false;
  /** Designs with changes that were sent and not answered: the server may have one of them. */
  let lost: readonly Draft['design'][] = [];
  /** Whether a save is under way, or has ended with success: the draft takes no more changes. */
  let isSaving = false;

  /** Takes the draft as others have changed it. What is not sent follows it. */
  function acceptOthers(next: Draft): void {
    const { design: before, name: nameBefore } = draft.peek();
    const withNames = renamed(waiting.peek(), before, next.design);
    if (withNames !== null) {
      unsent.rewrite(withNames);
      history.rewrite(withNames);
    }
    const insisted = unsent.follow(before, next.design);
    const found = revisionOf(next, before, applied(before, insisted), lost);
    lost = [];
    if (found !== null) {
      others.value = [found, ...others.peek()].slice(0, REVISIONS_MAX);
      history.noteOthers(found.differences, found.kept);
    }
    // A name that the server has had is no longer what was typed last.
    if (next.name !== nameBefore && newName() === undefined) typedName.value = null;
    draft.value = next;
  }

  /** Returns the name that the server does not have yet. */
  function newName(): string | undefined {
    const typed = name.value.trim();
    return typed === '' || typed === draft.value.name ? undefined : typed;
  }

  const isWaiting = () => !isUnchanged(waiting.peek()) || newName() !== undefined;

  async function send(): Promise<void> {
    while (isWaiting()) {
      try {
        const next = await update(unsent.begin(), newName(), draft.peek().revision);
        batch(() => {
          draft.value = next;
          unsent.succeed();
          lost = [];
          problem.value = null;
          if (typedName.peek() === next.name) typedName.value = null;
        });
      } catch (error) {
        if (isPassing(error)) lost = [...lost, applied(draft.peek().design, sent.peek())];
        const now = await draftAfter(error, () => get(new AbortController().signal));
        const isChanged = now?.status === 'draft';
        batch(() => {
          unsent.fail();
          if (now !== null) acceptOthers(now);
          problem.value = isChanged ? null : error;
        });
        if (!isChanged) return;
      }
    }
    void drawn.redraw();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  }

  function apply(act: Act<Draft['design'], Changes>): void {
    unsent.add(act, design.peek());
    sendSoon();
  }

  function step(undone: Undone<Draft['design'], Changes> | null): void {
    if (undone === null) return;
    const seen = design.peek();
    const act = leavingOthers(undone.act, seen, () => {
      stayed.value += 1;
    });
    if (undone.isPartial || isUnchanged(act(seen))) stayed.value += 1;
    apply(act);
  }

  function sendSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), PAUSE_MS);
  }

  async function settle(): Promise<void> {
    while (sending !== null || isWaiting()) {
      await flush();
      if (problem.peek() !== null) throw problem.peek();
    }
  }

  /** Returns an act that does nothing while a save is under way: what it changed would be in no draft. */
  function untilSaved<Args extends readonly unknown[]>(
    act: (...args: Args) => void,
  ): (...args: Args) => void {
    return (...args) => {
      if (!isSaving) act(...args);
    };
  }

  async function refresh(signal: AbortSignal, isStale = false): Promise<void> {
    const isOwnUnderWay = () => sending !== null || isWaiting();
    // The answer to an earlier request may have the state of before.
    if (isStale) await sending;
    if (isOwnUnderWay()) return;
    const next = await get(signal);
    const { revision, status } = draft.peek();
    const isNewer = next.revision > revision || next.status !== status;
    if (isOwnUnderWay() || !(isNewer || (isStale && next.revision === revision)) || signal.aborted) return;
    batch(() => acceptOthers(next));
    await drawn.redraw();
  }

  const leftEditor = { isUnsent, problem, send: flush, draft, sent, waiting, typedName };
  if (left?.isOfAnother) batch(() => acceptOthers(first));
  if (left !== null) sendSoon();

  return {
    ...drawn,
    draft,
    design,
    name,
    problem,
    isUnsent,
    others,
    stayed,
    history,
    refresh,
    change: untilSaved((changes: Changes, drag: symbol | null = null) => {
      history.record(design.peek(), changes, drag);
      apply(changes);
    }),
    renamePart: untilSaved((renaming: Renaming<Draft['design'], Changes>) => {
      history.recordRenaming(renaming);
      // Under its earlier name, the server may have a part of somebody else.
      const isNew = isUnchanged(renaming.forth(draft.peek().design));
      apply(isNew ? renaming.forth(design.peek()) : renaming.forth);
    }),
    rename: untilSaved((next: string) => {
      typedName.value = next;
      sendSoon();
    }),
    retry() {
      if (isUnsent.peek() && problem.peek() !== null) void flush();
    },
    undo: untilSaved(() => step(history.undo())),
    redo: untilSaved(() => step(history.redo())),
    async save(as) {
      isSaving = true;
      const saved = await saveSeen({ draft, others, settle, refresh }, as).catch((error) => {
        isSaving = false;
        throw error;
      });
      isSaving = saved !== null;
      return saved;
    },
    handOver(successor) {
      isHandedOver = true;
      handOver(successor, leftEditor);
    },
    async dispose(isKept) {
      drawn.dispose();
      clearTimeout(timer);
      if (isHandedOver) return null;
      const isLeft = isKept && isUnsent.peek();
      // The next visit finds the latest changes.
      leaveDraft(flush());
      if (!isLeft) return null;
      return await keepUntilSent(id, leftEditor);
    },
  };
}
