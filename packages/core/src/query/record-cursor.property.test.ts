import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountPrincipal } from '../ports/access.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine } from '../vitrine.ts';

/** Long prefixes that many texts share. Cursors cut them at the end, inside a surrogate pair, or before it. */
const beginning = fc.constantFrom(
  '',
  'p'.repeat(1000),
  `${'p'.repeat(999)}😀`,
  `${'p'.repeat(998)}😀`,
  '\u{10FFFF}'.repeat(500),
  `${'p'.repeat(999)}\ud7ff`,
);
const ending = fc.string({ unit: fc.constantFrom('a', 'b', '\uffff', '\u{10FFFF}', '😀'), maxLength: 4 });
const text = fc.option(
  fc.tuple(beginning, ending).map((parts) => parts.join('')),
  { freq: 10 },
);

/** A change to a record of the page or to the next record: null deletes it, a text is its new value. */
const change = fc.record({
  at: fc.nat(3),
  to: fc.option(
    text.map((value) => ({ s: value })),
    { freq: 2 },
  ),
});

/** By one text, and by several keys of which the texts are not the first, or the only ones. */
const order = fc.constantFrom(
  { sortBy: 's', sortDir: 'asc' } as const,
  { sortBy: 's', sortDir: 'desc' } as const,
  {
    sortBy: [
      { field: 'n', dir: 'desc' },
      { field: 's', dir: 'asc' },
    ],
  } as const,
  {
    sortBy: [
      { field: 's', dir: 'desc' },
      { field: 'n', dir: 'asc' },
    ],
  } as const,
  {
    sortBy: [
      { field: 's', dir: 'asc' },
      { field: 'date_created', dir: 'asc' },
    ],
  } as const,
);

const walk = fc.record({
  texts: fc.array(text, { minLength: 1, maxLength: 14 }),
  limit: fc.integer({ min: 1, max: 3 }),
  order,
  /** The changes after each page. */
  changes: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }),
});

test('a list sorted by long texts loses no unchanged record, and ends after the changes end', async () => {
  await fc.assert(
    fc.asyncProperty(walk, async ({ texts, limit, order: { sortBy, ...direction }, changes }) => {
      const vitrine = await createVitrine({ storage: memoryStorage(), secret: 'secret of the test' });
      const principal = accountPrincipal((await vitrine.accounts.create('Test')).id);
      const { id: store } = await vitrine.stores.create(principal, {
        name: 'Texts',
        properties: [
          { name: 's', type: 'string' },
          { name: 'n', type: 'number' },
        ],
      });
      const untouched = new Map<string, number>();
      for (const [i, s] of texts.entries()) {
        untouched.set((await vitrine.records.add(principal, store, { s, n: i % 2 })).id ?? '', 0);
      }

      let cursor: string | undefined;
      let isRepeating = false;
      for (let page = 0; page === 0 || cursor !== undefined; page++) {
        expect(page).toBeLessThan(100);
        const keys = typeof sortBy === 'string' ? sortBy : [...sortBy];
        const query = { sortBy: keys, ...direction, limit, ...(cursor === undefined ? {} : { cursor }) };
        const { items, cursor: following } = await vitrine.records.query(principal, store, query);
        for (const { id } of items)
          if (untouched.has(id ?? '')) untouched.set(id ?? '', (untouched.get(id ?? '') ?? 0) + 1);
        cursor = following;
        // A place is exact while the last record shown or the next one is unchanged, and so are all places before it.
        const next =
          cursor === undefined
            ? []
            : (await vitrine.records.query(principal, store, { ...query, cursor })).items;
        const reachable = [...items.slice(-1), ...next.slice(0, 1)].map(({ id }) => id);
        const touched = new Set<string | null>();
        for (const { at, to } of changes[page] ?? []) {
          const id = [...items, ...next][at]?.id;
          if (id === undefined || id === null) continue;
          touched.add(id);
          untouched.delete(id);
          if (to === null) await vitrine.records.delete(principal, store, id);
          else await vitrine.records.patch(principal, store, id, to).catch(() => undefined);
        }
        if (reachable.every((id) => touched.has(id))) isRepeating = true;
      }
      const times = [...untouched.values()];
      expect(Math.min(...times, 1)).toBe(1);
      if (!isRepeating) expect(Math.max(...times, 1)).toBe(1);
    }),
  );
});
