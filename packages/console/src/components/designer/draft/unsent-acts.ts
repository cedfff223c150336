import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { hasAll, isEqual, joinChanges, ownChanges, type Tree, withoutMembers } from './changes.ts';
import { differences } from './differences.ts';

/**
 * An act on a design: changes of members, or a function that returns them for the design as it is. A function lets a new
 * name of a part take along what others have made of the part, and an undo leave what others have set since.
 */
export type Act<Design, Changes> = Changes | ((design: Design) => Changes);

/** A new name of a part, and how it is taken back. */
export interface Renaming<Design, Changes> {
  readonly forth: (design: Design) => Changes;
  readonly back: (design: Design) => Changes;
}

/** Returns the changes of an act. */
function changesOfAct<Design, Changes extends object>(act: Act<Design, Changes>, design: Design): Changes {
  return typeof act === 'function' ? act(design) : act;
}

/**
 * Returns an act that leaves the members that others set after the design was seen.
 *
 * @param onLeft called once, when there are some.
 */
export function leavingOthers<Design extends object, Changes extends object>(
  act: Act<Design, Changes>,
  seen: Design,
  onLeft: () => void,
): (design: Design) => Changes {
  if (typeof act === 'function') return act;
  let isSaid = false;
  return (design) => {
    const theirs = differences(seen, design).map(({ member }) => member);
    const rest = withoutMembers(act as Tree, theirs) as Changes;
    // An undo whose answer was lost leaves nothing: the design has its values already.
    if (!isSaid && !isEqual(rest, act) && !hasAll(design, act)) {
      isSaid = true;
      onLeft();
    }
    return rest;
  };
}

/** The acts on a design that the server has not applied yet. */
export interface UnsentActs<Design, Changes> {
  /** The changes that are on their way, and those that follow them. */
  readonly sent: ReadonlySignal<Changes>;
  readonly waiting: ReadonlySignal<Changes>;
  add(act: Act<Design, Changes>, design: Design): void;
  /** Returns the changes that wait. They are on their way from now on. */
  begin(): Changes;
  /** The server has applied the changes on their way. */
  succeed(): void;
  /** The changes on their way wait again. */
  fail(): void;
  /** Changes what waits, such as names in it. */
  rewrite(change: (changes: Changes) => Changes): void;
  /**
   * Makes what waits follow the design that others have made of `before`. Returns the changes whose values stay, whatever
   * others have set.
   */
  follow(before: Design, after: Design): Changes;
}

export function createUnsentActs<Design extends object, Changes extends object>(
  first: Changes,
  applied: (design: Design, changes: Changes) => Design,
): UnsentActs<Design, Changes> {
  const NONE = {} as Changes;
  const sent = signal(NONE);
  const waiting = signal(first);
  let onTheirWay: readonly Act<Design, Changes>[] = [];
  let later: readonly Act<Design, Changes>[] = [first];
  return {
    sent,
    waiting,
    add(act, design) {
      later = withAct(later, act);
      waiting.value = joinChanges(waiting.peek(), changesOfAct(act, design));
    },
    begin() {
      onTheirWay = later;
      later = [];
      batch(() => {
        sent.value = waiting.peek();
        waiting.value = NONE;
      });
      return sent.peek();
    },
    succeed() {
      onTheirWay = [];
      sent.value = NONE;
    },
    fail() {
      later = later.reduce(withAct<Design, Changes>, onTheirWay);
      onTheirWay = [];
      batch(() => {
        waiting.value = joinChanges(sent.peek(), waiting.peek());
        sent.value = NONE;
      });
    },
    rewrite(change) {
      later = later.map((act) => (typeof act === 'function' ? act : change(act)));
      waiting.value = change(waiting.peek());
    },
    follow(before, after) {
      let [was, now, changes, insisted] = [before, after, NONE, NONE];
      later = later.map((act) => {
        const own =
          typeof act === 'function'
            ? act(now)
            : (ownChanges(act as Tree, was as Tree, now as Tree) as Changes);
        was = applied(was, changesOfAct(act, was));
        now = applied(now, own);
        changes = joinChanges(changes, own);
        if (typeof act === 'function') return act;
        insisted = joinChanges(insisted, own);
        return own;
      });
      waiting.value = changes;
      return insisted;
    },
  };
}

/** Returns acts with a further one. Changes of members become one with those before them. */
function withAct<Design, Changes extends object>(
  acts: readonly Act<Design, Changes>[],
  act: Act<Design, Changes>,
): readonly Act<Design, Changes>[] {
  const last = acts.at(-1);
  return typeof act === 'function' || last === undefined || typeof last === 'function'
    ? [...acts, act]
    : [...acts.slice(0, -1), joinChanges(last, act)];
}
