import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Client, TimerDesign, TimerDesignChanges, TimerFrameResponse } from '@vitrine/client';
import { createDesignHistory, type DesignHistory } from './design-history.ts';
import { applyChanges, isUnchanged, joinChanges } from './draft-changes.ts';

/** The GIF of a draft, as a `blob:` URL. */
export interface Picture {
  readonly url: string;
  readonly blob: Blob;
}

/** A draft that is being edited: changes are collected for a moment, sent, and the GIF is fetched anew. */
export interface DraftEditor {
  readonly frame: ReadonlySignal<TimerFrameResponse>;
  /** The design with the changes that are still under way. */
  readonly design: ReadonlySignal<TimerDesign>;
  /** The last GIF. It stays while the next one is drawn. */
  readonly picture: ReadonlySignal<Picture | null>;
  readonly isDrawing: ReadonlySignal<boolean>;
  /** Why the last changes were not applied. They are sent again with the next ones. */
  readonly problem: ReadonlySignal<unknown>;
  readonly history: Pick<DesignHistory, 'canUndo' | 'canRedo'>;
  change(changes: TimerDesignChanges): void;
  /** Takes back the latest change. */
  undo(): void;
  /** Makes the change again that was taken back last. */
  redo(): void;
  /** Sends what is left. Returns whether the server has all changes. */
  settle(): Promise<boolean>;
  /** Fetches the GIF of this moment. */
  redraw(): Promise<void>;
  /** Ends the pictures. Sends what is left. */
  dispose(): void;
}

const PAUSE_MS = 250;

export function createDraftEditor(client: Client, first: TimerFrameResponse): DraftEditor {
  const frame = signal(first);
  const waiting = signal<TimerDesignChanges>({});
  const sent = signal<TimerDesignChanges>({});
  const picture = signal<Picture | null>(null);
  const isDrawing = signal(false);
  const problem = signal<unknown>(null);
  const history = createDesignHistory();
  const design = computed(() => applyChanges(applyChanges(frame.value.design, sent.value), waiting.value));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;
  let drawing = new AbortController();
  let isDisposed = false;

  async function send(): Promise<void> {
    while (!isUnchanged(waiting.peek())) {
      batch(() => {
        sent.value = waiting.peek();
        waiting.value = {};
      });
      try {
        const next = await client.timers.drafts.update(first, sent.peek());
        batch(() => {
          frame.value = next;
          sent.value = {};
          problem.value = null;
        });
      } catch (error) {
        batch(() => {
          waiting.value = joinChanges(sent.peek(), waiting.peek());
          sent.value = {};
          problem.value = error;
        });
        return;
      }
    }
    void redraw();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  }

  function apply(changes: TimerDesignChanges | null): void {
    if (changes === null) return;
    waiting.value = joinChanges(waiting.peek(), changes);
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), PAUSE_MS);
  }

  async function redraw(): Promise<void> {
    if (isDisposed) return;
    drawing.abort();
    const own = new AbortController();
    drawing = own;
    isDrawing.value = true;
    try {
      const blob = await client.timers.drafts.preview(frame.peek(), { signal: own.signal });
      if (own.signal.aborted) return;
      const before = picture.peek();
      picture.value = { url: URL.createObjectURL(blob), blob };
      if (before !== null) URL.revokeObjectURL(before.url);
    } catch (error) {
      if (!own.signal.aborted) problem.value = error;
    } finally {
      if (drawing === own) isDrawing.value = false;
    }
  }

  return {
    frame,
    design,
    picture,
    isDrawing,
    problem,
    history,
    change(changes) {
      history.record(design.peek(), changes);
      apply(changes);
    },
    undo: () => apply(history.undo()),
    redo: () => apply(history.redo()),
    async settle() {
      while (sending !== null || !isUnchanged(waiting.peek())) {
        await flush();
        if (problem.peek() !== null) return false;
      }
      return true;
    },
    redraw,
    dispose() {
      isDisposed = true;
      // Whoever comes back finds what was typed last.
      void flush();
      drawing.abort();
      const last = picture.peek();
      if (last !== null) URL.revokeObjectURL(last.url);
    },
  };
}
