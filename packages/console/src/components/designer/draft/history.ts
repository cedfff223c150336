import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { inverseOf, isEqual, isTree, joinChanges, type Tree, withoutMembers, withValue } from './changes.ts';
import type { Difference } from './differences.ts';
import type { Act, Renaming } from './unsent-acts.ts';

/** The changes of a design that can be taken back, and those that were. */
export interface DesignHistory<Design extends object, Changes extends object> {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /**
   * @param before the design as it was shown before the changes.
   * @param drag the drag that they belong to, which is one step however long it takes.
   */
  record(before: Design, changes: Changes, drag?: symbol | null): void;
  /** Records a new name of a part, which is a step of its own. */
  recordRenaming(renaming: Renaming<Design, Changes>): void;
  /** Changes what steps take back and make again, such as names in it. */
  rewrite(change: (changes: Changes) => Changes): void;
  /**
   * Notes what others have changed: no step takes it back or makes it again. Where the value of here stays, taking it back
   * leads to theirs.
   *
   * @param kept the members whose values of here stay.
   */
  noteOthers(found: readonly Difference[], kept: readonly string[]): void;
  /** Returns the act that takes the latest step back. Null: there is none. */
  undo(): Undone<Design, Changes> | null;
  /** Returns the act that makes the step again that was taken back last. Null: there is none. */
  redo(): Undone<Design, Changes> | null;
}

/** The act that takes a step back, or makes it again. */
export interface Undone<Design, Changes> {
  readonly act: Act<Design, Changes>;
  /** Whether members of the step stay as others have set them since. */
  readonly isPartial: boolean;
}

interface Step<Design, Changes> {
  readonly forward: Act<Design, Changes>;
  readonly back: Act<Design, Changes>;
  /** The changed members. Null: no other change joins the step. */
  readonly members: string | null;
  readonly at: number;
  readonly drag: symbol | null;
  /** Whether others have set members of `forward` or of `back` since, so that they are no longer in it. */
  readonly isForwardPartial: boolean;
  readonly isBackPartial: boolean;
}

const WHOLE = { isForwardPartial: false, isBackPartial: false };
const STEPS_MAX = 200;
/** Changes of the same members within this time are one step, such as typed letters. */
const SAME_STEP_MS = 1_000;

/** @param now the current time in milliseconds. */
export function createDesignHistory<Design extends object, Changes extends object>(
  now: () => number = () => performance.now(),
): DesignHistory<Design, Changes> {
  type OwnStep = Step<Design, Changes>;
  const done = signal<readonly OwnStep[]>([]);
  const undone = signal<readonly OwnStep[]>([]);

  function push(steps: readonly OwnStep[], step: OwnStep): void {
    done.value = [...steps, step].slice(-STEPS_MAX);
    undone.value = [];
  }

  return {
    canUndo: computed(() => done.value.length > 0),
    canRedo: computed(() => undone.value.length > 0),
    record(before, changes, drag = null) {
      const members = membersOf(changes as Tree).join(' ');
      const back = inverseOf(before, changes);
      const latest = done.peek().at(-1);
      const isAtOnce = latest?.members === members && now() - latest.at < SAME_STEP_MS;
      const isSame = latest?.drag === drag && (drag !== null || isAtOnce);
      if (isSame && typeof latest.forward !== 'function' && typeof latest.back !== 'function') {
        const forward = joinChanges(latest.forward, changes);
        const joined = { ...latest, forward, back: joinChanges(back, latest.back), at: now() };
        push(done.peek().slice(0, -1), joined);
      } else push(done.peek(), { forward: changes, back, members, at: now(), drag, ...WHOLE });
    },
    recordRenaming: ({ forth, back }) =>
      push(done.peek(), { forward: forth, back, members: null, at: now(), drag: null, ...WHOLE }),
    rewrite(change) {
      const inAct = (act: Act<Design, Changes>) => (typeof act === 'function' ? act : change(act));
      const inStep = (step: OwnStep) => ({
        ...step,
        forward: inAct(step.forward),
        back: inAct(step.back),
      });
      done.value = done.peek().map(inStep);
      undone.value = undone.peek().map(inStep);
    },
    noteOthers(found, kept) {
      const theirs = found.map(({ member }) => member).filter((member) => !kept.includes(member));
      let steps = done.peek().map((step) => without(step, theirs));
      for (const difference of found.filter(({ member }) => kept.includes(member))) {
        const from = steps.findLastIndex((step) => !isEqual(towards(step, difference), step));
        steps = steps.map((step, at) =>
          at === from ? towards(step, difference) : at < from ? without(step, [difference.member]) : step,
        );
      }
      done.value = steps;
      undone.value = undone.peek().map((step) => without(step, theirs));
    },
    undo() {
      const step = done.peek().at(-1);
      if (step === undefined) return null;
      done.value = done.peek().slice(0, -1);
      undone.value = [...undone.peek(), step];
      return { act: step.back, isPartial: step.isBackPartial };
    },
    redo() {
      const step = undone.peek().at(-1);
      if (step === undefined) return null;
      undone.value = undone.peek().slice(0, -1);
      // A later change of the same members is a step of its own.
      done.value = [...done.peek(), { ...step, at: Number.NEGATIVE_INFINITY, drag: null }];
      return { act: step.forward, isPartial: step.isForwardPartial };
    },
  };
}

/** Returns a step that leaves members as others have set them. */
function without<Design, Changes>(
  step: Step<Design, Changes>,
  members: readonly string[],
): Step<Design, Changes> {
  const { forward, back } = step;
  if (typeof forward === 'function' || typeof back === 'function') return step;
  const again = withoutMembers(forward as Tree, members) as Changes;
  const away = withoutMembers(back as Tree, members) as Changes;
  return {
    ...step,
    forward: again,
    back: away,
    isForwardPartial: step.isForwardPartial || !isEqual(again, forward),
    isBackPartial: step.isBackPartial || !isEqual(away, back),
  };
}

/** Returns a step whose taking back leads to what others have set meanwhile. */
function towards<Design, Changes>(
  step: Step<Design, Changes>,
  difference: Difference,
): Step<Design, Changes> {
  if (typeof step.back === 'function') return step;
  return { ...step, back: withValue(step.back as Tree, difference) as Changes };
}

function membersOf(changes: Tree): string[] {
  return Object.entries(changes).flatMap(([name, value]) =>
    isTree(value) ? membersOf(value).map((member) => `${name}.${member}`) : [name],
  );
}
