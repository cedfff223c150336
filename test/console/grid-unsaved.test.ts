import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { cell, edit, keptIn } from './cell.ts';
import { holdRequests } from './hold-requests.ts';
import { addProducts } from './sample-data.ts';

// What is typed is sent, kept or asked about, whatever happens.

let products = '';
const { inBrowser, server } = consoleTests(async (opened) => {
  products = await addProducts(opened, { history: 'P30D' });
});

const OFFLINE = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_INCOMPLETE_CHUNKED/;
const record = (id: string) => server().vitrine.records.get(server().principal, products, id);
const find = (id: string) => record(id).catch(() => null);

inBrowser(
  'sends what was typed without a server when it answers, also after the tab was closed, from any screen',
  async ({ page, context, open, server: own, allowErrors }) => {
    allowErrors(OFFLINE);
    await open(`/stores/${products}?sort=sku`);
    await page.getByText('SKU-0001').waitFor();
    await own.stop();
    await edit(page, 0, 1, 'Offline stay');
    await edit(page, 0, 1, 'Offline stay, corrected');
    await edit(page, 1, 2, '77');
    await page.getByText('2 typed values are kept on this device').waitFor();
    await page.getByText('2 waiting for the server').waitFor();
    await page.locator('#cell-0-1.waiting').getByText('Offline stay, corrected').waitFor();
    await expectAccessible(page);
    await own.start();
    await expect.poll(async () => (await record('SKU-0001')).title).toBe('Offline stay, corrected');
    await expect.poll(async () => (await record('SKU-0002')).price).toBe(77);
    await page.locator('#cell-0-1:not(.waiting)').getByText('Offline stay, corrected').waitFor();
    await expect.poll(() => keptIn(page)).toBe(0);
    // It is an edit as any other.
    await page.getByRole('grid').focus();
    // A press before the edit has ended has nothing to undo.
    await expect
      .poll(
        async () => {
          const { price } = await record('SKU-0002');
          if (price === 77) await page.keyboard.press('ControlOrMeta+z');
          return price;
        },
        { interval: 2_000 },
      )
      .not.toBe(77);

    await own.stop();
    await edit(page, 2, 1, 'Closed tab');
    await page.locator('#cell-2-1.waiting').waitFor();
    await page.close();
    await own.start();
    const other = await context.newPage();
    await other.goto(`${own.url}/console/stores#key=${encodeURIComponent(own.key)}`);
    await expect.poll(async () => (await record('SKU-0003')).title).toBe('Closed tab');
    await expect.poll(() => keptIn(other)).toBe(0);
  },
  verifies('console.goes-on', 'console.F1'),
);

inBrowser(
  'says that rows are not loaded when a value is typed into one, and writes neither it nor its end into another record',
  async ({ page, open }) => {
    const { release } = await holdRequests(page, 'POST', /\/records\/query$/);
    await open(`/stores/${products}?sort=sku`);
    await page.locator('#cell-0-1 .grid-blank').waitFor();
    await page.locator('#cell-0-1').click();
    await page.keyboard.type('X');
    await page.getByText('Those rows are not loaded yet.').first().waitFor();
    release();
    await page.locator('#cell-0-1 .grid-blank').waitFor({ state: 'detached' });
    const title = await cell(page, 0, 1).textContent();
    await page.keyboard.type('Y');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Z');
    await page.locator('#cell-1-1 textarea').waitFor();
    expect(await page.locator('#cell-1-1 textarea').inputValue()).toBe('Z');
    await page.keyboard.press('Escape');
    expect(await cell(page, 0, 1).textContent()).toBe(title);
  },
  verifies('console.goes-on'),
);

inBrowser(
  'asks about a value that was typed without a server and that someone else has changed since',
  async ({ page, open, server: own, allowErrors }) => {
    allowErrors(OFFLINE);
    allowErrors(/status of 412/);
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 6, 1).getByText('Walnut desk 7').waitFor();
    await own.stop();
    await edit(page, 6, 1, 'Mine');
    await page.locator('#cell-6-1.waiting').waitFor();
    await own.start();
    await own.vitrine.records.patch(own.principal, products, 'SKU-0007', { title: 'Theirs' } as never);
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' });
    await dialog.getByText('Theirs', { exact: true }).waitFor();
    expect((await record('SKU-0007')).title).toBe('Theirs');
    // The question is there again after a reload: nothing was decided.
    await page.reload();
    await dialog.getByRole('button', { name: 'Write mine' }).click();
    await expect.poll(async () => (await record('SKU-0007')).title).toBe('Mine');
    await expect.poll(() => keptIn(page)).toBe(0);
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'keeps a refused value over another order, another screen and a reload, and leads to it',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 4, 2).waitFor();
    const before = (await record('SKU-0005')).price;
    await edit(page, 4, 2, 'cheap');
    await expect.poll(() => cell(page, 4, 2).getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('link', { name: 'Charts' }).click();
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    await page.goBack();
    await expect.poll(() => cell(page, 4, 2).textContent()).toContain('cheap');
    await page.reload();
    await expect.poll(() => cell(page, 4, 2).textContent()).toContain('cheap');
    await page.getByRole('button', { name: '1 not saved' }).click();
    await page.getByRole('alert').filter({ hasText: 'number' }).waitFor();
    // Not in the records that are shown: it is opened.
    await page.goto(`${page.url().split('?')[0]}?filter=${encodeURIComponent('[["sku","eq","SKU-0001"]]')}`);
    await cell(page, 0, 0).getByText('SKU-0001').waitFor();
    await page.getByRole('button', { name: '1 not saved' }).click();
    const panel = page.getByRole('complementary', { name: 'Record' });
    await expect.poll(() => panel.getByLabel(/^price/).inputValue()).toBe('cheap');
    await panel.getByLabel(/^price/).press('Escape');
    await expect.poll(() => panel.getByLabel(/^price/).inputValue()).toBe(String(before));
    await page.getByRole('button', { name: '1 not saved' }).waitFor({ state: 'hidden' });
    await expect.poll(() => keptIn(page)).toBe(0);
  },
  verifies('console.F1'),
);

inBrowser('keeps what is in an open editor when the page is loaded anew', async ({ page, open }) => {
  await open(`/stores/${products}?sort=sku`);
  await cell(page, 8, 1).dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Half a tit');
  await page.reload();
  await cell(page, 8, 1).getByText('Half a tit').click();
  await page.getByText('Typed before the page was closed').waitFor();
  expect((await record('SKU-0009')).title).toBe('Linen chair 9');
  await page.keyboard.press('F2');
  await page.keyboard.type('le');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await record('SKU-0009')).title).toBe('Half a title');
});

inBrowser(
  'keeps a new record that is not added over its ✕, another record, another screen and a reload',
  async ({ page, open, allowErrors }) => {
    // Refused at first; gone at the end, perhaps while its history is asked for.
    allowErrors(/status of 40[04]/);
    await open(`/stores/${products}?sort=sku`);
    await page.getByRole('button', { name: 'New record' }).click();
    const panel = page.getByRole('complementary', { name: 'New record' });
    await panel.getByLabel(/^sku/).fill('NEW-1');
    await panel.getByLabel(/^price/).fill('$1,000.50');
    await panel.getByRole('button', { name: 'Close' }).click();
    const goOn = page.getByRole('button', { name: 'Continue the new record' });
    await goOn.click();
    await expect.poll(() => panel.getByLabel(/^sku/).inputValue()).toBe('NEW-1');
    await page.getByRole('button', { name: 'Open row 2', exact: true }).click();
    await page
      .getByRole('complementary', { name: 'Record' })
      .getByLabel(/^title/)
      .waitFor();
    await page.getByRole('link', { name: 'Charts' }).click();
    await page.goBack();
    await page.reload();
    await goOn.click();
    await expect.poll(() => panel.getByLabel(/^price/).inputValue()).toBe('$1,000.50');
    await panel.getByRole('button', { name: 'Add the record' }).click();
    // The title is required.
    await panel.getByRole('alert').first().waitFor();
    await panel.getByLabel(/^title/).fill('A new one');
    await panel.getByRole('button', { name: 'Add the record' }).click();
    await page.getByText('The record is added.').first().waitFor();
    expect(await record('NEW-1')).toMatchObject({ title: 'A new one', price: 1000.5 });
    await expect.poll(() => keptIn(page)).toBe(0);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => find('NEW-1')).toBeNull();
  },
  verifies('console.F2'),
);

inBrowser(
  'writes the former value that is typed while another one is on its way, and stored before it is confirmed',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    const hold = async (id: string) => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(new RegExp(`/records/${id}$`), async (route) => {
        if (route.request().method() === 'PATCH') await held;
        await route.continue();
      });
      return release;
    };
    const releaseCell = await hold('SKU-0020');
    await cell(page, 19, 1).getByText('Brass lamp 20').waitFor();
    await edit(page, 19, 1, 'On its way');
    await page.locator('#cell-19-1.waiting').waitFor();
    await cell(page, 19, 1).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Brass lamp 20');
    releaseCell();
    await page.locator('#cell-19-1:not(.waiting)').waitFor();
    expect((await record('SKU-0020')).title).toBe('On its way');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0020')).title).toBe('Brass lamp 20');

    const releasePanel = await hold('SKU-0021');
    await page.getByRole('button', { name: 'Open row 21', exact: true }).click();
    const title = page.getByRole('complementary', { name: 'Record' }).getByLabel(/^title/);
    const before = await title.inputValue();
    await title.fill('In the panel');
    await title.press('Enter');
    await page.locator('#cell-20-1.waiting').waitFor();
    await title.fill(before);
    releasePanel();
    await page.locator('#cell-20-1:not(.waiting)').waitFor();
    expect((await record('SKU-0021')).title).toBe('In the panel');
    await title.press('Enter');
    await expect.poll(async () => (await record('SKU-0021')).title).toBe(before);
    expect(await page.getByText('Someone else has just written').count()).toBe(0);
    await expect.poll(() => keptIn(page)).toBe(0);
  },
);

inBrowser(
  'writes what is typed while an earlier value, or a new record, is on its way',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    let release = () => {};
    let sent = 0;
    const hold = () => {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      return page.route(/\/records(?:\/SKU-0012)?$/, async (route) => {
        if (!/PATCH|POST/.test(route.request().method())) return route.continue();
        sent += 1;
        await held;
        await route.continue();
      });
    };
    await hold();
    await cell(page, 11, 1).getByText('Glass vase 12').waitFor();
    await edit(page, 11, 1, 'First');
    await expect.poll(() => sent).toBe(1);
    // Back to what the server had: the first value may be there already.
    await edit(page, 11, 1, 'Glass vase 12');
    release();
    await expect.poll(() => sent).toBe(2);
    await expect.poll(() => keptIn(page)).toBe(0);
    expect((await record('SKU-0012')).title).toBe('Glass vase 12');

    await page.unrouteAll();
    await hold();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Home');
    await page.keyboard.type('FAST-1');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fast');
    await page.keyboard.press('Enter');
    await expect.poll(() => sent).toBe(3);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('5');
    release();
    await expect.poll(async () => (await find('FAST-1'))?.title).toBe('Fast');
    await page.keyboard.type('.5');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await find('FAST-1'))?.price).toBe(5.5);

    // Keys of one moment: the editor that the first of them opens is not there yet.
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowRight');
    await page.evaluate(
      `for (const key of ['O', 'x', 'Backspace', 'n', 'e', 'Enter']) document.querySelector('.grid-scroll')
        .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`,
    );
    await expect.poll(async () => (await record('SKU-0001')).title).toBe('One');
    await expect.poll(() => keptIn(page)).toBe(0);
  },
);

inBrowser(
  'keeps what was typed into a field, a record and a store that others have deleted meanwhile',
  async ({ page, open, server: own, allowErrors }) => {
    // Without a deleted column, each record has a new version, which may come after the one that the page holds.
    allowErrors(/status of 4(?:0[04]|12)/);
    const { vitrine, principal } = own;
    // Few columns, so that all are in sight.
    const { id: store } = await vitrine.stores.create(principal, {
      name: 'Changing',
      properties: [
        { name: 'sku', type: 'string', unique: true },
        { name: 'title', type: 'string' },
        { name: 'price', type: 'number' },
      ],
    });
    const rows = Array.from({ length: 8 }, (_, n) => ({ sku: `SKU-000${n + 1}`, title: 'Desk', price: n }));
    await vitrine.records.batchUpsert(principal, store, { records: rows });
    const streaming = page.waitForResponse(
      async (response) =>
        (await response.headerValue('content-type'))?.startsWith('text/event-stream') ?? false,
    );
    await open(`/stores/${store}?sort=sku`);
    await cell(page, 1, 2).waitFor();
    await streaming;
    // The page learns of a new column from the stream.
    await vitrine.stores.addProperty(principal, store, { name: 'colour', type: 'string' });
    await page.getByRole('columnheader', { name: /colour/ }).waitFor();
    await edit(page, 1, 3, 'red');
    await expect
      .poll(async () => (await vitrine.records.get(principal, store, 'SKU-0002')).colour)
      .toBe('red');

    await edit(page, 2, 2, 'cheap');
    await edit(page, 3, 2, 'dear');
    await page.getByRole('button', { name: '2 not saved' }).waitFor();
    await vitrine.records.delete(principal, store, 'SKU-0004');
    await vitrine.stores.deleteProperty(principal, store, 'price');
    await page.getByRole('columnheader', { name: /price/ }).waitFor({ state: 'detached' });
    await page.reload();
    const unsaved = page.getByRole('button', { name: /not saved/ });
    const homeless = page.locator('.homeless-drafts');
    for (const text of ['cheap', 'dear']) {
      await unsaved.click();
      await homeless.getByText(text).waitFor();
      await expectAccessible(page);
      await homeless.getByRole('button', { name: 'Discard' }).click();
    }
    await unsaved.waitFor({ state: 'detached' });

    await edit(page, 4, 1, 'Into a deleted store');
    await expect
      .poll(async () => (await vitrine.records.get(principal, store, 'SKU-0006')).title)
      .toBe('Into a deleted store');
    await cell(page, 5, 1).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Waits for it');
    await vitrine.stores.delete(principal, store);
    await page.keyboard.press('Enter');
    await page.getByText('No such store.').waitFor();
    await vitrine.stores.restore(principal, store);
    await page.goto(`${own.url}/console/stores`);
    await page.goto(`${own.url}/console/stores/${store}?sort=sku`);
    await expect
      .poll(async () => (await vitrine.records.get(principal, store, 'SKU-0007')).title)
      .toBe('Waits for it');
    await expect.poll(() => keptIn(page)).toBe(0);
  },
);

inBrowser(
  'the keys of an input method neither end an editor nor give its text up; Option writes signs on a Mac',
  async ({ page, open }) => {
    await page.addInitScript('Object.defineProperty(Navigator.prototype, "platform", { value: "MacIntel" })');
    await open(`/stores/${products}?sort=sku`);
    // Tests before this one have added records above.
    await page.locator('.grid-row', { hasText: 'SKU-0013' }).locator('.grid-cell').nth(1).dblclick();
    await page.locator('.cell-editor').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('nihon');
    for (const key of ['Escape', 'Enter', 'Tab']) {
      await page.evaluate(
        `document.querySelector('.cell-editor').dispatchEvent(new KeyboardEvent('keydown',
        { key: '${key}', isComposing: true, bubbles: true, cancelable: true }))`,
      );
    }
    expect(await page.locator('.cell-editor').inputValue()).toBe('nihon');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record('SKU-0013')).title).toBe('nihon');
    await page.evaluate(
      `document.querySelector('.grid-scroll').dispatchEvent(new KeyboardEvent('keydown',
        { key: '€', altKey: true, bubbles: true, cancelable: true }))`,
    );
    await expect.poll(() => page.locator('.cell-editor').inputValue()).toBe('€');
    await page.keyboard.press('Escape');
  },
);

inBrowser(
  'a store that was asked for before a cell is edited, and arrives meanwhile, leaves the editor open',
  async ({ page, open }) => {
    await open(`/stores/${products}?sort=sku`);
    await cell(page, 0, 1).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Home');
    await page.keyboard.press('F2');
    await page.keyboard.type('ZZ-9');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Last one');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => find('ZZ-9')).not.toBeNull();
    // Another number of records than the screen knows.
    await server().vitrine.records.add(server().principal, products, { sku: 'ZZ-8', title: 'By others' });
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(/\/v2\/stores\/[^/?]+$/, async (route) => {
      if (route.request().method() === 'GET') {
        asked.resolve();
        await held.promise;
      }
      await route.continue();
    });
    await page.getByRole('grid').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await asked.promise;
    await expect.poll(() => find('ZZ-9')).toBeNull();
    await page.keyboard.press('ControlOrMeta+Home');
    const sku = (await cell(page, 2, 0).textContent()) ?? '';
    await cell(page, 2, 1).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Half and');
    const arrived = page.waitForResponse(/\/v2\/stores\/[^/?]+$/);
    held.resolve();
    await (await arrived).finished();
    await page.waitForTimeout(300);
    await page.keyboard.type(' whole');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await record(sku)).title).toBe('Half and whole');
  },
  verifies('console.typed'),
);
