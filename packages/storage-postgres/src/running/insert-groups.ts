import { UnavailableError } from '@vitrine/core/adapter';
import type { OperationArgs, OperationResult } from '@vitrine/storage-sql';
import { mayBeCommitted } from '../connections/connection/errors.ts';

type InsertOne = OperationArgs<'insertRecord'>;
type InsertMany = OperationArgs<'insertRecords'>;
type Outcome = OperationResult<'insertRecord'>;

/** Statements of one kind that may be in flight. Further inserts wait for one to end, and are then sent together. */
const IN_FLIGHT = 2;
/** The largest number of records of one statement. */
const TOGETHER = 100;
const WAITING_MAX = 10_000;

/** How inserts are sent to the database. */
export interface Inserts {
  one(args: InsertOne): Promise<Outcome>;
  many(args: InsertMany): Promise<OperationResult<'insertRecords'>>;
}

interface Waiting {
  readonly args: InsertOne;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

interface Group {
  inFlight: number;
  waiting: Waiting[];
}

/**
 * Joins inserts of one author into one store. While two statements of a store are in flight, further inserts wait and then share one
 * statement and its commit. Each is acknowledged after that commit with its own outcome. An insert without concurrent
 * ones is sent at once and alone, and so are inserts into stores whose records expire.
 *
 * If a group's statement fails and is certainly not committed, each insert of the group is tried alone, so that only
 * those fail which fail by themselves.
 */
export function insertGroups({ one, many }: Inserts): (args: InsertOne) => Promise<Outcome> {
  const groups = new Map<string, Group>();
  let waitingCount = 0;

  async function together(members: readonly Waiting[]): Promise<void> {
    const [first] = members;
    if (first === undefined) return;
    if (members.length === 1) return settle(first, one(first.args));
    const { storeId, storeNumber, accountId, version, record, by, log } = first.args;
    const records = members.map(({ args }) => ({
      id: args.record.id,
      createdAt: args.now,
      updatedAt: args.now,
      values: args.record.values,
    }));
    try {
      const outcomes = await many({
        storeId,
        storeNumber,
        accountId,
        version,
        storeShape: record.shape,
        records,
        by,
        log,
        at: null,
      });
      members.forEach(({ resolve }, i) => {
        resolve(outcomes === 'stale' ? 'stale' : (outcomes[i] ?? 'exists'));
      });
    } catch (error) {
      if (mayBeCommitted(error)) for (const { reject } of members) reject(error);
      else await Promise.all(members.map((member) => settle(member, one(member.args))));
    }
  }

  async function run(key: string, group: Group, member: Waiting): Promise<void> {
    group.inFlight++;
    let members = [member];
    while (members.length > 0) {
      await together(members);
      members = takeDistinct(group);
      waitingCount -= members.length;
    }
    group.inFlight--;
    if (group.inFlight === 0) groups.delete(key);
  }

  return (args) => {
    if (args.expiredUpTo !== null) return one(args);
    if (waitingCount >= WAITING_MAX) throw new UnavailableError('Too many calls wait for the database.');
    const { storeId, accountId, version, record, by } = args;
    const key = JSON.stringify([storeId, accountId, version, record.shape, by?.id]);
    let group = groups.get(key);
    if (group === undefined) {
      group = { inFlight: 0, waiting: [] };
      groups.set(key, group);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const member = { args, resolve, reject };
    if (group.inFlight < IN_FLIGHT) {
      run(key, group, member);
    } else {
      group.waiting.push(member);
      waitingCount++;
    }
    return promise;
  };
}

async function settle({ resolve, reject }: Waiting, outcome: Promise<Outcome>): Promise<void> {
  try {
    resolve(await outcome);
  } catch (error) {
    reject(error);
  }
}

/**
 * Removes and returns the first waiting inserts, each id once: the second insert of an id must see the first one
 * committed.
 */
function takeDistinct(group: Group): Waiting[] {
  const taken = new Map<string, Waiting>();
  const left: Waiting[] = [];
  for (const member of group.waiting) {
    const { id } = member.args.record;
    if (taken.size >= TOGETHER || taken.has(id)) left.push(member);
    else taken.set(id, member);
  }
  group.waiting = left;
  return [...taken.values()];
}
