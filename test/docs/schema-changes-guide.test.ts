import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import { expect, test } from 'vitest';
import { codeBlocks } from './code-blocks.ts';

test('the trial of docs/schema-changes.md has the response that it shows', async () => {
  const [request, response] = codeBlocks('docs/schema-changes.md');
  const [, body = ''] = /-d '(.+)'/.exec(request?.text ?? '') ?? [];
  const vitrine = await createVitrine({ storage: memoryStorage(), secret: 'secret of the test' });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const { id } = await vitrine.stores.create(me, {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'price', type: 'string' },
    ],
  });
  const prices = { a: '$1,299.50', b: '$5', c: ' ', d: 'on request' };
  const records = Object.entries(prices).map(([sku, price]) => ({ sku, price }));
  await vitrine.records.batchUpsert(me, id, { records });
  const shown = JSON.parse(response?.text ?? '');
  const trial = await vitrine.stores.changePropertyType(me, id, shown.property, JSON.parse(body));
  // The document shows the first example.
  expect({ ...trial, examples: trial.examples.slice(0, 1) }).toEqual(shown);
});
