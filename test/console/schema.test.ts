import { spawnSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { createClient, defineStore } from '@vitrine/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CommandLine } from '../../packages/vitrine/test/command-line.ts';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { addAirports, addProducts } from './sample-data.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let airports = '';
let products = '';
let hostile = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  const { vitrine, principal } = opened;
  airports = await addAirports(opened);
  products = await addProducts(opened);
  const store = await vitrine.stores.create(principal, {
    name: HOSTILE,
    description: `It's "quoted" \\ ${HOSTILE}`,
    recordTtl: 7_200,
    properties: [
      { name: HOSTILE, type: 'string', description: "$(rm -rf ~) `x` 'y'" },
      { name: 'مرحبا 👋🏽', type: 'number', required: true },
      { name: '-p', type: 'datetime' },
      { name: 'a:b', type: 'boolean' },
    ],
  });
  hostile = store.id;
  const record = { [HOSTILE]: `${HOSTILE}${'x'.repeat(10_000)}`, 'مرحبا 👋🏽': 1 };
  await vitrine.records.add(principal, hostile, record);
});

const properties = async (storeId: string) =>
  (await server().vitrine.stores.get(server().principal, storeId)).properties;
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function choose(page: Page, property: string, action: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: action });
  // The line that the server does not answer moves the page: a press in that moment meets nothing.
  await expect
    .poll(async () => {
      if (!(await item.isVisible()))
        await page.getByRole('button', { name: `Actions for ${property}`, exact: true }).click();
      return item.isVisible();
    })
    .toBe(true);
  await item.click();
}

inBrowser(
  'shows of each property its rules, how many records have it, and its values',
  async ({ page, open }) => {
    await open(`/stores/${airports}`);
    await page.getByRole('link', { name: 'Schema' }).click();
    await page.getByRole('heading', { name: 'Properties' }).waitFor();
    await row(page, 'iata').getByText('Key', { exact: true }).waitFor();
    await row(page, 'state').getByText('All 3,376 records have a value').waitFor();
    await row(page, 'country').getByText('5 different values').waitFor();
    await row(page, 'country').getByText('3,372').waitFor();
    await row(page, 'latitude').getByText('from -14.33102278 to 71.2854475').waitFor();
    await expectAccessible(page);
    await open(`/stores/${products}/schema`);
    await row(page, 'price').getByText('42 of 48 records have a value').waitFor();
    await row(page, 'picture').getByText('No record has a value').waitFor();
    await choose(page, 'picture', 'Show records without a value');
    await page.getByText('48 of 48 records').waitFor();
  },
  verifies('console.schema'),
);

inBrowser(
  'adds a property with the words of the server at the field, edits it, and takes the edit back',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${products}/schema`);
    await page.getByRole('button', { name: 'Add a property' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('SKU');
    await dialog.getByRole('checkbox', { name: 'Required' }).check();
    await dialog.getByText('48 records have no value. They stay as they are').waitFor();
    expect(await dialog.getByRole('checkbox', { name: 'Key' }).isDisabled()).toBe(true);
    await dialog.getByText('Only while the store is empty').waitFor();
    // A press beside the dialog gives up nothing that was typed. Escape does.
    await page.mouse.click(5, 5);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('SKU');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a property' }).click();
    await page.keyboard.type('SKU');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: 'is taken' }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Name').fill('colour');
    await dialog.getByLabel('Type').selectOption('number');
    await dialog.getByRole('button', { name: 'Add the property' }).click();
    await row(page, 'colour').scrollIntoViewIfNeeded();
    await row(page, 'colour').getByText('No record has a value').waitFor();
    expect(await properties(products)).toContainEqual({
      name: 'colour',
      type: 'number',
      required: false,
      unique: false,
      description: null,
    });
    await choose(page, 'colour', 'Edit…');
    await dialog.getByLabel('Description').fill('Of the frame');
    await dialog.getByRole('checkbox', { name: 'Required' }).check();
    await dialog.getByText('48 records have no value').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(page, 'colour').getByText('48 lack it, from before it was required').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'colour').getByText('Of the frame').waitFor({ state: 'hidden' });
    expect((await properties(products)).at(-1)).toMatchObject({ required: false, description: null });
  },
);

inBrowser(
  'renames a property after it has named what reads it, takes it back, and says why a unique one keeps its name',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { draftId, conversationId } = await vitrine.liveImageDrafts.create(principal, {
      name: 'Product of the week',
      design: {
        variables: { sku: { sample: 'SKU-0001' } },
        sources: { product: { kind: 'record', storeId: products, key: { sku: '{{ sku }}' } } },
        layers: { Headline: { type: 'text', text: '{{ product.title }}' } },
      },
    });
    await vitrine.liveImageDrafts.save(principal, draftId, { conversationId });
    const { id: viewId } = await vitrine.views.create(principal, products, {
      ...{ name: 'By title', kind: 'records', query: { sortBy: 'title' } },
    });
    const sortedBy = async () => (await vitrine.views.get(principal, products, viewId)).query.sortBy;
    await open(`/stores/${products}/schema`);
    await choose(page, 'title', 'Rename…');
    const uses = page.getByRole('listitem').filter({ hasText: 'Product of the week' });
    await uses.getByText('Headline').waitFor();
    await page.keyboard.type('label');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await row(page, 'label').getByText('All 48 records have a value').waitFor();
    await expect.poll(sortedBy).toBe('label');
    expect((await properties(products)).map(({ name }) => name)).toContain('label');
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'title').waitFor();
    await expect.poll(sortedBy).toBe('title');
    await page.getByRole('button', { name: 'Actions for sku' }).focus();
    await page.keyboard.press('Enter');
    const rename = page.getByRole('menuitem', { name: /^Rename… It is the key: the ids of records/ });
    const focused = () => page.evaluate('document.activeElement.textContent');
    await expect.poll(focused).toBe('Edit…');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused()).toContain('Rename…');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await rename.waitFor();
    await page.getByRole('menuitem', { name: /^Delete… It is the key: without it/ }).waitFor();
  },
);

inBrowser(
  'deletes a property after its values were counted and its name was typed',
  async ({ page, open, server: { vitrine, principal } }) => {
    await vitrine.stores.addProperty(principal, products, { name: 'weight', type: 'number' });
    await vitrine.records.patch(principal, products, 'SKU-0001', { weight: 2 });
    await vitrine.records.patch(principal, products, 'SKU-0002', { weight: 3 });
    await open(`/stores/${products}/schema`);
    await choose(page, 'weight', 'Delete…');
    await page.getByText('This deletes 2 values for good. It can’t be undone.').waitFor();
    const confirm = page.getByRole('button', { name: 'Delete the property' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Type weight to confirm').fill('weight');
    await expectAccessible(page);
    await confirm.click();
    await page.getByText('The property “weight” is deleted.').first().waitFor();
    expect((await properties(products)).map(({ name }) => name)).not.toContain('weight');
  },
);

inBrowser(
  'changes the store, and says how many records a lifetime ends',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { id } = await vitrine.stores.create(principal, {
      name: 'Visits',
      properties: [{ name: 'page', type: 'string' }],
    });
    await vitrine.records.add(principal, id, { page: '/' });
    await open(`/stores/${id}/schema`);
    await page.getByRole('button', { name: 'Actions for page' }).click();
    await page.getByRole('menuitem', { name: /^Delete… A store has at least one property/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit the store' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Page views');
    await dialog.getByLabel('Description').fill('Each view of a page');
    await dialog.getByRole('switch', { name: 'Records expire' }).check();
    await dialog.getByText('No record is that old now.').waitFor();
    await dialog.getByLabel('After their last write').fill('0.000001');
    await dialog.getByText('1 of 1 records are older than that.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('After their last write').fill('12');
    await dialog.getByLabel('Unit').selectOption('hours');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('12 hours after their last write').waitFor();
    await page.getByRole('heading', { name: 'Page views' }).waitFor();
    expect(await vitrine.stores.get(principal, id)).toMatchObject({
      name: 'Page views',
      description: 'Each view of a page',
      recordTtl: 43_200,
    });
  },
);

inBrowser(
  'shows code that defines the same store, and names and values of users as text',
  async ({ page, open }) => {
    await open(`/stores/${hostile}/schema`);
    await row(page, HOSTILE).getByText('1 different value').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
    const code = async (tab: string) => {
      await page.getByRole('tab', { name: tab }).click();
      return (await page.getByRole('region', { name: tab }).textContent()) ?? '';
    };
    const stored = await server().vitrine.stores.get(server().principal, hostile);
    const { name, description, recordTtl } = stored;

    const program = stripTypeScriptTypes(await code('TypeScript'))
      .replace(/^import .*$/m, '')
      .replaceAll(/^export /gm, '');
    const run = new Function(
      'createClient',
      'defineStore',
      'process',
      `return (async () => {
      ${program}
      return { definition: ${/const (\w+) = defineStore/.exec(program)?.[1]}, id: await records.id() };
    })()`,
    );
    const { definition, id } = await run(createClient, defineStore, { env: { VITRINE_KEY: server().key } });
    expect(definition).toMatchObject({ name, description, recordTtl });
    expect(id).toBe(hostile);

    const schema = JSON.parse(await code('JSON Schema'));
    expect(schema).toMatchObject({ title: name, required: ['مرحبا 👋🏽'], additionalProperties: false });
    expect(schema.properties[HOSTILE]).toMatchObject({ type: ['string', 'null'], maxLength: 65_536 });
    expect(page.url()).toContain('code=json');

    const commands = (await code('Command line')).trim().split('\n');
    const vitrine = new CommandLine();
    try {
      await vitrine.succeed('accounts', 'create', '--name', 'Shop');
      const script = `vitrine() { node -p 'JSON.stringify(process.argv.slice(1))' -- "$@"; }\n${commands.join('\n')}`;
      const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
      for (const line of stdout.trim().split('\n')) await vitrine.succeed(...(JSON.parse(line) as string[]));
      const made = JSON.parse(await vitrine.succeed('stores', 'show', name, '--json'));
      expect(made).toMatchObject({ name, description, recordTtl, properties: stored.properties });
    } finally {
      vitrine.remove();
    }
  },
);

inBrowser(
  'fits a phone, and says that the server does not answer',
  async ({ page, open, server: own, allowErrors }) => {
    allowErrors(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await open(`/stores/${products}/schema`);
    // Its values are counted when it is in sight.
    await row(page, 'available').scrollIntoViewIfNeeded();
    await row(page, 'available').getByText('32 of 48 records have a value').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await expectAccessible(page);
    await own.stop();
    await choose(page, 'available', 'Delete…');
    await page.getByRole('dialog').getByText('The server does not answer').waitFor();
    expect(await page.getByRole('button', { name: 'Delete the property' }).isDisabled()).toBe(true);
    await own.start();
  },
  { width: 360, height: 740 },
);
