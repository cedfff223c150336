import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf } from '../requests/describe-error.ts';
import { isPassing } from '../requests/passing-error.ts';
import { path } from '../router/location.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

/**
 * Undoes a change. If it returns a promise, the message says what became of it: the text with which it resolves, or that
 * the change is undone. `false`: a part has failed, has said so, and can be tried again. If it rejects because the server
 * did not answer, it is offered again until it is pressed or closed.
 */
export type Undo = () => unknown;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly undo: Undo | null;
  readonly action: ToastAction | null;
  /** The screen on which it was shown first. */
  readonly path: string;
  /** Whether it is shown until it is pressed or closed: the change could not be undone yet. */
  readonly isLasting?: true;
}

/** A further button of a toast. */
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastOptions {
  /** Called when the user presses "Undo" or Ctrl+Z while the toast is shown. */
  readonly undo?: Undo;
  readonly action?: ToastAction;
  readonly isBad?: boolean;
}

/** How long a toast is shown, in milliseconds: long enough to undo. */
const SHOWN_MS = 10_000;

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Shows a short text at the edge of the window. Returns the function that removes it. */
export function showToast(text: string, { undo, action, isBad = false }: ToastOptions = {}): () => void {
  return show({ text, isBad, undo: undo ?? null, action: action ?? null, path: path.peek() });
}

function show(given: Omit<Toast, 'id'>): () => void {
  lastId += 1;
  const toast = { ...given, id: lastId };
  for (const oldest of toasts.value.filter(({ isLasting }) => !isLasting).slice(0, -3)) retire(oldest);
  toasts.value = [...toasts.value, toast];
  return () => remove(toast);
}

/** Offers no undo any more, because the session has ended in which the changes were made. */
export function endUndo(): void {
  ended += 1;
  past = [];
  toasts.value = toasts.value.filter(({ undo }) => undo === null);
}

const PAST_MAX = 100;
/** The toasts that are gone, whose changes can be undone on their screens. */
let past: readonly Toast[] = [];

/**
 * Undoes the latest change that a toast offers to undo, or has offered on this screen. Returns whether there is one.
 */
export function undoLatest(): boolean {
  const here = path.peek();
  const latest =
    toasts.value.findLast(({ undo, isLasting, path: at }) => undo !== null && (!isLasting || at === here)) ??
    past.findLast((toast) => toast.path === here);
  if (latest === undefined) return false;
  undoChange(latest);
  return true;
}

/** The undo that runs. The next one waits, because it may undo an earlier change of the same thing. */
let running: Promise<void> = Promise.resolve();
/** The number of sessions that have ended: nothing of them is offered again. */
let ended = 0;

function undoChange(toast: Toast): void {
  const session = ended;
  remove(toast);
  past = past.filter((one) => one !== toast);
  running = running.then(() => (session === ended ? runUndo(toast, session) : undefined));
}

async function runUndo(toast: Toast, session: number): Promise<void> {
  const offerAgain = (again: Toast) => session === ended && show(again);
  try {
    const undoing = toast.undo?.();
    if (undoing === undefined) return;
    const outcome = await undoing;
    if (outcome === false) offerAgain(toast);
    else showToast(typeof outcome === 'string' ? outcome : shellTexts.undone(toast.text));
  } catch (error) {
    if (isPassing(error)) offerAgain({ ...toast, isLasting: true });
    showToast(messageOf(error), { isBad: true });
  }
}

/** Removes a toast whose change can still be undone by a key. */
function retire(toast: Toast): void {
  if (toast.undo !== null) past = [...past, toast].slice(-PAST_MAX);
  remove(toast);
}

function remove({ id }: Toast): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** The place of all toasts, rendered once. It is a popover, so that it is above dialogs too. */
export function Toasts(): JSX.Element {
  const ref = useRef<HTMLElement>(null);
  const shown = toasts.value;
  const newest = shown.at(-1)?.id;
  useEffect(() => {
    const element = ref.current;
    if (element === null || newest === undefined) return;
    // Opened anew for each toast, because a dialog that opened meanwhile would cover it.
    if (element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [newest]);
  return (
    <section ref={ref} class="toasts" popover="manual" aria-label={shellTexts.messages}>
      <div role="status" aria-live="polite" class="unseen">
        {shown.at(-1)?.text}
      </div>
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastItem({ toast }: { readonly toast: Toast }): JSX.Element {
  const held = useRef(false);
  useEffect(() => {
    if (toast.isLasting) return;
    let left = SHOWN_MS;
    const timer = setInterval(() => {
      if (!held.current) left -= 250;
      if (left <= 0) retire(toast);
    }, 250);
    return () => clearInterval(timer);
  }, [toast]);
  const hold = (isHeld: boolean) => () => {
    held.current = isHeld;
  };
  return (
    <div
      class="toast"
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocusCapture={hold(true)}
      onBlurCapture={hold(false)}
    >
      {toast.isBad && <Icon name="alert" />}
      <span>{toast.text}</span>
      {toast.action && (
        <Button size="small" class="act" onClick={toast.action.run}>
          {toast.action.label}
        </Button>
      )}
      {toast.undo && (
        <Button size="small" class="act" onClick={() => undoChange(toast)}>
          {shellTexts.undo}
        </Button>
      )}
      <IconButton size="small" icon="close" label={shellTexts.dismiss} onClick={() => retire(toast)} />
    </div>
  );
}
