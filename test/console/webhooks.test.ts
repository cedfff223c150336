import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Receiver, startReceiver } from '../e2e/webhook-receiver.ts';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { addProducts } from './sample-data.ts';

let products = '';
let suppliers = '';
let receiver: Receiver;
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened);
  const properties = [{ name: 'name', type: 'string' as const, unique: true }];
  const store = await opened.vitrine.stores.create(opened.principal, { name: 'Suppliers', properties });
  suppliers = store.id;
});
// Each attempt has its own, because messages of an earlier one may still be on their way.
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(deleteAll);
afterEach(() => receiver.close());

/** A price that no record has. */
let price = 1_000;
const change = (id: string) =>
  server().vitrine.records.patch(server().principal, products, id, { price: price++ });
const create = (more: object = {}) =>
  server().vitrine.webhooks.create(server().principal, {
    url: receiver.url,
    events: ['record.*'],
    storeIds: [products],
    ...more,
  });
const state = async (id: string) => await server().vitrine.webhooks.get(server().principal, id);
/** Deletes all webhooks, because each test begins without one. */
async function deleteAll(): Promise<void> {
  const { vitrine, principal } = server();
  for (const { id } of (await vitrine.webhooks.list(principal)).items)
    await vitrine.webhooks.delete(principal, id);
}
const deliveries = (page: Page) => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');

/** Waits until the list shows a number of deliveries, and reads it again until then. */
async function refreshUntil(page: Page, text: string, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click();
        return await deliveries(page).filter({ hasText: text }).count();
      },
      { timeout: 30_000 },
    )
    .toBe(count);
}

inBrowser(
  'creates a webhook beside the message that it will send, and shows its secret once',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open('/webhooks');
    await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await page.keyboard.type('not an address');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Expected an absolute https URL.').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Store', { exact: true }).selectOption('Products');
    await dialog.getByRole('checkbox', { name: 'Record added' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Record expired' }).uncheck();
    await dialog.getByLabel('What a message has').selectOption('The whole record too, if it fits into 20 kB');
    await dialog.getByLabel('Value of the header').fill('Bearer of-the-receiver');
    await dialog.getByRole('button', { name: 'Create the webhook' }).click();
    await dialog.getByText('Type the name of the header').waitFor();
    await dialog.getByLabel('Name of the header').fill('Authorization');
    const preview = dialog.getByRole('region', { name: 'A message as it will be sent' });
    await preview.getByText('"sku": "SKU-0048"').waitFor();
    const example = JSON.parse((await preview.textContent()) ?? '');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create the webhook' }).click();
    await page.getByRole('dialog', { name: 'The secret of the webhook' }).waitFor();
    await expectAccessible(page);
    const secret = (await page.getByRole('region', { name: 'The secret' }).textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL(/\/webhooks\/[\w-]+$/);
    expect(await page.content()).not.toContain(secret);

    await change('SKU-0048');
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
    const [message] = receiver.take(secret, Date.now());
    expect(message?.headers.authorization).toBe('Bearer of-the-receiver');
    const sent = JSON.parse(message?.body ?? '');
    expect(Object.keys(example)).toEqual(Object.keys(sent));
    // The order of members means nothing.
    expect(Object.keys(example.data).toSorted()).toEqual(Object.keys(sent.data).toSorted());
    expect(Object.keys(example.data.record)).toEqual(Object.keys(sent.data.record));
  },
  verifies('console.webhooks'),
);

inBrowser(
  'creates webhooks of several stores, of some changes of stores, and of the records that match filters',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    const { vitrine, principal } = server();
    const newest = async () => (await vitrine.webhooks.list(principal, { limit: 1 })).items[0];
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    const create = dialog.getByRole('button', { name: 'Create the webhook' });
    await open('/webhooks?new=1');
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Store', { exact: true }).selectOption('Several stores…');
    await create.click();
    await dialog.getByRole('alert').getByText('Choose at least one.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Products' }).check();
    const filters = dialog.getByRole('group', { name: 'Filters' });
    await filters.waitFor();
    await dialog.getByRole('checkbox', { name: 'Suppliers' }).check();
    // A filter needs exactly one store.
    await filters.waitFor({ state: 'detached' });
    await dialog.getByRole('checkbox', { name: 'Changes of stores and their schema' }).check();
    await dialog.getByRole('checkbox', { name: 'Store changed' }).uncheck();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await create.click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Products, Suppliers').waitFor();
    expect(await newest()).toMatchObject({
      storeIds: [products, suppliers],
      filters: null,
      events: ['record.*', 'records.imported', 'store.created', 'store.schema', 'store.deleted'],
    });

    await open('/webhooks?new=1');
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByLabel('Store', { exact: true }).selectOption('Products');
    await filters.getByRole('button', { name: 'Add a filter' }).press('Enter');
    // The value has the focus at once.
    await page.keyboard.type('SKU-001');
    await filters.getByRole('button', { name: 'Add a filter' }).click();
    const second = filters.locator('.filter-row').nth(1);
    await second.getByLabel('Field').selectOption('released');
    expect(await second.getByLabel('Operator').textContent()).not.toContain('is in the last');
    await second.getByLabel('Field').selectOption('price');
    await second.getByLabel('Operator').selectOption('is between');
    await second.getByLabel('From').fill('100');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Complete each filter, or remove it.').waitFor();
    await second.getByRole('textbox', { name: 'To' }).fill('151');
    // The newest record with a price of at most 151, whose sku begins so.
    await dialog.getByText('"recordId": "SKU-0018"').waitFor();
    const sent = page.waitForRequest((request) => request.url().endsWith('/v2/webhooks'));
    await second.getByRole('textbox', { name: 'To' }).fill('1e');
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    const conditions = [
      { field: 'sku', op: 'contains', value: 'SKU-001' },
      { field: 'price', op: 'gte', value: 100 },
      { field: 'price', op: 'lte', value: 1e9 },
    ];
    // What was typed just before Enter is in the request.
    expect((await sent).postDataJSON()).toMatchObject({ filters: conditions });
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByText('sku contains SKU-001, price is at least 100, price is at most 1000000000')
      .waitFor();
    expect(await newest()).toMatchObject({ storeIds: [products], filters: conditions });
  },
  { width: 360, height: 700, ...verifies('console.webhooks') },
);

inBrowser(
  'tests a webhook, shows deliveries with body and answer, and sends again by keyboard alone',
  async ({ page, open }) => {
    const { id } = await create();
    receiver.answer = (response) => {
      response.statusCode = 503;
      response.end('out of <b>order</b>');
    };
    await change('SKU-0001');
    await expect.poll(async () => (await state(id)).status, { timeout: 30_000 }).toBe('failing');
    await open(`/webhooks/${id}`);
    await page.getByText('Failing', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).press('Enter');
    await page
      .getByRole('status', { name: 'The answer to the test' })
      .getByText('out of <b>order</b>')
      .waitFor();
    await page.getByText(/^503 after/).waitFor();

    await refreshUntil(page, 'Waiting', 1);
    await deliveries(page).first().locator('summary').focus();
    await page.keyboard.press('Enter');
    await deliveries(page).first().getByText('"recordId": "SKU-0001"').waitFor();
    await deliveries(page).first().getByText('out of <b>order</b>').waitFor();
    await expectAccessible(page);
    receiver.answer = (response) => response.end('ok');
    receiver.received.splice(0);
    await deliveries(page).first().getByRole('button', { name: 'Send again', exact: true }).press('Enter');
    await page.getByText('It is sent again.').first().waitFor();
    await refreshUntil(page, 'Delivered', 1);
    // A retry that was due meanwhile may have been sent, too.
    expect(new Set(receiver.received.map(({ data }) => data.recordId))).toEqual(new Set(['SKU-0001']));

    await page.getByLabel('Which deliveries').selectOption('Given up');
    await page.getByText('No such delivery').waitFor();
    await page.reload();
    await page.getByText('No such delivery').waitFor();
    expect(page.url()).toContain('status=failed');
  },
  verifies('console.webhooks'),
);

inBrowser(
  'replays what followed a delivery, turns off and on, makes a new secret, and deletes, in a narrow window',
  async ({ page, open }) => {
    receiver.answer = (response) => response.end('ok');
    const { id } = await create({ description: 'Search index' });
    receiver.received.splice(0);
    await change('SKU-0005');
    await change('SKU-0006');
    const mine = () => receiver.received.filter(({ data }) => data.recordId === 'SKU-0006').length;
    await open('/webhooks');
    await page.getByText('Search index').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await open(`/webhooks/${id}`);
    await refreshUntil(page, 'Delivered', 2);
    const before = mine();
    await deliveries(page).filter({ hasText: 'SKU-0005' }).locator('summary').click();
    await page.getByRole('button', { name: 'Send again what followed…' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send again what followed', exact: true }).click();
    await expect.poll(mine, { timeout: 30_000 }).toBe(before + 1);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);

    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    expect((await state(id)).status).toBe('disabled');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Active', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'New secret…' }).click();
    await page.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByText(/The earlier secret signs too, until/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await expect(state(id)).rejects.toMatchObject({ code: 'not_found' });
  },
  { width: 360, height: 700, ...verifies('console.webhooks') },
);
