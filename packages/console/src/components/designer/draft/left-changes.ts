import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { isPassing } from '../../../requests/passing-error.ts';
import { joinChanges } from './changes.ts';

/** The changes of a draft whose designer was left, before the server had them. */
interface LeftChanges<Draft, Changes> {
  /** The draft that they change. */
  readonly draft: Draft;
  readonly changes: Changes;
  /** Null: that of the draft. */
  readonly name: string | null;
  /** Whether they are changes of the draft before this one, which was saved. */
  readonly isOfAnother: boolean;
}

/** An editor that was left before the server had everything. */
interface LeftEditor {
  readonly isUnsent: ReadonlySignal<boolean>;
  /** Why the last changes were not applied. */
  readonly problem: ReadonlySignal<unknown>;
  readonly send: () => Promise<void>;
  readonly draft: ReadonlySignal<object>;
  /** Changes on their way, and those that follow them. */
  readonly sent: ReadonlySignal<object>;
  readonly waiting: ReadonlySignal<object>;
  readonly typedName: ReadonlySignal<string | null>;
  readonly isOfAnother?: true;
}

/** How long changes wait that the server could not take, in milliseconds. */
export const AGAIN_MS = 2_000;

/** By the id of the draft, until its changes are sent or another editor takes them. */
const left = signal<ReadonlyMap<string, LeftEditor>>(new Map());

/** Whether changes of a left draft are nowhere but in this page. */
export const hasLeftChanges: ReadonlySignal<boolean> = computed(() => left.value.size > 0);

/** Lets the editor of a draft take what an editor of the draft before has not sent. */
export function handOver(id: string, editor: LeftEditor): void {
  left.value = new Map(left.peek()).set(id, { ...editor, isOfAnother: true });
}

/** Lets the successor of a draft have what was left of the draft, if something was. */
export function passOnLeft(id: string, successor: string): void {
  const editor = left.peek().get(id);
  if (editor === undefined || id === successor) return;
  remove(id);
  handOver(successor, editor);
}

/** Keeps the changes of an editor until they are sent. Resolves with why the first attempt failed, or with null. */
export async function keepUntilSent(id: string, editor: LeftEditor): Promise<unknown> {
  left.value = new Map(left.peek()).set(id, editor);
  await editor.send();
  const problem = editor.isUnsent.peek() && left.peek().get(id) === editor ? editor.problem.peek() : null;
  void sendAgain(id, editor);
  return problem;
}

async function sendAgain(id: string, editor: LeftEditor): Promise<void> {
  while (left.peek().get(id) === editor) {
    if (!editor.isUnsent.peek()) return remove(id);
    if (!isPassing(editor.problem.peek())) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    await editor.send();
  }
}

/** Returns the changes of a draft that were kept, for the editor that goes on with them. */
export function takeLeftChanges<Draft extends object, Changes extends object>(
  id: string,
): LeftChanges<Draft, Changes> | null {
  const editor = left.peek().get(id);
  if (editor === undefined) return null;
  remove(id);
  if (!editor.isUnsent.peek()) return null;
  return {
    draft: editor.draft.peek() as Draft,
    changes: joinChanges(editor.sent.peek(), editor.waiting.peek()) as Changes,
    name: editor.typedName.peek(),
    isOfAnother: editor.isOfAnother === true,
  };
}

function remove(id: string): void {
  const rest = new Map(left.peek());
  rest.delete(id);
  left.value = rest;
}
