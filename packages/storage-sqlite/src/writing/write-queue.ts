import { activeAccounts, BoundedMap } from '@vitrine/core/adapter';
import type { WriteRequest } from '../messages.ts';

/** The maximum operations of a group, and its approximate maximum bytes. */
const GROUP_OPERATIONS = 256;
const GROUP_BYTES = 4 * 1024 * 1024;
/**
 * Milliseconds of a group, and of one account in a row, while several accounts write. An account that writes alone fills its
 * groups, because each one costs an fsync.
 */
const SHARED_MS = 3;
/**
 * Milliseconds of an operation that may join a group of another account while several write. All of a group waits for its
 * longest operation.
 */
const JOINING_MS = 1;
/** Milliseconds for which several accounts count as active after an operation of another account. */
const SHARED_FOR = 10_000;
/** Accounts whose last operation is remembered. */
const MEASURED_ACCOUNTS = 64;

/** The operations that wait for the writer. Those of one account keep their order. */
export interface WriteQueue {
  readonly length: number;
  add(request: WriteRequest): void;
  /**
   * Yields the operations of the next group, each when the one before has run, and at least one of some. Accounts take turns:
   * many operations of one delay those of another by about `SHARED_MS`, and long ones by the one that runs.
   */
  takeGroup(): Generator<WriteRequest, void>;
}

interface AccountWrites {
  /** Not empty. */
  readonly waiting: WriteRequest[];
  /** Milliseconds used in this turn. */
  used: number;
}

/** Creates an empty queue. `now` returns milliseconds that never decrease. */
export function createWriteQueue(now: () => number = () => performance.now()): WriteQueue {
  /** The accounts with operations, in the order of their turns. */
  const accounts = new Map<string | null, AccountWrites>();
  /** Milliseconds of the last operation by account. Its next one is expected to take as long. */
  const lastTook = new BoundedMap<string | null, number>(MEASURED_ACCOUNTS);
  const active = activeAccounts(SHARED_FOR, now);
  let length = 0;

  function removeFirst(account: string | null, { waiting }: AccountWrites): void {
    waiting.shift();
    length--;
    if (waiting.length === 0) accounts.delete(account);
  }

  function endTurn(account: string | null, writes: AccountWrites): void {
    writes.used = 0;
    accounts.delete(account);
    accounts.set(account, writes);
  }

  function spend(account: string | null, milliseconds: number): void {
    lastTook.set(account, milliseconds);
    const writes = accounts.get(account);
    if (writes === undefined) return;
    writes.used += milliseconds;
    if (writes.used >= SHARED_MS) endTurn(account, writes);
  }

  return {
    get length() {
      return length;
    },
    add(request) {
      const { account } = request;
      // The system writes for all accounts.
      if (account !== null) active.note(account);
      const writes = accounts.get(account);
      if (writes === undefined) accounts.set(account, { waiting: [request], used: 0 });
      else writes.waiting.push(request);
      length++;
    },
    *takeGroup() {
      const startedAt = now();
      let owner: string | null = null;
      let operations = 0;
      let bytes = 0;
      for (;;) {
        const [first] = accounts;
        if (first === undefined) return;
        const [account, writes] = first;
        const [request] = writes.waiting;
        if (request === undefined) return;
        const from = now();
        if (operations > 0) {
          if (operations === GROUP_OPERATIONS || bytes + request.weight > GROUP_BYTES) return;
          const expected = lastTook.get(account) ?? 0;
          const left = Math.min(SHARED_MS - (from - startedAt), account === owner ? SHARED_MS : JOINING_MS);
          if (expected > left && active.areSeveral()) {
            if (account === owner) endTurn(account, writes);
            return;
          }
        } else {
          owner = account;
        }
        removeFirst(account, writes);
        operations++;
        bytes += request.weight;
        yield request;
        spend(account, now() - from);
      }
    },
  };
}
