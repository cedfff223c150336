import type { Metric } from '@vitrine/core';
import { ItemList, ListItem, type MaybePromise } from '@vitrine/core/server';

/** Milliseconds that the requests of one owner may take in one turn of the event loop. */
const SHARE_MS = 2;
/** Milliseconds that a request takes besides its handler: Node parses it and sends its response. */
const REQUEST_MS = 0.1;
/** Idle owners are removed when there are more owners than this. */
const OWNERS_MAX = 1_000;

/**
 * Shares each turn of the event loop between the owners of requests: accounts, and what is requested without a key. The
 * requests that have arrived meanwhile all start in one turn, so hundreds of short ones of one account would delay those of
 * all others. Here an owner starts requests until they have taken its share of the turn, and the rest in later turns, in
 * order. An owner that is alone loses nothing, because the next turn comes at once.
 */
export interface LoopShares {
  /**
   * Starts a request, at once if its owner has a part of its share left. `work` counts until it waits.
   * @throws the reason of the signal if it aborts before the request starts, and what `work` throws.
   */
  run<Result>(
    owner: string,
    caller: { readonly signal: AbortSignal },
    work: () => MaybePromise<Result>,
  ): MaybePromise<Result>;
  metrics(): Metric[];
}

class Waiter extends ListItem {
  readonly start: () => void;

  constructor(start: () => void) {
    super();
    this.start = start;
  }
}

interface Owner {
  readonly waiting: ItemList<Waiter>;
  /** The turn in which `used` was counted. */
  turn: number;
  /** Milliseconds. */
  used: number;
}

/** `now` returns milliseconds that never decrease. */
export function loopShares(now: () => number = () => performance.now()): LoopShares {
  const owners = new Map<string, Owner>();
  let turn = 0;
  let isTurnCounted = false;
  let waiting = 0;

  function ownerOf(name: string): Owner {
    let owner = owners.get(name);
    if (owner === undefined) {
      owner = { waiting: new ItemList(), turn, used: 0 };
      owners.set(name, owner);
    }
    return owner;
  }

  function hasShare(owner: Owner): boolean {
    if (owner.turn === turn) return owner.used < SHARE_MS;
    owner.turn = turn;
    owner.used = 0;
    return true;
  }

  function countTurn(): void {
    if (isTurnCounted) return;
    isTurnCounted = true;
    setImmediate(beginTurn);
  }

  /** Begins a turn with the requests that wait since an earlier one. */
  function beginTurn(): void {
    isTurnCounted = false;
    turn++;
    if (owners.size > OWNERS_MAX) removeIdle();
    if (waiting === 0) return;
    countTurn();
    startWaiting([...owners.values()].filter((owner) => owner.waiting.length > 0));
  }

  /**
   * Starts the requests that wait, one by one, and counts what each does before it waits for something. A response that is
   * sent in a microtask takes longer than its handler if it is large.
   */
  function startWaiting(waiters: readonly Owner[]): void {
    const owner = waiters.findLast((each) => each.waiting.length > 0 && hasShare(each));
    if (owner === undefined) return;
    const { used } = owner;
    const from = now();
    waiting--;
    owner.waiting.shift()?.start();
    // A tick runs when all microtasks have run, and before the event loop goes on.
    queueMicrotask(() =>
      process.nextTick(() => {
        owner.used = used + REQUEST_MS + now() - from;
        startWaiting(waiters);
      }),
    );
  }

  function removeIdle(): void {
    for (const [name, owner] of owners) if (owner.waiting.length === 0) owners.delete(name);
  }

  function start<Result>(owner: Owner, work: () => MaybePromise<Result>): MaybePromise<Result> {
    const from = now();
    try {
      return work();
    } finally {
      owner.used += REQUEST_MS + now() - from;
    }
  }

  return {
    run<Result>(
      name: string,
      caller: { readonly signal: AbortSignal },
      work: () => MaybePromise<Result>,
    ): MaybePromise<Result> {
      const owner = ownerOf(name);
      countTurn();
      if (owner.waiting.length === 0 && hasShare(owner)) return start(owner, work);
      waiting++;
      return new Promise((resolve, reject) => {
        const startNow = () => {
          try {
            caller.signal.throwIfAborted();
            resolve(start(owner, work));
          } catch (error) {
            reject(error);
          }
        };
        owner.waiting.add(new Waiter(startNow));
      });
    },
    metrics: () => [
      {
        name: 'vitrine_requests_waiting',
        help: "Requests that wait for their owner's share of the event loop.",
        kind: 'gauge',
        value: waiting,
      },
    ],
  };
}
