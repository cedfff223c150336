import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstByDay } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { likely } from './generated-requests.ts';
import { type JsonSchema, valuesOf } from './schema-arbitrary.ts';
import { eras } from './tool-client.ts';
import { withToolServers } from './tool-world.ts';

// Generates valid and invalid calls from the schemas that the server itself lists. The official client checks each result
// against the output schema of its tool.

const CALLS = Math.max(60, Math.round(Number(process.env.FUZZ_RUNS ?? 400) / 4));

withToolServers((arrange) => {
  test.each(firstByDay(eras))(
    'every tool returns documented results to generated calls, also to invalid ones, and those of the library (%s client)',
    verifies('tools.summarize'),
    async (era) => {
      const { vitrine, a, connect } = await arrange();
      const store = await vitrine.stores.create(a.principal, {
        name: 'Products',
        properties: [
          { name: 'sku', type: 'string', unique: true },
          { name: 'note', type: 'string' },
          { name: 'amount', type: 'number' },
          { name: 'at', type: 'datetime' },
          { name: 'on', type: 'boolean' },
        ],
      });
      for (const record of [
        { sku: 'one', note: 'n', amount: 1.5, at: '2026-01-02', on: true },
        { sku: 'two', note: 'x', amount: 2, at: '2026-03-29T01:30:00Z', on: false },
      ]) {
        await vitrine.records.add(a.principal, store.id, record);
      }
      const tools = await connect(era, a.key);
      const words = fc.constantFrom(
        'sku',
        'note',
        'amount',
        'at',
        'on',
        'one',
        'two',
        'n',
        'eq',
        'in',
        'UTC',
      );
      const known = { ...likely, storeId: fc.constant(store.id) };
      const succeeded = new Map<string, number>();
      for (const { name, inputSchema } of await tools.listTools()) {
        const values = valuesOf(inputSchema as JsonSchema, {}, { mutation: 12, words, likely: known });
        for (const args of fc.sample(values, { numRuns: CALLS, seed: 16 })) {
          if (typeof args !== 'object' || args === null || Array.isArray(args)) continue;
          const given = args as Readonly<Record<string, unknown>>;
          const sentence = `${name}(${JSON.stringify(given)})`;
          const { isError, text, structured } = await tools.call(name, given).catch((error: unknown) => {
            throw new Error(sentence, { cause: error });
          });
          if (isError) {
            expect(text, sentence).not.toMatch(/internal|unexpected error/i);
            expect(text.length, sentence).toBeGreaterThan(10);
            continue;
          }
          succeeded.set(name, (succeeded.get(name) ?? 0) + 1);
          if (name !== 'store_summarize') continue;
          const { storeId, compact: _compact, ...query } = given;
          const expected = await vitrine.records.summarize(a.principal, String(storeId), query as never);
          const { columns, groups } = structured ?? {};
          if (columns === undefined) expect(groups, sentence).toEqual(expected.groups);
          else expect(groups, sentence).toHaveLength(expected.groups.length);
        }
      }
      console.log(`of ${CALLS} generated calls of each tool succeeded:`, Object.fromEntries(succeeded));
      for (const name of [
        'store_list',
        'store_access',
        'store_query',
        'store_summarize',
        'store_get_record',
      ]) {
        expect(succeeded.get(name) ?? 0, name).toBeGreaterThan(0);
      }
    },
  );
});
