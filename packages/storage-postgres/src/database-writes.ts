import type { Caller } from '@vitrine/core';
import {
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  type SqlEngine,
  SYSTEM,
  startOperation,
} from '@vitrine/storage-sql';
import type { noticedWrites } from './caching/noticed-writes.ts';
import { isContention, isUnprepared } from './connections/connection/errors.ts';
import { RACES, runAgain } from './connections/connection/run-again.ts';
import { drawingBy, type Execute, finish, unlessTaken } from './connections/connection/run-steps.ts';
import type { DatabaseNode } from './nodes/database-node.ts';
import { placeOf, type StoreNodes } from './nodes/store-nodes.ts';
import { insertGroups } from './running/insert-groups.ts';

export interface DatabaseWritesOptions {
  readonly engine: SqlEngine;
  /** Returns the servers, which a migration finds. */
  readonly nodes: () => StoreNodes;
  /** Runs the statements that draw insertion numbers. */
  readonly draw: Execute;
  readonly notice: ReturnType<typeof noticedWrites>;
}

/** Runs an operation that changes something. What lost a race with another transaction is run again. */
export type DatabaseWrite = <Name extends OperationName>(
  name: Name,
  args: OperationArgs<Name>,
  caller: Caller,
) => Promise<OperationResult<Name>>;

export function databaseWrites({ engine, nodes, draw, notice }: DatabaseWritesOptions): DatabaseWrite {
  const write: DatabaseWrite = async (name, args, caller) => {
    const { changes } = operationOf(name);
    const { account } = caller;
    const place = placeOf(name, args);
    const through = (execute: Execute) => nodes().confirming(place, drawingBy(draw, execute));
    // A write on a lost connection may be committed or not, so it is not run again.
    const noticed = ({ pools: { writers: singles, workers: own }, turns }: DatabaseNode) =>
      notice(name, args, ({ inTransaction }) =>
        runAgain(
          (error, attempt) => (isContention(error) || isUnprepared(error)) && attempt <= RACES,
          async () => {
            const steps = startOperation(engine, name, args);
            const first = steps.next();
            if (first.done) return first.value;
            const { value } = first;
            if (value.alone && changes === null) {
              if (!value.isLong) return finish(steps, through(singles.execute), first);
              return turns.transactions.run({ account }, () =>
                own.use(({ execute }) => finish(steps, through(unlessTaken(execute)), first)),
              );
            }
            return turns.transactions.run({ account }, () => inTransaction(steps, value, own, through));
          },
        ),
      );
    return nodes().run('write', place, caller, noticed);
  };

  const insert = insertGroups({
    one: (args) => write('insertRecord', args, SYSTEM),
    many: (args) => write('insertRecords', args, SYSTEM),
  });

  /** Writes that are joined with others before they are sent: concurrent inserts into one store. */
  const joined: { readonly [Name in OperationName]?: (args: OperationArgs<Name>) => unknown } = {
    insertRecord: insert,
  };

  return async (name, args, caller) => {
    const join = joined[name];
    return join === undefined
      ? write(name, args, caller)
      : ((await join(args)) as OperationResult<typeof name>);
  };
}
