import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { inverseOf, isTree, joinChanges, type Tree } from './changes.ts';

/** The changes of a design that can be taken back, and those that were. */
export interface DesignHistory<Changes extends object> {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /**
   * @param before the design as it was shown before the changes.
   * @param drag the drag that they belong to, which is one step however long it takes.
   */
  record(before: object, changes: Changes, drag?: symbol | null): void;
  /** Returns the changes that take back the latest step. Null: there is none. */
  undo(): Changes | null;
  /** Returns the changes that make the latest step again. Null: there is none. */
  redo(): Changes | null;
}

interface Step<Changes> {
  readonly forward: Changes;
  readonly back: Changes;
  /** The changed members. */
  readonly members: string;
  readonly at: number;
  readonly drag: symbol | null;
}

const STEPS_MAX = 200;
/** Changes of the same members within this time are one step, such as typed letters. */
const SAME_STEP_MS = 1_000;

/** @param now the current time in milliseconds. */
export function createDesignHistory<Changes extends object>(
  now: () => number = () => performance.now(),
): DesignHistory<Changes> {
  const done = signal<readonly Step<Changes>[]>([]);
  const undone = signal<readonly Step<Changes>[]>([]);
  return {
    canUndo: computed(() => done.value.length > 0),
    canRedo: computed(() => undone.value.length > 0),
    record(before, changes, drag = null) {
      const members = membersOf(changes as Tree).join(' ');
      const back = inverseOf(before, changes);
      const latest = done.peek().at(-1);
      const isAtOnce = latest?.members === members && now() - latest.at < SAME_STEP_MS;
      const isSame = latest?.drag === drag && (drag !== null || isAtOnce);
      const step: Step<Changes> = isSame
        ? {
            ...latest,
            forward: joinChanges(latest.forward, changes),
            back: joinChanges(back, latest.back),
            at: now(),
          }
        : { forward: changes, back, members, at: now(), drag };
      done.value = [...(isSame ? done.peek().slice(0, -1) : done.peek()), step].slice(-STEPS_MAX);
      undone.value = [];
    },
    undo() {
      const step = done.peek().at(-1);
      if (step === undefined) return null;
      done.value = done.peek().slice(0, -1);
      undone.value = [...undone.peek(), step];
      return step.back;
    },
    redo() {
      const step = undone.peek().at(-1);
      if (step === undefined) return null;
      undone.value = undone.peek().slice(0, -1);
      // A later change of the same members is a step of its own.
      done.value = [...done.peek(), { ...step, at: Number.NEGATIVE_INFINITY, drag: null }];
      return step.forward;
    },
  };
}

function membersOf(changes: Tree): string[] {
  return Object.entries(changes).flatMap(([name, value]) =>
    isTree(value) ? membersOf(value).map((member) => `${name}.${member}`) : [name],
  );
}
