import assert from 'node:assert/strict';
import { topic } from '../fixtures/case.ts';

export const settings = topic('settings', [
  {
    id: 'get-or-insert',
    title: 'getOrInsert keeps the first value of a name and returns it from then on',
    async run({ storage: { settings } }) {
      assert.equal(await settings.get('secret'), null);
      assert.equal(await settings.getOrInsert('secret', 'first'), 'first');
      assert.equal(await settings.getOrInsert('secret', 'second'), 'first');
      assert.equal(await settings.get('secret'), 'first');
      assert.equal(await settings.get('Secret'), null);
    },
  },
  {
    id: 'get-or-insert-race',
    title: 'getOrInsert returns the same value to all racing callers',
    async run({ storage: { settings } }) {
      const offers = Array.from({ length: 16 }, (_, i) => `value ${i}`);
      const results = await Promise.all(offers.map((offer) => settings.getOrInsert('secret', offer)));
      assert.equal(new Set(results).size, 1);
      assert.equal(results[0], await settings.get('secret'));
    },
  },
  {
    id: 'hostile-names',
    title: 'accepts any text as a name and as a value',
    async run({ storage: { settings } }) {
      for (const text of [
        "'; drop table settings; --",
        '__proto__',
        'constructor',
        '$1 ? :name @x',
        '%_\\',
      ]) {
        assert.equal(await settings.get(text), null, text);
        assert.equal(await settings.getOrInsert(text, text), text);
        assert.equal(await settings.get(text), text);
      }
    },
  },
]);
