import type { OperationArgs, OperationName, OperationResult, Statement, Steps } from '@vitrine/storage-sql';
import type { Connection } from './connection.ts';
import { isLost } from './errors.ts';
import type { ExclusiveGroup } from './exclusive-group.ts';
import { type Presence, waitUntil } from './presence.ts';
import type { RecentReads } from './recent-reads.ts';
import { transact } from './run-steps.ts';

/**
 * Writes to what servers remember that others need not have noticed: a later time of last use, slots that become free, the
 * row of a store that was deleted before.
 */
const UNNOTICED: ReadonlySet<OperationName> = new Set([
  'touchApiKeys',
  'releaseStoreSlots',
  'removeDeletedStore',
]);

/** How one write runs, once or several times, until it is done or has failed. */
export interface NoticedWrite {
  /** Runs the program in a transaction on a connection of its own. */
  inTransaction<Result>(program: Steps<Result>, first: Statement): Promise<Result>;
}

export interface NoticedWritesOptions {
  readonly workers: ExclusiveGroup;
  readonly presence: Presence;
  readonly recent: RecentReads;
  /** Milliseconds that only rise. */
  readonly now: () => number;
}

/**
 * Runs writes so that each ends when no server acts on what it has changed: this process forgets what it remembers of it,
 * and the write waits until the others must have forgotten it.
 *
 * Where the commit's answer was lost the failure waits as well: a second try then finds the change done, and no server
 * that has missed it.
 */
export function noticedWrites({ workers, presence, recent, now }: NoticedWritesOptions) {
  return async function notice<Name extends OperationName>(
    name: Name,
    args: OperationArgs<Name>,
    run: (write: NoticedWrite) => Promise<OperationResult<Name>>,
  ): Promise<OperationResult<Name>> {
    const changes = new Set<string>();
    let result: OperationResult<Name> | undefined;
    let noticedAt = Number.NEGATIVE_INFINITY;

    const isToBeNoticed = () => changes.size > 0 && !UNNOTICED.has(name);

    const write: NoticedWrite = {
      inTransaction: (program, first) =>
        workers.use(async (connection) => {
          changes.clear();
          const watched: Pick<Connection, 'execute'> = {
            execute(statement) {
              if (recent.isChangedBy(statement.text)) changes.add(statement.text);
              return connection.execute(statement);
            },
          };
          const done = await transact(watched, program, first);
          if (isToBeNoticed()) noticedAt = await presence.noticedAt(connection);
          return done;
        }),
    };

    // Other servers may still read by the schema in which these slots held the values of a deleted property.
    if (name === 'releaseStoreSlots') await waitUntil(await workers.use(presence.noticedAt), now);
    try {
      result = await run(write);
      return result;
    } catch (error) {
      if (isToBeNoticed() && isLost(error)) noticedAt = presence.noticedAtLatest();
      throw error;
    } finally {
      recent.written(name, args, result, changes);
      await waitUntil(noticedAt, now);
    }
  };
}
