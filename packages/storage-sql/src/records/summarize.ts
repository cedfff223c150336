import {
  type Grouping,
  type Measure,
  type NumberBuckets,
  type SlotValue,
  SUMMARY_KEYS_MAX,
  type Summary,
  type SummaryGroup,
  type SummaryQuery,
  showKeys,
} from '@vitrine/core/storage';
import { numberCell, numberOrNull } from '../cells.ts';
import { list } from '../clauses.ts';
import type { SqlDialect } from '../dialect.ts';
import { placeColumn } from '../layout/record-layout.ts';
import type { LiveRecords } from '../live-records.ts';
import { join, NOTHING, type Row, type Sql, sql, text } from '../sql.ts';
import { type Steps, statement } from '../statement.ts';
import { inNoOrder } from './selection.ts';

export type SummarizeRecords = LiveRecords & SummaryQuery;

/** A measure in the select list: its cells, and what is read from them. */
interface SelectedMeasure {
  readonly cells: Sql;
  /** The number of cells. */
  readonly width: number;
  /** Returns `'inexact'` when only an exact sum will do. */
  read(cells: Row): number | null | 'inexact';
}

/**
 * Groups records in the engine, which sorts the groups too, so that only the first ones are ever held here. Sums are tried
 * by the quick way of the engine; if that is not exact enough for one of the groups, they are computed again.
 */
export function* summarizeRecords(dialect: SqlDialect, args: SummarizeRecords): Steps<Summary> {
  const quick = yield* summarizeBy(dialect, args, 'quick');
  return quick ?? (yield* summarizeBy(dialect, args, 'exact')) ?? { groups: [], more: false };
}

type Exactness = 'quick' | 'exact';

/** Returns null when a quick sum is not exact enough. */
function* summarizeBy(
  dialect: SqlDialect,
  args: SummarizeRecords,
  exactness: Exactness,
): Steps<Summary | null> {
  const { groupBy, limit, sort } = args;
  const measures = args.measures.map((measure, i) =>
    // The engine compares what it sorts by, so that is exact at once.
    selectMeasure(dialect, measure, sort.by === 'measure' && sort.index === i ? 'exact' : exactness),
  );
  const rows = yield statement(dialect, selectGroups(dialect, args, measures));
  const groups: SummaryGroup[] = [];
  for (const row of rows.slice(0, limit)) {
    let place = groupBy.length + 1;
    const values: (number | null)[] = [];
    for (const { width, read } of measures) {
      const value = read(row.slice(place, place + width));
      if (value === 'inexact') return null;
      values.push(value);
      place += width;
    }
    const key = showKeys(groupBy, row.slice(0, groupBy.length) as SlotValue[]);
    groups.push({ key, values, count: numberCell(row[groupBy.length]) });
  }
  return { groups, more: rows.length > limit };
}

/** Selects one group more than the limit. A row has the keys, the number of records, and the cells of the measures. */
function selectGroups(
  dialect: SqlDialect,
  args: SummarizeRecords,
  measures: readonly SelectedMeasure[],
): Sql {
  const { groupBy, limit } = args;
  const { from, conditions } = inNoOrder(dialect, args);
  const keys = groupBy.map((grouping) => keyToSql(dialect, grouping));
  const cells = measures.map((measure) => measure.cells);
  const names = columnNames(groupBy.length, measures);
  const grouping = groupBy.length === 0 ? NOTHING : groupClauses(dialect, groupBy.length);
  const grouped = sql`
    WITH grouped (${list(names.all.map(text))}) AS (
      SELECT ${list([...keys, sql`count(*)`, ...cells])}
      FROM ${from}
      WHERE ${conditions}
      ${grouping}
    )`;
  const ordered = sql`ORDER BY ${groupOrder(args, names)}`;
  const texts = groupBy.filter(isText).map((grouping) => names.keys[groupBy.indexOf(grouping)] ?? '');
  if (texts.length === 0) {
    return sql`
      ${grouped}
      SELECT *
      FROM grouped
      ${ordered}
      LIMIT ${limit + 1}`;
  }
  // Texts may be large: the groups end after the one whose keys exceed the limit.
  const size = join(
    texts.map((name) => sql`coalesce(length(${text(name)}), 0)`),
    ' + ',
  );
  return sql`
    ${grouped}
    SELECT *
    FROM (
      SELECT first_groups.*, sum(${size}) OVER (${ordered} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS held
      FROM (
        SELECT *
        FROM grouped
        ${ordered}
        LIMIT ${limit + 1}
      ) AS first_groups
    ) AS sized
    WHERE held IS NULL OR held <= ${SUMMARY_KEYS_MAX}
    ${ordered}`;
}

/** Groups by the first columns. Groups are sorted after the scan has ended, so each of them checks the deadline again. */
function groupClauses(dialect: SqlDialect, keys: number): Sql {
  const places = list(Array.from({ length: keys }, (_, i) => text(String(i + 1))));
  return dialect.inTime === null
    ? sql`GROUP BY ${places}`
    : sql`
      GROUP BY ${places}
      HAVING count(*) > 0 AND ${dialect.inTime}`;
}

interface ColumnNames {
  readonly all: readonly string[];
  readonly keys: readonly string[];
  /** The first cell of each measure. */
  readonly measures: readonly string[];
}

function columnNames(keyCount: number, measures: readonly SelectedMeasure[]): ColumnNames {
  const keys = Array.from({ length: keyCount }, (_, i) => `key_${i}`);
  const cells = measures.map(({ width }, i) => Array.from({ length: width }, (_, j) => `value_${i}_${j}`));
  return {
    all: [...keys, 'found', ...cells.flat()],
    keys,
    measures: cells.map(([first = '']) => first),
  };
}

function groupOrder({ sort }: SummaryQuery, names: ColumnNames): Sql {
  const sortedBy =
    sort.by === 'count' ? 'found' : (sort.by === 'key' ? names.keys : names.measures)[sort.index];
  if (sortedBy === undefined) throw new Error('nothing to sort by');
  return list([
    sort.direction === 'asc' ? sql`${text(sortedBy)} ASC NULLS LAST` : sql`${text(sortedBy)} DESC NULLS LAST`,
    ...names.keys.map((key) => sql`${text(key)} ASC NULLS LAST`),
  ]);
}

function isText({ kind, column }: Grouping): boolean {
  return kind === 'value' && (column === 'id' || column.startsWith('t'));
}

function keyToSql(dialect: SqlDialect, grouping: Grouping): Sql {
  const { expression } = placeColumn(dialect, grouping.column);
  switch (grouping.kind) {
    case 'value':
      return expression;
    case 'number':
      return numberKeyToSql(grouping.buckets, expression);
    case 'time':
      return dialect.timeKey(expression, grouping.unit, grouping.timeZone);
  }
}

/** Core's `numberKey`, operation by operation. Every number is a double in both engines. */
function numberKeyToSql({ units, scale }: NumberBuckets, value: Sql): Sql {
  const double = (number: number) => sql`CAST(${number} AS double precision)`;
  const [u, s, width] = [double(units), double(scale), double(units / scale)];
  const index = sql`floor(${value} * ${s} / ${u})`;
  return sql`CASE
    WHEN ${value} IS NULL THEN NULL
    WHEN ${value} >= 0 AND ${value} < ${width} THEN 0
    WHEN ${value} < 0 AND ${value} >= -${width} THEN -1
    WHEN (${index} + 1) * ${u} / ${s} <= ${value} THEN ${index} + 1
    WHEN ${index} * ${u} / ${s} > ${value} THEN ${index} - 1
    ELSE ${index}
  END`;
}

function selectMeasure(dialect: SqlDialect, { op, column }: Measure, exactness: Exactness): SelectedMeasure {
  const { expression } = placeColumn(dialect, column);
  switch (op) {
    case 'count':
      return oneCell(sql`count(${expression})`);
    case 'countDistinct':
      return oneCell(sql`count(DISTINCT ${expression})`);
    case 'min':
      return oneCell(sql`min(${expression})`);
    case 'max':
      return oneCell(sql`max(${expression})`);
    case 'sum':
    case 'avg':
      if (dialect.quickSum !== null && exactness === 'quick') {
        return quickMeasure(dialect.quickSum, op, expression);
      }
      return oneCell(op === 'sum' ? dialect.sum(expression) : dialect.avg(expression));
  }
}

function oneCell(cells: Sql): SelectedMeasure {
  return { cells, width: 1, read: ([cell]) => numberOrNull(cell) };
}

function quickMeasure(
  quickSum: NonNullable<SqlDialect['quickSum']>,
  op: 'sum' | 'avg',
  expression: Sql,
): SelectedMeasure {
  return {
    cells: quickSum.select(expression),
    width: quickSum.width,
    read(cells) {
      const quick = quickSum.read(cells);
      if (quick === null) return 'inexact';
      if (quick.count === 0) return null;
      return op === 'sum' ? quick.sum : quick.sum / quick.count;
    },
  };
}
