import {
  type OperationArgs,
  type OperationName,
  runProgram,
  type Statement,
  startOperation,
} from '../../packages/storage-sql/src/index.ts';
import { openConnection } from '../../packages/storage-sqlite/src/connection.ts';
import { sqliteDialect } from '../../packages/storage-sqlite/src/sqlite-dialect.ts';

/** The first statement of an operation as SQLite gets it. */
export function firstStatement<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Statement {
  const step = startOperation(sqliteDialect, name, args).next();
  if (step.done) throw new Error('expected a statement');
  return step.value;
}

/** How SQLite runs such statements, in an empty database with the layout. */
export function openPlans() {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  runProgram(startOperation(sqliteDialect, 'migrateLayout', null), connection.execute);
  return {
    of<Name extends OperationName>(name: Name, args: OperationArgs<Name>): string[] {
      const { text, values } = firstStatement(name, args);
      return connection.execute({ text: `EXPLAIN QUERY PLAN ${text}`, values }).map((row) => String(row[3]));
    },
    close: connection.close,
  };
}
