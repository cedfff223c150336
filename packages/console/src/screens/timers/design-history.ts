import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { TimerDesign, TimerDesignChanges } from '@vitrine/client';
import { isTree, joinChanges, type Tree } from './draft-changes.ts';

/** The changes of a design that can be taken back, and those that were. */
export interface DesignHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** @param before the design as it was shown before the changes. */
  record(before: TimerDesign, changes: TimerDesignChanges): void;
  /** Returns the changes that take back the latest step. Null: there is none. */
  undo(): TimerDesignChanges | null;
  /** Returns the changes that make the latest step again. Null: there is none. */
  redo(): TimerDesignChanges | null;
}

interface Step {
  readonly forward: TimerDesignChanges;
  readonly back: TimerDesignChanges;
  /** The changed members. */
  readonly members: string;
  readonly at: number;
}

const STEPS_MAX = 200;
/** Changes of the same members within this time are one step, such as typed letters. */
const SAME_STEP_MS = 1_000;

/** @param now the current time in milliseconds. */
export function createDesignHistory(now: () => number = () => performance.now()): DesignHistory {
  const done = signal<readonly Step[]>([]);
  const undone = signal<readonly Step[]>([]);
  return {
    canUndo: computed(() => done.value.length > 0),
    canRedo: computed(() => undone.value.length > 0),
    record(before, changes) {
      const members = membersOf(changes as Tree).join(' ');
      const back = inverseOf(before, changes);
      const latest = done.peek().at(-1);
      const isSame = latest?.members === members && now() - latest.at < SAME_STEP_MS;
      const step: Step = isSame
        ? { ...latest, forward: joinChanges(latest.forward, changes), at: now() }
        : { forward: changes, back, members, at: now() };
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
      done.value = [...done.peek(), { ...step, at: Number.NEGATIVE_INFINITY }];
      return step.forward;
    },
  };
}

/** Returns the changes that restore the members of `before` that `changes` concern. */
function inverseOf(before: TimerDesign, changes: TimerDesignChanges): TimerDesignChanges {
  // A preset changes any member; the kind of a target decides which members it has.
  if ('preset' in changes) return before;
  const back = restore(before as unknown as Tree, changes as Tree) as TimerDesignChanges;
  return 'target' in changes ? { ...back, target: before.target } : back;
}

function restore(before: Tree, changes: Tree): Tree {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const old = before[name];
      return [name, isTree(value) && isTree(old) ? restore(old, value) : (old ?? null)];
    }),
  );
}

function membersOf(changes: Tree): string[] {
  return Object.entries(changes).flatMap(([name, value]) =>
    isTree(value) ? membersOf(value).map((member) => `${name}.${member}`) : [name],
  );
}
