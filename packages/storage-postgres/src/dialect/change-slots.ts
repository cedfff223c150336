import { SLOT_COLUMNS } from '@vitrine/core/adapter';
import type { Slot } from '@vitrine/core/storage';
import { NARROW_WIDTHS, slotBit } from '@vitrine/storage-sql';

/** The slots that an expression looks at: few of each kind, or all with the overflow column. */
export interface Width {
  readonly slots: readonly Slot[];
  readonly overflows: boolean;
}

function widthOf(count: number): Width {
  const slots = ['t', 'n'].flatMap((kind) => Array.from({ length: count }, (_, i) => `${kind}${i}` as Slot));
  return { slots, overflows: count === SLOT_COLUMNS };
}

/** A statement is prepared for execution with all its expressions, so that narrow stores have some of their own. */
export const NARROW = NARROW_WIDTHS.map((count) => ({ count, width: widthOf(count) }));
export const WIDE = widthOf(SLOT_COLUMNS);

/** Which slots an entry names. */
export interface Named {
  /** Returns the condition for the slot of a column. */
  readonly condition: (column: string) => string;
  /** The expression of the names in the overflow column, joined with commas. */
  readonly overflowing: string;
}

/** Returns the expression of names of slots in an overflow column. Its other members are folded texts. */
function overflowNames(members: string, condition: string): string {
  return `(
          SELECT string_agg(name, ',')
          FROM jsonb_object_keys(${members}) AS name
          WHERE left(name, 1) <> 'f'
            AND ${condition}
        )`;
}

/** Returns the slots that are set in a row. */
export function setIn(row: string): Named {
  return {
    condition: (column) => `${row}.${column} IS NOT NULL`,
    overflowing: `CASE
          WHEN ${row}.overflow IS NOT NULL
          THEN ${overflowNames(`${row}.overflow`, 'TRUE')}
        END`,
  };
}

/** The slots in which the rows of an update differ. */
export const CHANGED: Named = {
  condition: (column) => `before.${column} IS DISTINCT FROM after.${column}`,
  overflowing: `CASE
          WHEN before.overflow IS DISTINCT FROM after.overflow
          THEN ${overflowNames(
            "coalesce(before.overflow, '{}') || coalesce(after.overflow, '{}')",
            'before.overflow -> name IS DISTINCT FROM after.overflow -> name',
          )}
        END`,
};

/** Returns the expression of the names of slots, joined with commas. */
export function slotNames({ slots, overflows }: Width, { condition, overflowing }: Named): string {
  const names = slots.map((slot) => `CASE WHEN ${condition(slot)} THEN '${slot}' END`);
  return `concat_ws(
        ',',
        ${[...names, ...(overflows ? [overflowing] : [])].join(',\n        ')}
      )`;
}

/** Returns the expression of the bits of slots (`slotBit`). Computing it takes half the time of names. */
export function slotBits({ slots }: Width, { condition }: Named): string {
  const bits = slots.map((slot) => `CASE WHEN ${condition(slot)} THEN ${2 ** slotBit(slot)} ELSE 0 END`);
  return bits.join(' +\n        ');
}

/** Returns the expression of all values of a row by slot, as the text of a JSON object. */
export function valuesOf(row: string, { slots, overflows }: Width): string {
  const own = slots.map((slot) => `'"${slot}":' || to_json(${row}.${slot})`);
  const overflowing = `(
            SELECT string_agg('"' || name || '":' || value, ',')
            FROM jsonb_each(${row}.overflow) AS members (name, value)
            WHERE left(name, 1) <> 'f'
          )`;
  return `'{' || concat_ws(
          ',',
          ${[...own, ...(overflows ? [overflowing] : [])].join(',\n          ')}
        ) || '}'`;
}
