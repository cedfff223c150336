import type {
  Column,
  Filter,
  Grouping,
  Measure,
  MeasureCondition,
  SummaryQuery,
  SummarySort,
} from '@vitrine/core/storage';
import fc from 'fast-check';
import type { Vocabulary } from './vocabulary.ts';

export const unit = fc.constantFrom(
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'weekday',
  'hourOfDay',
);

// Halves of hours, clock changes at midnight, a skipped day, and many offsets.
export const timeZone = fc.constantFrom(
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Africa/Casablanca',
);

const buckets = fc.record({
  units: fc.constantFrom(1, 25, 7, 1_000_003, 2 ** 53 - 1),
  scale: fc.constantFrom(1, 10, 1_000, 1e9),
});

/** Times of the system are whole milliseconds, as times in slots are; other numbers have only number buckets. */
function grouping({ text, number }: Vocabulary): fc.Arbitrary<Grouping> {
  const column = fc.constantFrom<Column>(...text, ...number, 'id', 'created_at', 'updated_at');
  return fc.oneof(
    fc.record({ kind: fc.constant('value' as const), column }),
    fc.record({ kind: fc.constant('folded' as const), column: fc.constantFrom<Column>('id', ...text) }),
    fc.record({ kind: fc.constant('number' as const), column: fc.constantFrom<Column>(...number), buckets }),
    fc.record({
      kind: fc.constant('time' as const),
      column: fc.constantFrom<Column>('created_at', 'updated_at'),
      unit,
      timeZone,
    }),
  );
}

const RANKS = ['median', 'p90', 'p95', 'p99'] as const;

function measure({ text, number }: Vocabulary): fc.Arbitrary<Measure> {
  return fc.oneof(
    fc.record({
      op: fc.constantFrom('sum', 'avg', 'min', 'max', ...RANKS),
      column: fc.constantFrom<Column>(...number),
    }),
    fc.record({
      op: fc.constantFrom('avg', 'min', 'max', ...RANKS),
      elapsed: fc.record({
        from: fc.constantFrom<Column>('created_at', 'updated_at'),
        to: fc.constantFrom<Column>('updated_at', 'created_at'),
        millis: fc.constantFrom(60_000, 3_600_000, 86_400_000),
      }),
    }),
    fc.record({
      op: fc.constantFrom('sum', 'avg', 'min', 'max', ...RANKS),
      lengthOf: fc.constantFrom<Column>(...text, 'id'),
    }),
    fc.record({
      op: fc.constantFrom('min', 'max'),
      column: fc.constantFrom<Column>('created_at', 'updated_at'),
    }),
    fc.record({
      op: fc.constantFrom('count', 'countDistinct'),
      column: fc.constantFrom<Column>(...text, ...number, 'id', 'updated_at'),
    }),
  );
}

const direction = fc.constantFrom('asc', 'desc');

/** Seldom any conditions, so that most summaries have groups. */
function having(measures: number): fc.Arbitrary<MeasureCondition[]> {
  const of = fc.constantFrom<MeasureCondition['of']>(
    { by: 'count' },
    ...Array.from({ length: measures }, (_, index) => ({ by: 'measure', index }) as const),
  );
  const condition = fc.record({
    of,
    op: fc.constantFrom('eq' as const, 'ne', 'gt', 'gte', 'lt', 'lte'),
    value: fc.oneof(fc.integer({ min: -2, max: 3 }), fc.constantFrom(0.5, 1e300, -1e300)),
  });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<MeasureCondition[]>([]) },
    { weight: 1, arbitrary: fc.array(condition, { minLength: 1, maxLength: 2 }) },
  );
}

/** Generates summaries. */
export function summary(words: Vocabulary, where: fc.Arbitrary<Filter>): fc.Arbitrary<SummaryQuery> {
  const parts = fc.record({
    groupBy: fc.array(grouping(words), { maxLength: 2 }),
    measures: fc.array(measure(words), { maxLength: 4 }),
    where,
    limit: fc.oneof(
      { weight: 3, arbitrary: fc.constant(1_000) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
    ),
  });
  return parts.chain((query) => {
    const sort = fc.constantFrom<SummarySort>(
      { by: 'count' },
      ...query.measures.map((_, index) => ({ by: 'measure', index }) as const),
      ...query.groupBy.map((_, index) => ({ by: 'key', index }) as const),
    );
    return fc
      .tuple(sort, direction, having(query.measures.length))
      .map(([by, way, conditions]): SummaryQuery => {
        return { ...query, having: conditions, sort: { ...by, direction: way } };
      });
  });
}
