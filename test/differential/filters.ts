import { fold } from '@vitrine/core/adapter';
import type { Column, Comparison, Filter, Order, OrderKey } from '@vitrine/core/storage';
import fc from 'fast-check';
import { id, number, text, type Vocabulary } from './vocabulary.ts';

function columnsOf(words: Vocabulary) {
  const textColumns: Column[] = ['id', ...words.text];
  const numberColumns: Column[] = ['created_at', 'updated_at', ...words.number];
  return {
    textColumn: fc.constantFrom(...textColumns),
    numberColumn: fc.constantFrom(...numberColumns),
    column: fc.constantFrom<Column>('seq', ...textColumns, ...numberColumns),
  };
}

/** Generates orders by one key and, if its values may be equal, by several. */
export function order(words: Vocabulary): fc.Arbitrary<Order> {
  const key = fc.record({
    column: columnsOf(words).column,
    direction: fc.constantFrom<OrderKey['direction']>('asc', 'desc'),
  });
  const further = fc.option(fc.array(key, { minLength: 1, maxLength: 3 }), { freq: 3, nil: undefined });
  return fc
    .tuple(key, further)
    .map(([first, more]) =>
      more === undefined || first.column === 'seq' || first.column === 'id'
        ? first
        : { ...first, further: more },
    );
}

function comparison(words: Vocabulary): fc.Arbitrary<Comparison> {
  const { textColumn, numberColumn } = columnsOf(words);
  // Filters may contain numbers that no record can hold, and times close to those of the program.
  const bound = fc.oneof(number, fc.constantFrom(1e300, -1e300, Date.UTC(2026, 0, 2, 3, 4, 10, 678)));
  const needle = fc
    .oneof(fc.constantFrom(...words.pieces), text(words), id)
    .filter((part) => part !== '')
    .map(fold);
  return fc.oneof(
    fc.record({ column: textColumn, op: fc.constantFrom('eq', 'ne'), value: fc.oneof(text(words), id) }),
    fc.record({ column: numberColumn, op: fc.constantFrom('eq', 'ne'), value: bound }),
    fc.record({
      column: textColumn,
      op: fc.constant('in'),
      values: fc.array(fc.oneof(text(words), id), { minLength: 1, maxLength: 5 }),
    }),
    fc.record({
      column: numberColumn,
      op: fc.constant('in'),
      values: fc.array(bound, { minLength: 1, maxLength: 5 }),
    }),
    {
      weight: 2,
      arbitrary: fc.record({
        column: textColumn,
        op: fc.constantFrom('contains', 'startsWith', 'endsWith'),
        value: needle,
      }),
    },
    fc.record({ column: fc.oneof(textColumn, numberColumn), op: fc.constantFrom('empty', 'notEmpty') }),
    fc.record({ column: numberColumn, op: fc.constantFrom('gt', 'gte', 'lt', 'lte'), value: bound }),
  );
}

export function filter(words: Vocabulary): fc.Arbitrary<Filter> {
  return fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: comparison(words) },
      { weight: 1, arbitrary: fc.record({ all: fc.array(tie('filter'), { maxLength: 4 }) }) },
      { weight: 1, arbitrary: fc.record({ any: fc.array(tie('filter'), { maxLength: 4 }) }) },
    ),
  })).filter;
}
