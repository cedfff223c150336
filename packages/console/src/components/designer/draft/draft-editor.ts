import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { VitrineError } from '@vitrine/client';
import { leaveDraft } from '../../drafts/left-draft.ts';
import { applyChanges, isUnchanged, joinChanges } from './changes.ts';
import { createDraftPicture, type DraftPicture } from './draft-picture.ts';
import { createDesignHistory, type DesignHistory } from './history.ts';
import { keepUntilSent, takeLeftChanges } from './left-changes.ts';
import { type Revision, revisionOf } from './revision.ts';

/** A draft of a timer or of a live image. */
export interface AnyDraft {
  readonly name: string;
  readonly design: object;
  readonly revision: number;
  readonly status: 'draft' | 'saved';
}

/** How drafts of one kind are changed, read and drawn. */
export interface DraftKind<Draft extends AnyDraft, Changes extends object> {
  /** The id of the draft. */
  readonly id: string;
  /**
   * @param name a new one.
   * @param revision refused if the draft has another one now.
   */
  update(changes: Changes, name: string | undefined, revision: number): Promise<Draft>;
  get(signal: AbortSignal): Promise<Draft>;
  preview(draft: Draft, signal: AbortSignal): Promise<Blob>;
  /** Returns the design with changes. Default: those of a merge patch whose nulls stay. */
  readonly apply?: (design: Draft['design'], changes: Changes) => Draft['design'];
  /** Returns changes that follow a revision by others as they are sent again. Default: as they were. */
  readonly follow?: (changes: Changes, before: Draft['design'], now: Draft['design']) => Changes;
  /** Returns the history that the editor uses. Default: the one that it has made. */
  readonly historyOf?: (history: DesignHistory<Changes>) => DesignHistory<Changes>;
}

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
  readonly history: Pick<DesignHistory<Changes>, 'canUndo' | 'canRedo'>;
  /** @param drag the drag that the changes belong to: all of it is taken back at once. */
  change(changes: Changes, drag?: symbol | null): void;
  /** Gives the draft another name. A blank one is not sent. */
  rename(name: string): void;
  /** Sends changes again that were not applied. */
  retry(): void;
  /** Takes back the latest change. */
  undo(): void;
  /** Makes the change again that was taken back last. */
  redo(): void;
  /**
   * Sends what is left, and saves the revision that is seen here. Null: others have changed the draft meanwhile, which is
   * shown now, and nothing was saved.
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
  const { id, update, get, preview, apply: applied = applyChanges } = kind;
  const { follow = (changes) => changes, historyOf = (history) => history } = kind;
  const NONE = {} as Changes;
  const left = takeLeftChanges<Draft, Changes>(id);
  const draft = signal(left?.draft ?? first);
  const waiting = signal(left?.changes ?? NONE);
  const sent = signal(NONE);
  /** Null: the name is that of the server. */
  const typedName = signal<string | null>(left?.name ?? null);
  const problem = signal<unknown>(null);
  const others = signal<readonly Revision[]>([]);
  const history = historyOf(createDesignHistory<Changes>());
  const drawn = createDraftPicture((signal) => preview(draft.peek(), signal));
  const design = computed(() => applied(applied(draft.value.design, sent.value), waiting.value));
  const name = computed(() => typedName.value ?? draft.value.name);
  const isUnsent = computed(
    () => !isUnchanged(waiting.value) || !isUnchanged(sent.value) || newName() !== undefined,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;

  /** Takes the draft as others have changed it. */
  function acceptOthers(next: Draft): void {
    const { design: before } = draft.peek();
    const found = revisionOf(next, before, applied(applied(before, sent.peek()), waiting.peek()));
    if (found !== null) others.value = [found, ...others.peek()].slice(0, REVISIONS_MAX);
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
      batch(() => {
        sent.value = waiting.peek();
        waiting.value = NONE;
      });
      try {
        const next = await update(sent.peek(), newName(), draft.peek().revision);
        batch(() => {
          draft.value = next;
          sent.value = NONE;
          problem.value = null;
          if (typedName.peek() === next.name) typedName.value = null;
        });
      } catch (error) {
        const changed = await othersAfter(error);
        batch(() => {
          const own = joinChanges(sent.peek(), waiting.peek());
          waiting.value = changed === null ? own : follow(own, draft.peek().design, changed.design);
          sent.value = NONE;
          if (changed !== null) acceptOthers(changed);
          problem.value = changed === null ? error : null;
        });
        if (changed === null) return;
      }
    }
    void drawn.redraw();
  }

  /** Returns the draft if changes were refused because others have changed it meanwhile, else null. */
  async function othersAfter(error: unknown): Promise<Draft | null> {
    if (!(error instanceof VitrineError && Object.hasOwn(error.errors, 'revision'))) return null;
    return await get(new AbortController().signal).catch(() => null);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  }

  function apply(changes: Changes | null): void {
    if (changes === null) return;
    waiting.value = joinChanges(waiting.peek(), changes);
    sendSoon();
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

  if (left !== null) sendSoon();

  return {
    ...drawn,
    draft,
    design,
    name,
    problem,
    isUnsent,
    others,
    history,
    refresh,
    change(changes, drag = null) {
      history.record(design.peek(), changes, drag);
      apply(changes);
    },
    rename(next) {
      typedName.value = next;
      sendSoon();
    },
    retry() {
      if (isUnsent.peek() && problem.peek() !== null) void flush();
    },
    undo: () => apply(history.undo()),
    redo: () => apply(history.redo()),
    async save(as) {
      const [seen] = others.peek();
      while (true) {
        await settle();
        if (others.peek()[0] !== seen) return null;
        const { revision } = draft.peek();
        try {
          return await as(revision);
        } catch (error) {
          await refresh(new AbortController().signal);
          // Another name is a new revision, too, which hides nothing.
          if (draft.peek().revision === revision) throw error;
        }
      }
    },
    async dispose(isKept) {
      drawn.dispose();
      const isLeft = isKept && isUnsent.peek();
      // The next visit finds the latest changes.
      leaveDraft(flush());
      if (!isLeft) return null;
      return await keepUntilSent(id, { isUnsent, problem, send: flush, draft, sent, waiting, typedName });
    },
  };
}
