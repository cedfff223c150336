import { UnavailableError } from '../errors.ts';
import type { Figure } from '../figures.ts';
import { type Caller, requireWanted } from './caller.ts';
import { ItemList, ListItem } from './item-list.ts';
import { turnFigures } from './turn-figures.ts';
import type { TurnLoad, TurnRefusal } from './turn-load.ts';

export interface TurnLimits {
  /** Names the queue in metrics and in `GET /admin/status`: `scans`, `exports`, … */
  readonly queue: string;
  /** Turns that all accounts together hold at once. */
  readonly atOnce: number;
  /**
   * Further turns for accounts that hold none. So an account that fills all of `atOnce` with long work delays another one by
   * no whole turn, and one that is alone still uses all of `atOnce`. Default 0.
   */
  readonly reserved?: number;
  /** Turns that one account holds at once. Default: `atOnce`. */
  readonly perAccount?: number;
  /**
   * Turns that one account holds at once while others are about: for `SHARED_FOR` after a caller of another account than
   * the caller before. So an account that is alone uses all of `perAccount`. Default: `perAccount`.
   */
  readonly share?: number;
  /** Callers that may wait, over all accounts. */
  readonly waiting: number;
  /** Callers of one account that may wait. Default: half of `waiting`. */
  readonly waitingPerAccount?: number;
  /** Milliseconds that a caller waits for its turn at most. Default: for as long as its signal lets it. */
  readonly waitMax?: number;
  /** For the message of a refusal, with a full stop: `Too many searches are waiting.` */
  readonly refusal: string;
}

/** A turn that is held. */
export interface Turn {
  /** Gives it back; further calls do nothing. */
  end(): void;
}

/**
 * Hands out turns on something scarce, fairly between accounts.
 *
 * The next turn goes to the waiting account that has used the least time (start-time fair queuing, Goyal et al. 1996:
 * an account that was idle starts level with the others, so it can not save up time), and within an account to the caller that
 * waited longest. All bounds are in `TurnLimits`.
 */
export interface Turns {
  /**
   * Waits for a turn. The caller must end it, also when its work fails.
   * @throws UnavailableError when too many wait already, or the turn does not come in time.
   * @throws the signal's reason when it aborts before the turn comes.
   */
  take(caller: Caller): Promise<Turn>;
  /** Runs `work` in a turn. Throws what `take` and `work` throw. */
  run<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>;
  load(): TurnLoad;
  figures(): Figure[];
  /** Refuses everyone who waits, and all later callers, with this error. Turns that are held go on. */
  close(reason: Error): void;
}

/** Milliseconds for which accounts are held to their share after two have asked. */
const SHARED_FOR = 10_000;

class Waiter extends ListItem {
  readonly enter: () => void;
  readonly refuse: (reason: unknown) => void;

  constructor(enter: () => void, refuse: (reason: unknown) => void) {
    super();
    this.enter = enter;
    this.refuse = refuse;
  }
}

/** Accounts without turns that are kept, because V8 moves what a `Map` with short-lived entries holds to its old generation. */
const IDLE_ACCOUNTS_MAX = 64;

interface AccountTurns {
  readonly waiting: ItemList<Waiter>;
  running: number;
  /** Sum of the times at which its running turns began, to tell their running time at any moment in one step. */
  startedAt: number;
  /** Milliseconds used, level with the other accounts' (see `Turns`). */
  used: number;
}

function isIdle({ running, waiting }: AccountTurns): boolean {
  return running === 0 && waiting.length === 0;
}

/** `now`: milliseconds that only rise. */
export function createTurns(limits: TurnLimits, now: () => number = () => performance.now()): Turns {
  const { atOnce, reserved = 0, perAccount = atOnce, share = perAccount, waitMax, refusal } = limits;
  const { waiting: waitingMax, waitingPerAccount = Math.ceil(waitingMax / 2) } = limits;
  const accounts = new Map<string | null, AccountTurns>();
  const refused: Record<TurnRefusal, number> = { full: 0, late: 0, left: 0 };
  let running = 0;
  let waiting = 0;
  /** Time used by the account whose turn began last. An account that was idle starts level with it. */
  let level = 0;
  let closed: Error | null = null;
  let lastAccount: string | null | undefined;
  let sharedUntil = Number.NEGATIVE_INFINITY;

  /** Notes whether the accounts of callers change. */
  function noteCaller(account: string | null): void {
    if (lastAccount !== undefined && account !== lastAccount) sharedUntil = now() + SHARED_FOR;
    lastAccount = account;
  }

  function accountOf(name: string | null): AccountTurns {
    let account = accounts.get(name);
    if (account === undefined) {
      account = { waiting: new ItemList(), running: 0, startedAt: 0, used: 0 };
      accounts.set(name, account);
    }
    // Time that was not used while nobody of the account waited is not saved up.
    if (account.waiting.length === 0) account.used += Math.max(0, level - usedBy(account));
    return account;
  }

  function usedBy(account: AccountTurns): number {
    return account.used + account.running * now() - account.startedAt;
  }

  function mayEnter(account: AccountTurns): boolean {
    if (account.running >= (now() < sharedUntil ? share : perAccount)) return false;
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
      end() {
        if (isOver) return;
        isOver = true;
        running--;
        account.running--;
        account.startedAt -= startedAt;
        account.used += now() - startedAt;
        forgetIdle(name, account);
        serve();
      },
    };
  }

  function forgetIdle(name: string | null, account: AccountTurns): void {
    if (!isIdle(account)) return;
    // It starts level with the others again.
    account.used = 0;
    account.startedAt = 0;
    if (accounts.size > IDLE_ACCOUNTS_MAX) accounts.delete(name);
  }

  /** Lets in who is next, as often as there is room. */
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
          forgetIdle(name, account);
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
    noteCaller(caller.account);
    const account = accountOf(caller.account);
    // A caller goes behind waiting callers of its account.
    if (account.waiting.length === 0 && mayEnter(account)) return begin(caller.account, account);
    if (waiting >= waitingMax || account.waiting.length >= waitingPerAccount) {
      refused.full++;
      forgetIdle(caller.account, account);
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
    figures: () => turnFigures(limits.queue, load()),
    close(reason) {
      closed = reason;
      for (const account of accounts.values()) {
        account.waiting.visit((waiter) => waiter.refuse(reason));
      }
    },
  };
}
