import { BoundedMap } from '@vitrine/core/adapter';
import type { SqlDialect } from './dialect.ts';
import {
  type Named,
  NamedParameter,
  type Row,
  render,
  type Sql,
  type SqlParameter,
  type SqlValue,
  type Statement,
} from './sql.ts';

/**
 * The steps of an operation: yields statements, receives their rows, returns the operation's result. For a write
 * without RETURNING it receives one row with the number of changed rows. The steps do not depend on how a driver runs
 * them: at once on one connection, in another thread, or over a network.
 *
 * Steps depend only on their arguments and the rows, so a driver may run them again from the start after a rollback. A
 * driver's error is not thrown into the steps: they are dropped.
 */
export type Steps<Result> = Generator<Statement, Result, readonly Row[]>;

/** Runs steps to their end on a driver that executes synchronously. Errors of `execute` end them. */
export function runSteps<Result>(
  steps: Steps<Result>,
  execute: (statement: Statement) => readonly Row[],
): Result {
  let step = steps.next();
  while (!step.done) step = steps.next(execute(step.value));
  return step.value;
}

/** Renders a statement for one call. Hot statements keep their text instead (`keptStatement`). */
export function statement(dialect: SqlDialect, fragment: Sql): Statement {
  const { text, values } = render(fragment, dialect.placeholder);
  return { text, values: values.map(requireValue) };
}

function requireValue(value: SqlValue | NamedParameter): SqlValue {
  if (value instanceof NamedParameter) throw new Error(`no value is bound to ${value.name}`);
  return value;
}

/** Returns the place of one value of a list that is bound by name. */
export function elementOf({ values: [parameter] }: Sql, index: number): Sql {
  if (!(parameter instanceof NamedParameter)) throw new Error('only a named parameter has elements');
  return { strings: ['', ''], values: [new NamedParameter(parameter.name, index)] };
}

/** Returns the named parameters of a statement. The compiler checks the names against `Values`. */
function namedParameters<Values extends object>(): Named<Values> {
  return new Proxy({} as Named<Values>, {
    get: (_, name) => ({ strings: ['', ''], values: [new NamedParameter(String(name))] }),
  });
}

/** A statement whose text is rendered once: its text, and the value that each placeholder binds. */
interface KeptText {
  readonly text: string;
  readonly parameters: readonly NamedParameter[];
  /** The list whose elements are the values, in their order. Null: the values are not those of one list. */
  readonly list: string | null;
}

function keepText(dialect: SqlDialect, fragment: Sql): KeptText {
  const { text, values } = render(fragment, dialect.placeholder);
  const parameters = values.map(requireName);
  const name = parameters[0]?.name ?? null;
  const isList = parameters.every((parameter, i) => parameter.name === name && parameter.index === i);
  return { text, parameters, list: isList ? name : null };
}

/**
 * Returns a statement whose text is rendered once for each dialect. `build` places the values by name; a name may occur
 * more than once.
 */
export function keptStatement<Values extends object>(
  build: (dialect: SqlDialect, named: Named<Values>) => Sql,
): (dialect: SqlDialect, values: Values) => Statement {
  const keptByDialect = new WeakMap<SqlDialect, KeptText>();
  return (dialect, values) => {
    let kept = keptByDialect.get(dialect);
    if (kept === undefined) {
      kept = keepText(dialect, build(dialect, namedParameters()));
      keptByDialect.set(dialect, kept);
    }
    return bind(kept, values as BoundValues);
  };
}

/** The number of texts that a kept statement keeps for each dialect. Stores of equal shape share them. */
const TEXTS_KEPT = 500;

/**
 * Returns a statement with variants, such as the columns that are written. The text of each variant is rendered once
 * for each dialect, and found again by the variant's key: variants with equal keys must build equal text. The least
 * recently added texts are dropped beyond 500.
 */
export function keptStatements<Variant, Values extends object>({
  key,
  build,
}: {
  key(variant: Variant): string;
  build(dialect: SqlDialect, named: Named<Values>, variant: Variant): Sql;
}): (dialect: SqlDialect, variant: Variant, values: Values) => Statement {
  const textsByDialect = new WeakMap<SqlDialect, Map<string, KeptText>>();

  function textsOf(dialect: SqlDialect): Map<string, KeptText> {
    let texts = textsByDialect.get(dialect);
    if (texts === undefined) {
      texts = new BoundedMap(TEXTS_KEPT);
      textsByDialect.set(dialect, texts);
    }
    return texts;
  }

  return (dialect, variant, values) => {
    const texts = textsOf(dialect);
    const name = key(variant);
    let kept = texts.get(name);
    if (kept === undefined) {
      kept = keepText(dialect, build(dialect, namedParameters(), variant));
      texts.set(name, kept);
    }
    return bind(kept, values as BoundValues);
  };
}

function requireName(value: SqlValue | NamedParameter): NamedParameter {
  if (!(value instanceof NamedParameter)) {
    throw new Error(`a kept statement binds by name, not the value ${JSON.stringify(value)}`);
  }
  return value;
}

/** Values by name. A list is bound by its elements (`elementOf`) or, on engines that have arrays, as a column. */
type BoundValues = Readonly<Record<string, SqlParameter | readonly SqlParameter[]>>;

function bind({ text, parameters, list }: KeptText, values: BoundValues): Statement {
  // The rows of a batch are bound as they are.
  if (list !== null) return { text, values: values[list] as readonly SqlParameter[] };
  return {
    text,
    values: parameters.map(({ name, index }) => {
      const value = values[name] ?? null;
      return index === null ? (value as SqlParameter) : ((value as readonly SqlParameter[])[index] ?? null);
    }),
  };
}
