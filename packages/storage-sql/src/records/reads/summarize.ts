import { isRank, RANK_PERCENTS, SUMMARY_KEYS_MAX, showKeys } from '@vitrine/core/adapter';
import type {
  Column,
  Elapsed,
  Grouping,
  Measure,
  MeasureCondition,
  NumberBuckets,
  SlotValue,
  Summary,
  SummaryGroup,
  SummaryQuery,
} from '@vitrine/core/storage';
import { placeColumn } from '../../layout/record-layout.ts';
import { numberCell, numberOrNull } from '../../statements/cells.ts';
import { and, type LiveRecords, list } from '../../statements/clauses.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import { join, NOTHING, type Sql, sql, text } from '../../statements/sql.ts';
import { type Steps, statement } from '../../statements/statement.ts';
import { aggregateToSql } from './aggregates.ts';
import { inNoOrder } from './selection.ts';

export type SummarizeRecords = LiveRecords & SummaryQuery;

/** Groups records in the engine, which sorts the groups too, so that only the first ones are ever held here. */
export function* summarizeRecords(dialect: SqlDialect, args: SummarizeRecords): Steps<Summary> {
  const { groupBy, limit } = args;
  const rows = yield statement(dialect, selectGroups(dialect, args));
  const groups = rows.slice(0, limit).map((row): SummaryGroup => {
    const key = showKeys(groupBy, row.slice(0, groupBy.length) as SlotValue[]);
    const values = args.measures.map((_, i) => numberOrNull(row[groupBy.length + 1 + i]));
    return { key, values, count: numberCell(row[groupBy.length]) };
  });
  return { groups, more: rows.length > limit };
}

/** Selects one group more than the limit. A row has the keys, the number of records, and the measures. */
function selectGroups(dialect: SqlDialect, args: SummarizeRecords): Sql {
  const { groupBy, measures, limit } = args;
  const { from, conditions } = inNoOrder(dialect, args);
  const keys = groupBy.map((grouping) => keyToSql(dialect, grouping));
  const cells = measures.map((measure) => measureToSql(dialect, measure));
  const names = columnNames(groupBy.length, measures.length);
  const grouping = groupBy.length === 0 ? NOTHING : groupClauses(dialect, groupBy.length);
  const grouped = sql`
    WITH grouped (${list(names.all.map(text))}) AS (
      SELECT ${list([...keys, sql`count(*)`, ...cells])}
      FROM ${from}
      WHERE ${conditions}
      ${grouping}
    )`;
  const ordered = sql`ORDER BY ${groupOrder(args, names)}`;
  const having = havingToSql(args, names);
  const texts = groupBy.filter(isText).map((grouping) => names.keys[groupBy.indexOf(grouping)] ?? '');
  if (texts.length === 0) {
    return sql`
      ${grouped}
      SELECT *
      FROM grouped
      ${having}
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
        ${having}
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
  readonly measures: readonly string[];
}

function columnNames(keyCount: number, measureCount: number): ColumnNames {
  const keys = Array.from({ length: keyCount }, (_, i) => `key_${i}`);
  const measures = Array.from({ length: measureCount }, (_, i) => `value_${i}`);
  return { all: [...keys, 'found', ...measures], keys, measures };
}

/** Selects the groups that satisfy all conditions. Core's `satisfies`. */
function havingToSql({ having = [] }: SummaryQuery, names: ColumnNames): Sql {
  if (having.length === 0) return NOTHING;
  return sql`WHERE ${and(having.map((condition) => conditionToSql(condition, names)))}`;
}

const COMPARISONS = { eq: '=', ne: 'IS DISTINCT FROM', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

function conditionToSql({ of, op, value }: MeasureCondition, names: ColumnNames): Sql {
  const name = of.by === 'count' ? 'found' : names.measures[of.index];
  if (name === undefined) throw new Error('nothing to compare');
  return sql`${text(name)} ${text(COMPARISONS[op])} CAST(${value} AS double precision)`;
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
  return kind === 'folded' || (kind === 'value' && (column === 'id' || column.startsWith('t')));
}

function keyToSql(dialect: SqlDialect, grouping: Grouping): Sql {
  const { expression, folded } = placeColumn(dialect, grouping.column);
  switch (grouping.kind) {
    case 'value':
      return expression;
    case 'folded':
      return folded ?? expression;
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

function measureToSql(dialect: SqlDialect, measure: Measure): Sql {
  const { op } = measure;
  const expression = measuredToSql(dialect, measure);
  if (isRank(op)) return dialect.valueOfRank(expression, RANK_PERCENTS[op]);
  switch (op) {
    case 'count':
      return sql`count(${expression})`;
    case 'countDistinct':
      return sql`count(DISTINCT ${expression})`;
    case 'min':
    case 'max':
    case 'sum':
    case 'avg':
      return aggregateToSql(dialect, op, expression);
  }
}

function measuredToSql(dialect: SqlDialect, measure: Measure): Sql {
  if ('column' in measure) return placeColumn(dialect, measure.column).expression;
  if ('elapsed' in measure) return elapsedToSql(dialect, measure.elapsed);
  const { expression } = placeColumn(dialect, measure.lengthOf);
  return sql`CAST(length(${expression}) AS double precision)`;
}

/** The same operations of doubles as in core. */
function elapsedToSql(dialect: SqlDialect, { from, to, millis }: Elapsed): Sql {
  const double = (value: Sql | number) => sql`CAST(${value} AS double precision)`;
  const read = (column: Column) => double(placeColumn(dialect, column).expression);
  return sql`((${read(to)} - ${read(from)}) / ${double(millis)})`;
}
