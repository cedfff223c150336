import assert from 'node:assert/strict';
import type { RecordRow, SlotValue, StoreRow } from '../../ground/rows.ts';
import { EVERYTHING, NEWEST_FIRST, type Order, type Position } from '../../query/ast.ts';
import { encodeRecordCursor, readRecordCursor } from '../../query/record-cursor.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  arrangeRecords,
  arrangeStore,
  NOW,
  numberedRecords,
  positionBehind,
  record,
  values,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { DIRECTIONS } from '../fixtures/page-walk.ts';

const SECRETS = ['a secret of the kit'] as const;
const SCOPE = ['walk'];
const SLOTS = ['t0', 't24'] as const;

/** Returns whole numbers from 0 to `below` - 1, in a sequence that depends only on the seed. */
type Dice = (below: number) => number;

function diceOf(seed: number): Dice {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
}

/** Each is about as long as the longest text in a cursor. */
const BEGINNINGS = [
  'p'.repeat(1000),
  'p'.repeat(1000),
  `${'p'.repeat(999)}\u{1F600}`,
  '\u{10FFFF}'.repeat(500),
  `${'p'.repeat(999)}\ud7ff`,
  'p'.repeat(990),
];
const ENDINGS = ['', 'a', 'b', '\u{10FFFF}', '\uffff', '\u{1F600}', '\ue000', 'x'.repeat(3000)];

function pick<Item>(dice: Dice, items: readonly Item[]): Item {
  return items[dice(items.length)] as Item;
}

function longText(dice: Dice): SlotValue {
  if (dice(12) === 0) return pick(dice, [null, '', 'p', 'z']);
  return pick(dice, BEGINNINGS) + Array.from({ length: dice(4) }, () => pick(dice, ENDINGS)).join('');
}

/** Reads a page with a cursor, as core does. Returns the cursor of the next page, or null for the last page. */
async function readPage(
  storage: Storage,
  store: StoreRow,
  order: Order,
  limit: number,
  cursor: string | null,
): Promise<{ page: RecordRow[]; next: RecordRow | undefined; cursor: string | null }> {
  const positionAt = async (seq: number) => {
    const where = { column: 'seq', op: 'eq', value: seq } as const;
    const {
      rows: [row],
    } = await storage.records.find(store, { where, order: NEWEST_FIRST, after: null, limit: 1 }, NOW);
    return row === undefined ? null : positionBehind(store, row, order);
  };
  const after = cursor === null ? null : await readRecordCursor(SECRETS, SCOPE, order, cursor, positionAt);
  const query = { where: EVERYTHING, order, after, limit: limit + 1 };
  const { rows } = await storage.records.find(store, query, NOW);
  const page = rows.slice(0, limit);
  const next = rows[limit];
  const position = (row: RecordRow): Position => positionBehind(store, row, order);
  const following =
    next === undefined ? null : encodeRecordCursor(SECRETS, SCOPE, order, page.map(position), position(next));
  return { page, next, cursor: following };
}

interface Touches {
  readonly storage: Storage;
  readonly store: StoreRow;
  readonly dice: Dice;
  readonly touched: Set<string>;
}

/** Deletes a record or changes its texts. */
async function touch({ storage, store, dice, touched }: Touches, id: string): Promise<void> {
  touched.add(id);
  if (dice(2) === 0) await storage.records.delete(store, [id], NOW);
  else await storage.records.patch(store, id, values({ t0: longText(dice), t24: longText(dice) }), NOW);
}

/** The number of pages after which a walk is no longer disturbed and must end. */
const DISTURBED_PAGES = 12;
const PAGES_MAX = 200;

interface Walk {
  readonly limit: number;
  readonly order: Order;
  /** Called after a page, with the first record of the next page. */
  disturb(touches: Touches, page: readonly RecordRow[], next: RecordRow): Promise<void>;
}

/** Returns how often a walk returned each record that was not touched. */
async function countSeen(
  storage: Storage,
  dice: Dice,
  { limit, order, disturb }: Walk,
): Promise<Map<string, number>> {
  const store = await arrangeStore(storage, SLOTS);
  const records = numberedRecords(30, () => ({ t0: longText(dice), t24: longText(dice) }));
  await arrangeRecords(storage, store, records);
  const touches: Touches = { storage, store, dice, touched: new Set() };
  const seen = new Map(records.map(({ id }) => [id, 0]));
  let cursor: string | null = null;
  for (let pages = 1; ; pages++) {
    assert(pages < PAGES_MAX, 'a walk ends when nobody changes anything any more');
    const read = await readPage(storage, store, order, limit, cursor);
    for (const { id } of read.page) seen.set(id, (seen.get(id) ?? 0) + 1);
    cursor = read.cursor;
    if (cursor === null || read.next === undefined) break;
    assert(cursor.length < 5000, 'the cursor fits into a URL');
    if (pages <= DISTURBED_PAGES) await disturb(touches, read.page, read.next);
  }
  for (const id of touches.touched) seen.delete(id);
  return seen;
}

function* orders(): Generator<Order> {
  for (const column of SLOTS) for (const direction of DIRECTIONS) yield { column, direction };
}

export const recordsWalks = topic('records-walks', [
  {
    id: 'long-texts',
    title:
      'a walk over long texts with equal beginnings returns each record once, also ties and unset values',
    async run({ storage }) {
      for (const order of orders()) {
        const dice = diceOf(1);
        const seen = await countSeen(storage, dice, { limit: 4, order, disturb: async () => {} });
        assert.deepEqual(new Set(seen.values()), new Set([1]), JSON.stringify(order));
      }
    },
  },
  {
    id: 'pivot-touched',
    title: 'a walk returns each other record once while the last returned one is changed or deleted',
    async run({ storage }) {
      for (const order of orders()) {
        for (let seed = 1; seed <= 4; seed++) {
          const seen = await countSeen(storage, diceOf(seed), {
            limit: (seed % 3) + 1,
            order,
            async disturb(touches, page) {
              await touch(touches, page.at(-1)?.id ?? '');
            },
          });
          assert.deepEqual(
            new Set(seen.values()),
            new Set([1]),
            `${JSON.stringify(order)} from seed ${seed}`,
          );
        }
      }
    },
  },
  {
    id: 'neighbours-touched',
    title: 'a walk ends and returns every untouched record while others are changed, deleted and added',
    async run({ storage }) {
      for (const order of orders()) {
        for (let seed = 1; seed <= 4; seed++) {
          let added = 0;
          const seen = await countSeen(storage, diceOf(seed), {
            limit: (seed % 3) + 1,
            order,
            async disturb(touches, page, next) {
              const { dice, store } = touches;
              for (const { id } of [...page, next]) if (dice(3) > 0) await touch(touches, id);
              const fresh = record(`new${++added}`, { t0: longText(dice), t24: longText(dice) });
              touches.touched.add(fresh.id);
              await arrangeRecords(storage, store, [fresh]);
            },
          });
          assert(
            [...seen.values()].every((times) => times > 0),
            `${JSON.stringify(order)} from seed ${seed}`,
          );
        }
      }
    },
  },
]);
