import type { SqlDialect } from './dialect.ts';
import { dropOldest } from './drop-oldest.ts';
import { type Row, render, type Sql, type SqlValue, type Statement } from './sql.ts';

/**
 * An operation's steps: yields statements, receives their rows, returns what the operation answers. For a write
 * without RETURNING it receives one row, with the number of rows that were changed. It neither knows nor cares whether a driver runs it at once on one connection, in another thread, or over a network.
 *
 * A program depends on its arguments and the rows only, so a driver may run it again from the start after a
 * rollback. An error that a driver meets is not thrown into the program: the program is dropped.
 */
export type Steps<Result> = Generator<Statement, Result, readonly Row[]>;

/** Runs a program to its end on a driver that answers at once. Whatever `execute` throws ends it. */
export function runSteps<Result>(
  program: Steps<Result>,
  execute: (statement: Statement) => readonly Row[],
): Result {
  let step = program.next();
  while (!step.done) step = program.next(execute(step.value));
  return step.value;
}

/** A statement made for this call. What is hot keeps its text instead (`statementText`). */
export function statement(dialect: SqlDialect, fragment: Sql): Statement {
  return render(fragment, dialect.placeholder);
}

/** How many texts of one kind are kept. Stores of equal shape share them, so few are needed. */
const TEXTS_KEPT = 500;

/** Stands where a value will be bound, in SQL whose text is kept. */
export const BOUND: SqlValue = null;

/**
 * Keeps rendered text by key (a shape, or '' where there is one text), so that a hot statement is built once.
 * The values are bound in the order in which `BOUND` stands in the text.
 */
export function statementText(
  build: (dialect: SqlDialect, key: string) => Sql,
): (dialect: SqlDialect, key?: string) => string {
  const textsByDialect = new WeakMap<SqlDialect, Map<string, string>>();
  return (dialect, key = '') => {
    let texts = textsByDialect.get(dialect);
    if (texts === undefined) {
      texts = new Map();
      textsByDialect.set(dialect, texts);
    }
    let text = texts.get(key);
    if (text === undefined) {
      text = render(build(dialect, key), dialect.placeholder).text;
      if (texts.size >= TEXTS_KEPT) dropOldest(texts);
      texts.set(key, text);
    }
    return text;
  };
}
