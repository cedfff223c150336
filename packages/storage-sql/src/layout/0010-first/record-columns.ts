import type { LayoutDialect, SqlTypes } from '../../statements/layout-dialect.ts';
import { join, type Sql, sql, text } from '../../statements/sql.ts';

const SLOT_INDEXES: readonly number[] = Array.from({ length: 24 }, (_, index) => index);
/** Slots of a kind that are side by side where kinds are apart. Most stores have no more of either kind. */
const SIDE_BY_SIDE = 4;

/**
 * Returns the columns of `records`, a column a line, in the order in which rows hold them. A row is decoded from its
 * front, so slots of low index, which stores of few properties use, come first. On SQLite `store_id` is computed from
 * the record's number, which begins with the store's: an id in each row and in both indexes made files a seventh
 * larger.
 */
export function recordColumns({ types, slotOrder }: LayoutDialect): Sql {
  const names = slotOrder === 'by index' ? namesByIndex() : namesByKind();
  return join(
    names.map((name) => sql`${text(name)} ${definitionOf(types, name)}`),
    ',\n',
  );
}

function definitionOf(types: SqlTypes, name: string): Sql {
  switch (name) {
    case 'store_id':
      return types.storeId;
    case 'id':
      return sql`${types.text} NOT NULL`;
    case 'seq':
    case 'created_at':
    case 'updated_at':
      return sql`${types.integer} NOT NULL`;
    case 'overflow':
      return types.json;
    default:
      return name.startsWith('n') ? types.double : types.text;
  }
}

/** Each text with its shadow and the number of the same index. */
function namesByIndex(): string[] {
  const slots = SLOT_INDEXES.flatMap((i) => [`t${i}`, `f${i}`, `n${i}`]);
  return ['store_id', 'seq', 'id', 'created_at', 'updated_at', 'id_folded', ...slots, 'overflow'];
}

/**
 * A few numbers, then as many texts, then their shadows, and so on, so that no text is decoded on the way to a number.
 * Columns that scans do not need come after the first of these blocks.
 */
function namesByKind(): string[] {
  const blocks = SLOT_INDEXES.filter((i) => i % SIDE_BY_SIDE === 0).map((first) => {
    const indexes = SLOT_INDEXES.slice(first, first + SIDE_BY_SIDE);
    return ['n', 't', 'f'].flatMap((kind) => indexes.map((i) => `${kind}${i}`));
  });
  const [front = [], ...others] = blocks;
  return [
    ...['seq', 'store_id'],
    ...front,
    ...['id', 'id_folded', 'created_at', 'updated_at'],
    ...others.flat(),
    'overflow',
  ];
}
