import assert from 'node:assert/strict';
import type { Column } from '../../query/ast.ts';
import { fold } from '../../query/fold.ts';
import { arrangeRecords, arrangeStore, NOW, record, values } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';
import { arrangeValues, expectDecisions, matching, TEXT_SLOTS } from './decisions.ts';
import { TEXT_MATCHES } from './text-matching.ts';

export const recordsText = topic('records-text', [
  {
    id: 'text-matching',
    title: 'contains, startsWith and endsWith are literal and ignore case, as listed in TEXT_MATCHES',
    async run({ storage }) {
      const texts = [...new Set(TEXT_MATCHES.map(([text]) => text))];
      const store = await arrangeValues(storage, texts);
      for (const [text, needle, ...expected] of TEXT_MATCHES) {
        const id = `r${String(texts.indexOf(text)).padStart(4, '0')}`;
        for (const column of TEXT_SLOTS) {
          const decided = [];
          for (const op of ['contains', 'startsWith', 'endsWith'] as const) {
            const ids = await matching(storage, store, { column, op, value: fold(needle) });
            decided.push(ids.includes(id));
          }
          assert.deepEqual(
            decided,
            expected,
            `${JSON.stringify(text)} against ${JSON.stringify(needle)} in ${column}`,
          );
        }
      }
    },
  },
  {
    id: 'text-matching-crossed',
    title: 'contains, startsWith and endsWith agree with the reference for all pairs of awkward texts',
    async run({ storage }) {
      const texts = [null, ...new Set([...AWKWARD_TEXTS, ...TEXT_MATCHES.map(([text]) => text ?? '')])];
      const store = await arrangeValues(storage, texts);
      const decisions = {
        contains: (text: string, needle: string) => text.includes(needle),
        startsWith: (text: string, needle: string) => text.startsWith(needle),
        endsWith: (text: string, needle: string) => text.endsWith(needle),
      };
      for (const needle of new Set(texts.map((text) => fold(text ?? '')))) {
        if (needle === '') continue;
        for (const op of ['contains', 'startsWith', 'endsWith'] as const) {
          const comparison = (column: Column) => ({ column, op, value: needle });
          const decide = (text: string | null) => text !== null && decisions[op](fold(text), needle);
          await expectDecisions(storage, store, texts, ['t0', 't24'], comparison, decide);
        }
      }
    },
  },
  {
    id: 'folding-follows-writes',
    title: 'finds a changed text only by its new value, also between ASCII and other letters',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't24']);
      await arrangeRecords(storage, store, [record('a', { t0: 'ÄRGER', t24: 'ÄRGER' })]);
      const finds = async (value: string) => {
        const found = [];
        for (const column of ['t0', 't24'] as const)
          found.push(await matching(storage, store, { column, op: 'contains', value }));
        return found;
      };
      assert.deepEqual(await finds('ärger'), [['a'], ['a']]);
      await storage.records.patch(store, 'a', values({ t0: 'PLAIN', t24: 'PLAIN' }), NOW);
      assert.deepEqual(
        [await finds('ärger'), await finds('plain')],
        [
          [[], []],
          [['a'], ['a']],
        ],
      );
      await storage.records.upsert(store, [record('a', { t0: 'ÖL', t24: 'ÖL' })], NOW);
      assert.deepEqual(
        [await finds('plain'), await finds('öl')],
        [
          [[], []],
          [['a'], ['a']],
        ],
      );
      await storage.records.patch(store, 'a', values({ t0: null, t24: null }), NOW);
      assert.deepEqual(
        [await finds('öl'), await finds('plain')],
        [
          [[], []],
          [[], []],
        ],
      );
    },
  },
]);
