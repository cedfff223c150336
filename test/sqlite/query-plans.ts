import {
  type OperationArgs,
  type OperationName,
  type Row,
  runSteps,
  type SqlEngine,
  type Statement,
  startOperation,
} from '../../packages/storage-sql/src/index.ts';
import { openConnection } from '../../packages/storage-sqlite/src/connections/connection.ts';
import { sqliteEngine } from '../../packages/storage-sqlite/src/dialect/sqlite-engine.ts';

/** Returns the first statement of an operation as it is sent to SQLite. */
export function firstStatement<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Statement {
  return statementAfter(sqliteEngine, name, args, []);
}

/** Returns the statement of an operation that follows after the previous statements returned `results`. */
export function statementAfter<Name extends OperationName>(
  engine: SqlEngine,
  name: Name,
  args: OperationArgs<Name>,
  results: readonly (readonly Row[])[],
): Statement {
  const steps = startOperation(engine, name, args);
  let step = steps.next();
  for (const rows of results) step = steps.next(rows);
  if (step.done) throw new Error('expected a statement');
  return step.value;
}

/** Opens an empty database with the layout and returns the query plans of statements in it. */
export function openPlans() {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  runSteps(startOperation(sqliteEngine, 'migrateLayout', null), connection.execute);
  return {
    of<Name extends OperationName>(
      name: Name,
      args: OperationArgs<Name>,
      results: readonly (readonly Row[])[] = [],
    ): string[] {
      const { text, values } = statementAfter(sqliteEngine, name, args, results);
      return connection.execute({ text: `EXPLAIN QUERY PLAN ${text}`, values }).map((row) => String(row[3]));
    },
    close: connection.close,
  };
}
