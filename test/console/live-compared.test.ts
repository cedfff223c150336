import type { LiveDesignChanges } from '@vitrine/core/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { holdRequests } from './hold-requests.ts';

let products = '';
const { inBrowser } = consoleTests(async ({ vitrine, principal }) => {
  const store = await vitrine.stores.create(principal, {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'price', type: 'number' },
      { name: 'sale', type: 'boolean' },
      { name: 'until', type: 'datetime' },
    ],
  });
  products = store.id;
  await vitrine.records.batchUpsert(principal, products, { records: [{ sku: 'a', price: 12 }] as never });
});

const SLOWLY = { interval: 200, timeout: 30_000 };

/** Creates a draft. Its `design` is what the server has. */
async function createDraft({ vitrine, principal }: ConsoleServer, design: LiveDesignChanges) {
  const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, { design });
  return {
    path: (part: string) =>
      `/live-images/new?draft=${draftId}&conversation=${conversationId}&part=${encodeURIComponent(part)}`,
    design: async () => (await vitrine.liveImageDrafts.get(principal, draftId, { conversationId })).design,
  };
}

const condition = (page: Page) => page.locator('.live-selected .condition').first();

/** Types in place of what a field has, letter by letter. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await condition(page).getByLabel(label, { exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text, { delay: 30 });
}

inBrowser(
  'what a rule compares with stays as it is typed, is sent as what it means, and is said if it means nothing',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server, {
      variables: { sku: { sample: 'a' } },
      sources: { product: { kind: 'record', storeId: products, key: { sku: '{{ sku }}' } } },
      layers: { Title: { type: 'text', text: 'hello' } },
      rules: {
        Cheap: { order: 1, when: [{ field: 'product.price', op: 'lte', value: 0 }] },
        Named: { order: 2, when: [{ field: 'product.sku', op: 'in', value: ['x'] }] },
      },
    });
    const value = async (rule: string) => (await design()).rules[rule]?.when[0]?.value;
    const field = condition(page).getByLabel('Compared with', { exact: true });
    await open(path('rule:Cheap'));
    await typeInto(page, 'Compared with', '9.5');
    await expect.poll(() => value('Cheap'), SLOWLY).toBe(9.5);
    expect(await field.inputValue()).toBe('9.5');
    await typeInto(page, 'Compared with', '$1,299.5');
    await expect.poll(() => value('Cheap'), SLOWLY).toBe(1299.5);
    expect(await field.inputValue()).toBe('$1,299.5');
    await typeInto(page, 'Compared with', 'dear');
    await page.getByText('This is not a number.').waitFor();
    expect(await field.inputValue()).toBe('dear');
    await page.keyboard.press('Control+s');
    await page.getByText('A field has a value that can’t be used.').first().waitFor();
    expect(await value('Cheap')).toBe(1299.5);

    await typeInto(page, 'Compared with', '7');
    await expect.poll(() => value('Cheap'), SLOWLY).toBe(7);
    await open(path('rule:Named'));
    await typeInto(page, 'Compared with', 'New York, Austin');
    await expect.poll(() => value('Named'), SLOWLY).toEqual(['New York', 'Austin']);
    expect(await field.inputValue()).toBe('New York, Austin');
  },
  verifies('console.typed', 'console.live-rules'),
);

inBrowser(
  'a filter of a source that gets another property or operator is one that the server takes',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server, {
      sources: {
        product: {
          ...{ kind: 'query', storeId: products },
          filters: [{ field: 'sku', op: 'contains', value: 'a' }],
        },
      },
      layers: { Title: { type: 'text', text: '{{ product.sku }}' } },
    });
    const filter = async () => {
      const source = (await design()).sources.product;
      return source?.kind === 'query' ? source.filters[0] : null;
    };
    const choose = (label: string, value: string) =>
      condition(page).getByLabel(label, { exact: true }).selectOption(value);
    await open(path('source:product'));
    await choose('Property', 'price');
    await expect.poll(filter, SLOWLY).toEqual({ field: 'price', op: 'eq', value: 0 });
    await choose('Operator', 'in');
    await typeInto(page, 'Value', '1.5, 7');
    await expect.poll(filter, SLOWLY).toEqual({ field: 'price', op: 'in', value: [1.5, 7] });
    await choose('Property', 'sale');
    await expect.poll(filter, SLOWLY).toEqual({ field: 'sale', op: 'eq', value: true });
    await choose('Property', 'until');
    await expect.poll(filter, SLOWLY).toMatchObject({ field: 'until', op: 'on' });
    await typeInto(page, 'Value', '31.12.2026');
    await expect.poll(filter, SLOWLY).toEqual({ field: 'until', op: 'on', value: '2026-12-31' });
    expect(await page.getByText('Not applied').count()).toBe(0);
  },
  verifies('console.typed'),
);

inBrowser(
  'a source whose store is read meanwhile is added without taking the focus from a text that is typed',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 503/);
    const { path, design } = await createDraft(server, { layers: { Title: { type: 'text', text: '' } } });
    await open(path('layer:Title'));
    const text = page.getByLabel('Text', { exact: true });
    await text.waitFor();
    const { asked, release } = await holdRequests(page, 'POST', /\/search$/);
    await page.getByRole('button', { name: 'Add a source' }).click();
    await page.getByRole('menuitem', { name: 'Products', exact: true }).click();
    await asked;
    await text.click();
    await page.keyboard.type('Only today: ');
    release();
    await page.getByText('The source “product” is added.').first().waitFor();
    await page.keyboard.type('half price');
    await expect
      .poll(async () => (await design()).layers.Title, SLOWLY)
      .toMatchObject({
        text: 'Only today: half price',
      });
    expect(Object.keys((await design()).sources)).toEqual(['product']);
  },
  verifies('console.typed'),
);
