import {
  type OperationArgs,
  type OperationName,
  type Row,
  runSteps,
  type SqlDialect,
  type Statement,
  startOperation,
} from '../../packages/storage-sql/src/index.ts';
import { openConnection } from '../../packages/storage-sqlite/src/connection.ts';
import { sqliteDialect } from '../../packages/storage-sqlite/src/sqlite-dialect.ts';

/** The first statement of an operation as SQLite gets it. */
export function firstStatement<Name extends OperationName>(name: Name, args: OperationArgs<Name>): Statement {
  return statementAfter(sqliteDialect, name, args, []);
}

/** The statement of an operation that follows these answers to the ones before it. */
export function statementAfter<Name extends OperationName>(
  dialect: SqlDialect,
  name: Name,
  args: OperationArgs<Name>,
  answers: readonly (readonly Row[])[],
): Statement {
  const program = startOperation(dialect, name, args);
  let step = program.next();
  for (const answer of answers) step = program.next(answer);
  if (step.done) throw new Error('expected a statement');
  return step.value;
}

/** How SQLite runs such statements, in an empty database with the layout. */
export function openPlans() {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  runSteps(startOperation(sqliteDialect, 'migrateLayout', null), connection.execute);
  return {
    of<Name extends OperationName>(
      name: Name,
      args: OperationArgs<Name>,
      answers: readonly (readonly Row[])[] = [],
    ): string[] {
      const { text, values } = statementAfter(sqliteDialect, name, args, answers);
      return connection.execute({ text: `EXPLAIN QUERY PLAN ${text}`, values }).map((row) => String(row[3]));
    },
    close: connection.close,
  };
}
