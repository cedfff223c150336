import type { LiveUrls } from '../encoding/live-urls.ts';
import type { RecordEncoding } from '../encoding/record-encoding.ts';
import type { PropertyType, StoreRow } from '../ground/rows.ts';
import type { Column } from '../query/ast.ts';
import { guardFormula } from '../values/formula-guard.ts';
import { TYPE_RULES } from '../values/value.ts';
import { schemaOf } from './store-schema.ts';

/** What a caller chooses of an export. */
export interface ExportChoice {
  readonly format: 'csv' | 'json';
  /** Whether text that a spreadsheet would read as a formula is written unchanged or guarded. */
  readonly formulas: 'raw' | 'guarded';
  /** The members of each record, in this order. Null: all. */
  readonly fields: readonly string[] | null;
  /** The live image whose URLs are two more members of each record. */
  readonly live?: LiveUrls | undefined;
}

/** The members with the URLs of a live image. */
export const LINK_MEMBERS = ['liveUrl', 'liveClickUrl'] as const;

export interface ExportLayout extends Pick<ExportChoice, 'format' | 'formulas'> {
  /** The members of each record, in this order. */
  readonly columns: readonly string[];
  /** Columns of text that a user wrote, whose cells the formula guard is for. */
  readonly textColumns: ReadonlySet<string>;
  readonly encoding: RecordEncoding;
}

/** Returns what an export contains, and how it is encoded: each member as `showRecord` shows it. */
export function exportLayout(
  store: StoreRow,
  { format, formulas, fields, live }: ExportChoice,
): ExportLayout {
  const names = fields ?? allMembers(store);
  const sources = names.map((name) => sourceOf(store, name));
  const { propertiesByName } = schemaOf(store);
  const variables = (live?.names ?? [])
    .filter((name) => propertiesByName.has(name))
    .map((name) => ({ name, ...sourceOf(store, name) }));
  const columns = [...new Set([...sources, ...variables].map(({ column }) => column))];
  const isGuarding = format === 'csv' && formulas === 'guarded';
  const members = sources.map(({ column, type, isText }, i) => {
    const name = names[i] as string;
    return {
      name: isGuarding ? guardFormula(name) : name,
      cell: columns.indexOf(column),
      type,
      isGuarded: isGuarding && isText,
    };
  });
  const cells = variables.map(({ name, column, type }) => ({ name, cell: columns.indexOf(column), type }));
  if (live !== undefined) {
    LINK_MEMBERS.forEach((name, i) => {
      members.push({ name, cell: columns.length + i, type: 'string', isGuarded: false });
    });
  }
  return {
    format,
    formulas,
    columns: live === undefined ? names : [...names, ...LINK_MEMBERS],
    textColumns: new Set(names.filter((_, i) => sources[i]?.isText)),
    encoding: {
      ...{ format, columns, members },
      ...(live === undefined ? {} : { links: { urls: live, variables: cells } }),
    },
  };
}

/** Returns all members. A property may be named id. Its value equals the record's id, so there is only one member. */
function allMembers({ properties }: StoreRow): readonly string[] {
  return [...new Set(['id', ...properties.map(({ name }) => name), 'date_created', 'date_updated'])];
}

interface Source {
  readonly column: Column;
  readonly type: PropertyType;
  /** Whether the values are text of a user. Ids are if they are the text of a unique property. */
  readonly isText: boolean;
}

function sourceOf(store: StoreRow, name: string): Source {
  const { idProperty, propertiesByName } = schemaOf(store);
  const property = propertiesByName.get(name);
  if (name === 'date_created') return { column: 'created_at', type: 'datetime', isText: false };
  if (name === 'date_updated') return { column: 'updated_at', type: 'datetime', isText: false };
  if (property === undefined || property === idProperty) {
    return { column: 'id', type: 'string', isText: idProperty !== null };
  }
  const { slot, type } = property;
  return { column: slot, type, isText: TYPE_RULES[type].slotKind === 't' };
}
