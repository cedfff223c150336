import { ItemList, ListItem } from '../ground/collections.ts';
import { UnavailableError } from '../ground/errors.ts';
import type { Metric } from '../ground/metric.ts';
import { activeAccounts, type Caller, requireWanted, SHARED_FOR } from './caller.ts';
import { type TurnLimits, type TurnLoad, type TurnRefusal, turnMetrics } from './turn-queue.ts';

/** A turn that a caller holds. */
export interface Turn {
  /**
   * Returns the turn. Further calls do nothing.
   * @param rest milliseconds for which the account has no other turn if other accounts are active. Default 0.
   */
  end(rest?: number): void;
}

/**
 * Gives turns on a scarce resource, fairly between accounts.
 *
 * The next turn goes to the waiting account that has used the least time, and within an account to the caller that has
 * waited longest. This is start-time fair queuing (Goyal et al. 1996): an account that was idle starts level with the
 * others, so it cannot save time. `TurnLimits` holds all limits.
 */
export interface Turns {
  /**
   * Waits for a turn. The caller must end it, also when its work fails.
   * @throws UnavailableError if too many callers wait already, or the turn does not come in time.
   * @throws the reason of the signal if it aborts before the turn comes.
   */
  take(caller: Caller): Promise<Turn>;
  /** Runs `work` in a turn. Throws what `take` and `work` throw. */
  run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>;
  load(): TurnLoad;
  metrics(): Metric[];
  /** Rejects waiting and later callers with this error. Turns that are held continue. */
  close(reason: Error): void;
}

class Waiter extends ListItem {
  readonly enter: () => void;
  readonly refuse: (reason: unknown) => void;

  constructor(enter: () => void, refuse: (reason: unknown) => void) {
    super();
    this.enter = enter;
    this.refuse = refuse;
  }
}

/**
 * Upper bound of idle accounts that stay in the map. Removing short-lived entries from a `Map` makes V8 move what they
 * hold to its old generation.
 */
const IDLE_ACCOUNTS_MAX = 64;

interface AccountTurns {
  readonly waiting: ItemList<Waiter>;
  running: number;
  /** How many of its ended turns it still rests from. */
  resting: number;
  /** Sum of the start times of its running turns. Gives their total running time at any moment in constant time. */
  startedAt: number;
  /** Milliseconds used, raised to the level of the other accounts after idle time (see `Turns`). */
  used: number;
}

function isIdle({ running, resting, waiting }: AccountTurns): boolean {
  return running + resting === 0 && waiting.length === 0;
}

/** Creates the turns of a queue. `now` returns milliseconds that never decrease. */
export function createTurns(limits: TurnLimits, now: () => number = () => performance.now()): Turns {
  const { atOnce, reserved = 0, perAccount = atOnce, share = perAccount, waitMax, refusal } = limits;
  const { waiting: waitingMax, waitingPerAccount = Math.ceil(waitingMax / 2) } = limits;
  const accounts = new Map<string | null, AccountTurns>();
  const refused: Record<TurnRefusal, number> = { full: 0, late: 0, left: 0 };
  let running = 0;
  let waiting = 0;
  /** Time used by the account whose turn began last. An account that was idle starts at this level. */
  let level = 0;
  let closed: Error | null = null;
  const { active = activeAccounts(SHARED_FOR, now) } = limits;

  function accountOf(name: string | null): AccountTurns {
    let account = accounts.get(name);
    if (account === undefined) {
      account = { waiting: new ItemList(), running: 0, resting: 0, startedAt: 0, used: 0 };
      accounts.set(name, account);
    }
    // An account without waiting callers does not save unused time.
    if (account.waiting.length === 0) account.used += Math.max(0, level - usedBy(account));
    return account;
  }

  function usedBy(account: AccountTurns): number {
    return account.used + account.running * now() - account.startedAt;
  }

  function mayEnter(account: AccountTurns): boolean {
    if (account.resting > 0) return false;
    if (account.running >= (active.areSeveral() ? share : perAccount)) return false;
    return running < (account.running === 0 ? atOnce + reserved : atOnce);
  }

  function begin(name: string | null, account: AccountTurns): Turn {
    const startedAt = now();
    level = Math.max(level, usedBy(account));
    running++;
    account.running++;
    account.startedAt += startedAt;
    let isOver = false;
    return {
      end(rest = 0) {
        if (isOver) return;
        isOver = true;
        running--;
        account.running--;
        account.startedAt -= startedAt;
        account.used += now() - startedAt;
        if (rest > 0 && active.areSeveral()) {
          account.resting++;
          setTimeout(() => {
            account.resting--;
            removeIdle(name, account);
            serve();
          }, rest);
        }
        removeIdle(name, account);
        serve();
      },
    };
  }

  function removeIdle(name: string | null, account: AccountTurns): void {
    if (!isIdle(account)) return;
    // The account starts level with the others again.
    account.used = 0;
    account.startedAt = 0;
    if (accounts.size > IDLE_ACCOUNTS_MAX) accounts.delete(name);
  }

  /** Gives the next waiting callers their turns while turns are free. */
  function serve(): void {
    for (;;) {
      if (waiting === 0) return;
      let best: AccountTurns | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (const account of accounts.values()) {
        if (account.waiting.length === 0 || !mayEnter(account)) continue;
        const used = usedBy(account);
        if (used < least) [best, least] = [account, used];
      }
      if (best === null) return;
      best.waiting.first?.enter();
    }
  }

  function wait({ account: name, signal }: Caller, account: AccountTurns): Promise<Turn> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        account.waiting.delete(waiter);
        waiting--;
      };
      const waiter = new Waiter(
        () => {
          leave();
          resolve(begin(name, account));
        },
        (reason) => {
          leave();
          removeIdle(name, account);
          reject(reason);
        },
      );
      const abort = () => {
        refused.left++;
        waiter.refuse(signal?.reason);
      };
      account.waiting.add(waiter);
      waiting++;
      signal?.addEventListener('abort', abort, { once: true });
      if (waitMax === undefined) return;
      timer = setTimeout(() => {
        refused.late++;
        waiter.refuse(new UnavailableError(refusal));
      }, waitMax);
    });
  }

  async function take(caller: Caller): Promise<Turn> {
    if (closed !== null) throw closed;
    requireWanted(caller);
    active.note(caller.account);
    const account = accountOf(caller.account);
    // A caller queues after the waiting callers of its account.
    if (account.waiting.length === 0 && mayEnter(account)) return begin(caller.account, account);
    if (waiting >= waitingMax || account.waiting.length >= waitingPerAccount) {
      refused.full++;
      removeIdle(caller.account, account);
      throw new UnavailableError(refusal);
    }
    return wait(caller, account);
  }

  const load = (): TurnLoad => ({
    running,
    waiting,
    accounts: [...accounts.values()].filter((account) => !isIdle(account)).length,
    refused: { ...refused },
  });

  return {
    take,
    async run(caller, work) {
      const turn = await take(caller);
      try {
        return await work();
      } finally {
        turn.end();
      }
    },
    load,
    metrics: () => turnMetrics(limits.queue, load()),
    close(reason) {
      closed = reason;
      for (const account of accounts.values()) {
        account.waiting.visit((waiter) => waiter.refuse(reason));
      }
    },
  };
}
