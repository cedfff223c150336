import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { CLIPBOARD, cell, paste } from './cell.ts';
import type { ConsoleServer } from './console-server.ts';

// What is taken back is what was done here, also where the server or other people come in between.

const { inBrowser, server } = consoleTests();
const BUSY = JSON.stringify({ status: 503, code: 'unavailable', title: 'Busy' });

interface Notes {
  readonly id: string;
  /** Returns the titles of the records, in alphabetical order. */
  readonly titles: () => Promise<unknown[]>;
}

/** Creates a store of records with titles, and with a key if there is a history. */
async function addNotes(
  { vitrine, principal }: ConsoleServer,
  titles: readonly string[],
  history?: 'P30D',
): Promise<Notes> {
  const store = await vitrine.stores.create(principal, {
    name: 'Notes',
    ...(history === undefined ? {} : { history }),
    properties: [
      ...(history === undefined ? [] : [{ name: 'sku', type: 'string' as const, unique: true }]),
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number' },
    ],
  });
  for (const [n, title] of titles.entries())
    await vitrine.records.add(principal, store.id, {
      title,
      price: n,
      ...(history === undefined ? {} : { sku: `S-${n}` }),
    });
  const read = async () => {
    const { items } = await vitrine.records.list(principal, store.id, { limit: 100 });
    return items.map(({ title }) => title).toSorted();
  };
  return { id: store.id, titles: read };
}

/** Refuses requests after some of them, as a busy server does, until the returned function is called. */
async function refuseAfter(
  page: Page,
  count: number,
  method: string,
  path: RegExp,
): Promise<() => Promise<void>> {
  let taken = 0;
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue();
    taken += 1;
    if (taken <= count) return route.continue();
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: BUSY });
  });
  return () => page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function press(page: Page, keys: string): Promise<void> {
  await page.getByRole('grid').focus();
  await page.keyboard.press(keys);
}

async function deleteAll(page: Page, count: number): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all records that match' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: `Delete ${count} records` }).click();
  await page
    .getByText(`Deleted ${count} ${count === 1 ? 'record' : 'records'}.`)
    .first()
    .waitFor();
}

inBrowser(
  'says why the rest of a paste is not undone, and undoes it with the next press; makes all of it again',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 503/);
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const after = before.map((letter) => `Pasted ${letter}`);
    const { id, titles } = await addNotes(server(), before, 'P30D');
    await open(`/stores/${id}?sort=sku`);
    await cell(page, 7, 1).waitFor();
    await paste(page, 0, 1, after.join('\n'));
    await page.getByText('Changed 8 cells.').first().waitFor();
    const takeAgain = await refuseAfter(page, 3, 'PATCH', /\/records\/S-\d$/);
    await press(page, 'ControlOrMeta+z');
    await page
      .getByText(/^Undone in 3 records\. Not undone yet in 5 records, Ctrl\+Z tries again: /)
      .first()
      .waitFor();
    expect((await titles()).filter((title) => before.includes(String(title)))).toHaveLength(3);
    await takeAgain();
    await press(page, 'ControlOrMeta+z');
    await page.getByText('Undone.', { exact: true }).first().waitFor();
    expect(await titles()).toEqual(before);
    await press(page, 'ControlOrMeta+Shift+z');
    await page.getByText('Made again.', { exact: true }).first().waitFor();
    expect(await titles()).toEqual(after);
  },
  { ...CLIPBOARD, ...verifies('console.F11') },
);

inBrowser(
  'brings a deletion back once without a history, also where the server stopped, or its response was lost',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 503|ERR_CONNECTION/);
    const all = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6'];
    const { id, titles } = await addNotes(server(), all);
    await open(`/stores/${id}`);
    await cell(page, 0, 0).waitFor();
    await deleteAll(page, 6);
    const takeAgain = await refuseAfter(page, 3, 'POST', /\/records$/);
    await press(page, 'ControlOrMeta+z');
    await page
      .getByText(/^Undone in 3 records\. Not undone yet in 3 records/)
      .first()
      .waitFor();
    expect(await titles()).toHaveLength(3);
    await takeAgain();
    await press(page, 'ControlOrMeta+z');
    await page.getByText('Undone.', { exact: true }).first().waitFor();
    expect(await titles()).toEqual(all);

    await cell(page, 5, 0).waitFor();
    await deleteAll(page, 6);
    await page.route(/\/records$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await press(page, 'ControlOrMeta+z');
    await page
      .getByText(/^Not undone yet in 6 records/)
      .first()
      .waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await press(page, 'ControlOrMeta+z');
    await page.getByText('Undone.', { exact: true }).first().waitFor();
    expect(await titles()).toEqual(all);
  },
  verifies('console.F9'),
);

inBrowser(
  'undoes edits of a record from before its deletion, when it has come back with another id',
  async ({ page, open }) => {
    const { id, titles } = await addNotes(server(), ['a']);
    await open(`/stores/${id}`);
    await cell(page, 0, 0).waitFor();
    await paste(page, 0, 0, 'Edited');
    await page.getByText('Changed title.').first().waitFor();
    await deleteAll(page, 1);
    await press(page, 'ControlOrMeta+z');
    await cell(page, 0, 0).getByText('Edited').waitFor();
    await press(page, 'ControlOrMeta+z');
    await expect.poll(titles).toEqual(['a']);
    await press(page, 'ControlOrMeta+Shift+z');
    await expect.poll(titles).toEqual(['Edited']);
    await press(page, 'ControlOrMeta+Shift+z');
    await expect.poll(titles).toEqual([]);
  },
  CLIPBOARD,
);

inBrowser(
  'shows what a deletion has brought back, though the rows were read before and the store answers later',
  async ({ page, open }) => {
    const { id, titles } = await addNotes(server(), ['a', 'b']);
    await open(`/stores/${id}`);
    await cell(page, 1, 0).waitFor();
    const answered = Promise.withResolvers<void>();
    await page.route(new RegExp(`/stores/${id}$`), async (route) => {
      await answered.promise;
      await route.continue();
    });
    await deleteAll(page, 2);
    await page.getByText('No records yet').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(titles).toEqual(['a', 'b']);
    answered.resolve();
    await cell(page, 1, 0).waitFor();
  },
  verifies('console.F9'),
);

inBrowser(
  'says that a value can’t be undone whose column was renamed meanwhile, and undoes the other ones',
  async ({ page, open, allowErrors }) => {
    // The totals of the column.
    allowErrors(/status of 400/);
    const { vitrine, principal } = server();
    const { id, titles } = await addNotes(server(), ['a', 'b'], 'P30D');
    await open(`/stores/${id}?sort=sku`);
    await cell(page, 1, 2).waitFor();
    await paste(page, 0, 1, 'A\t50\nB\t51');
    await page.getByText('Changed 4 cells.').first().waitFor();
    await paste(page, 0, 2, '60');
    await page.getByText('Changed price.').first().waitFor();
    await vitrine.stores.renameProperty(principal, id, 'price', { name: 'cost' });
    await page.getByRole('columnheader', { name: /cost/ }).waitFor();
    const left = 'The store has no column “price” any more: former values are left out.';
    await press(page, 'ControlOrMeta+z');
    await page.getByText(left, { exact: true }).first().waitFor();
    await press(page, 'ControlOrMeta+z');
    await page.getByText(`Undone in 2 records. ${left}`).first().waitFor();
    expect(await titles()).toEqual(['a', 'b']);
  },
  { ...CLIPBOARD, ...verifies('console.no-lost-update') },
);

inBrowser(
  'brings a deletion back from the history once, though the response of the first attempt was lost',
  async ({ page, open, allowErrors }) => {
    allowErrors(/ERR_CONNECTION/);
    const { id, titles } = await addNotes(server(), ['a', 'b'], 'P30D');
    await open(`/stores/${id}`);
    await cell(page, 1, 0).waitFor();
    await deleteAll(page, 2);
    await page.route(/\/records\/restore$/, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await press(page, 'ControlOrMeta+z');
    await page
      .getByText(/^Not undone yet in 2 records/)
      .first()
      .waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await press(page, 'ControlOrMeta+z');
    await page.getByText('Undone.', { exact: true }).first().waitFor();
    expect(await titles()).toEqual(['a', 'b']);
  },
  verifies('console.F9'),
);

for (const history of ['P30D', undefined] as const) {
  inBrowser(
    `leaves a record that someone else has changed when its deletion is made again, with ${history ?? 'no'} history`,
    async ({ page, open, allowErrors }) => {
      allowErrors(/status of 412/);
      const { vitrine, principal } = server();
      const { id, titles } = await addNotes(server(), ['a', 'b'], history);
      await open(`/stores/${id}`);
      await cell(page, 1, 0).waitFor();
      await deleteAll(page, 2);
      await press(page, 'ControlOrMeta+z');
      await page.getByText('Undone.', { exact: true }).first().waitFor();
      const { items } = await vitrine.records.list(principal, id, { limit: 10 });
      const changed = items.find(({ title }) => title === 'b');
      await vitrine.records.patch(principal, id, String(changed?.id), { price: 7 } as never);
      await press(page, 'ControlOrMeta+Shift+z');
      const text = 'Made again in 1 record. 1 record was changed since and stays as it is.';
      await page.getByText(text).first().waitFor();
      expect(await titles()).toEqual(['b']);
    },
    verifies('console.no-lost-update'),
  );

  inBrowser(
    `leaves an added record into which someone else has written, with ${history ?? 'no'} history`,
    async ({ page, open, allowErrors }) => {
      allowErrors(/status of 412/);
      const { vitrine, principal } = server();
      const { id, titles } = await addNotes(server(), ['a'], history);
      await open(`/stores/${id}`);
      await cell(page, 0, 0).waitFor();
      const key = history === undefined ? [] : ['N-1', 'N-2', 'N-3'];
      const lines = ['x', 'y', 'z'].map((title, n) => [...key.slice(n, n + 1), title].join('\t'));
      await paste(page, 1, 0, lines.join('\n'));
      await page.getByText('Added 3 records.').first().waitFor();
      const { items } = await vitrine.records.list(principal, id, { limit: 10 });
      const added = items.find(({ title }) => title === 'y');
      await vitrine.records.patch(principal, id, String(added?.id), { price: 7 } as never);
      await press(page, 'ControlOrMeta+z');
      await page
        .getByText('Undone in 2 records. 1 record was changed since and stays as it is.')
        .first()
        .waitFor();
      expect(await titles()).toEqual(['a', 'y']);
      await press(page, 'ControlOrMeta+Shift+z');
      await page.getByText('Made again.', { exact: true }).first().waitFor();
      expect(await titles()).toEqual(['a', 'x', 'y', 'z']);
      await press(page, 'ControlOrMeta+z');
      await page.getByText('Undone.', { exact: true }).first().waitFor();
      expect(await titles()).toEqual(['a', 'y']);
    },
    { ...CLIPBOARD, ...verifies('console.no-lost-update') },
  );
}
