import { expect, test } from 'vitest';
import { verifies } from '../../../../../../test/requirements.ts';
import { accountPrincipal } from '../../../ports/access.ts';
import { memoryStorage } from '../../../storage/memory/index.ts';
import { createVitrine } from '../../../vitrine.ts';

/** Creates a store of texts. Returns a function that summarizes them by text. */
async function arrange(texts: readonly string[]) {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const me = accountPrincipal((await vitrine.accounts.create('A')).id);
  const properties = [{ name: 't"xt', type: 'string' as const }];
  const { id } = await vitrine.stores.create(me, { name: 'Texts', properties });
  for (const text of texts) await vitrine.records.add(me, id, { 't"xt': text });
  const request = { groupBy: [{ field: 't"xt' }], measures: [{ op: 'count' as const }] };
  return (maxBytes?: number) => vitrine.records.summarize(me, id, request, { maxBytes });
}

const loopCount = () => performance.nodeTiming.uvMetricsInfo.loopCount;

test(
  'shows each large summary in another turn of the event loop',
  verifies('operations.event-loop'),
  async () => {
    const summarize = await arrange(Array.from({ length: 5 }, (_, i) => `${i}`.padEnd(50_000, 'abc')));
    const turns = await Promise.all(
      Array.from({ length: 4 }, async () => {
        await summarize();
        return loopCount();
      }),
    );
    expect(new Set(turns).size).toBe(4);
  },
);

test('a small summary waits for no turn', async () => {
  const summarize = await arrange(['a', 'b']);
  const turns = await Promise.all(
    Array.from({ length: 4 }, async () => {
      await summarize();
      return loopCount();
    }),
  );
  expect(new Set(turns).size).toBe(1);
});

test('has the groups whose JSON fits, to the byte', async () => {
  const summarize = await arrange(['"\n\u0001', 'ä😀', 'plain', '']);
  const { groups } = await summarize();
  for (let count = 1; count < groups.length; count++) {
    // The bytes of the groups with a comma after each.
    const bytes = Buffer.byteLength(JSON.stringify(groups.slice(0, count))) - 1;
    const cut = await summarize(bytes);
    expect([cut.groups.length, cut.truncated]).toEqual([count, true]);
    expect((await summarize(bytes - 1)).groups).toHaveLength(Math.max(1, count - 1));
  }
});
