import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests } from './browser.ts';
import { addImages } from './sample-images.ts';
import { addHotels } from './sample-map.ts';
import { addTimers } from './sample-timers.ts';

// What the button of a message and Ctrl+Z undo, and what they leave.

let mapId = 0;
let imageIds: ReadonlyMap<string, number> = new Map();
const { inBrowser, server } = consoleTests(async (running) => {
  mapId = await addHotels(running);
  imageIds = await addImages(running);
  await addTimers(running);
});

const OFFLINE = /ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;
const undoIn = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' });
const said = (page: Page, text: string) => page.locator('.toast').getByText(text);
const pressCtrlZ = (page: Page) => page.locator('body').press('ControlOrMeta+z');
const imageNamed = (name: string) => imageIds.get(name) ?? 0;

inBrowser(
  'an undo that the server did not answer is offered again, also of several images, and is made once',
  async ({ page, open, allowErrors }) => {
    allowErrors(OFFLINE);
    const named = async (name: string) => {
      const { vitrine, principal } = server();
      const { items } = await vitrine.locations.search(principal, mapId, { limit: 100 });
      return items.filter((location) => location.name === name);
    };
    const [porto] = await named('Hotel Porto');
    await open(`/maps/${mapId}?id=${porto?.id}`);
    await page.locator('.location-actions').getByRole('button', { name: 'Delete' }).click();
    await undoIn(page).waitFor();
    await server().stop();
    await undoIn(page).click();
    await said(page, 'The server does not answer').waitFor();
    await server().start();
    await undoIn(page).click();
    await said(page, '“Hotel Porto” is back.').waitFor();
    expect(await named('Hotel Porto')).toHaveLength(1);
    expect((await named('Hotel Porto'))[0]?.fields).toEqual(porto?.fields);

    await open('/images?folder=Spring+2026');
    await page.getByRole('listbox', { name: 'Images' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await said(page, '3 images deleted').waitFor();
    await server().stop();
    await pressCtrlZ(page);
    await said(page, 'The server does not answer').waitFor();
    // However long that lasts.
    await said(page, 'The server does not answer').waitFor({ state: 'detached' });
    await undoIn(page).waitFor();
    await server().start();
    await pressCtrlZ(page);
    await said(page, '3 images restored.').waitFor();
    const { vitrine, principal } = server();
    for (const name of ['Tulips', 'Spring header']) {
      const image = await vitrine.images.get(principal, imageNamed(name));
      expect(image).toMatchObject({ active: true, folder: 'Spring 2026' });
    }
  },
  verifies('console.typed', 'console.F9'),
);

inBrowser(
  'Ctrl+Z undoes on a screen what was done on it, says so, and undoes nothing of another screen',
  async ({ page, open, server: { vitrine, principal } }) => {
    const logo = () => vitrine.images.get(principal, imageNamed('Logo'));
    const follow = (name: string) =>
      page.locator('.sidebar').getByRole('link', { name, exact: true }).click();
    await open(`/images?image=${imageNamed('Logo')}`);
    await page.locator('.image-actions').getByRole('button', { name: 'Delete' }).click();
    await said(page, '“Logo” is deleted').waitFor();
    await follow('Webhooks');
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    await pressCtrlZ(page);
    await follow('Images');
    await page.getByRole('heading', { name: 'Images', level: 1 }).waitFor();
    expect(await logo()).toMatchObject({ active: false });
    await pressCtrlZ(page);
    await said(page, '1 image restored.').waitFor();
    expect(await logo()).toMatchObject({ active: true });
  },
  verifies('console.F9'),
);

inBrowser(
  'a timer that was deleted comes back into its folder',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { items } = await vitrine.timers.list(principal, { q: 'Webinar' });
    const id = items[0]?.id ?? 0;
    await vitrine.images.move(principal, id, { folder: 'Campaigns' });
    await open('/timers?q=Webinar');
    await page.getByRole('button', { name: 'Actions for Webinar' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await undoIn(page).click();
    await said(page, 'is back').waitFor();
    expect(await vitrine.images.get(principal, id)).toMatchObject({ active: true, folder: 'Campaigns' });
  },
  verifies('console.F9'),
);

inBrowser(
  'an undo leaves the name and the folder that someone else has given an image since, and says so',
  async ({ page, open, server: { vitrine, principal } }) => {
    const id = imageNamed('Footer pattern');
    const image = () => vitrine.images.get(principal, id);
    const act = (name: string) => page.locator('.image-actions').getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog');
    await open(`/images?image=${id}`);
    await act('Rename');
    await dialog.getByLabel('Name').fill('Mine');
    await page.keyboard.press('Enter');
    await undoIn(page).waitFor();
    await vitrine.images.rename(principal, id, { name: 'Theirs' });
    await undoIn(page).click();
    await said(page, 'Not undone: someone else has changed it since.').waitFor();
    await page.getByRole('heading', { name: 'Theirs' }).waitFor();
    expect((await image()).name).toBe('Theirs');

    // The blank at the end is no part of the name: this is the folder that there is.
    await act('Move');
    await dialog.getByRole('combobox').fill('Spring 2026 ');
    await page.keyboard.press('Enter');
    await said(page, 'moved to “Spring 2026”').waitFor();
    expect((await image()).folder).toBe('Spring 2026');
    await vitrine.images.move(principal, id, { folder: 'Theirs' });
    await undoIn(page).click();
    await expect.poll(() => said(page, 'Not undone: someone else has changed it since.').count()).toBe(2);
    expect((await image()).folder).toBe('Theirs');

    // What others have changed besides stays, and the rest is undone.
    await act('Move');
    await dialog.getByRole('combobox').fill('Autumn');
    await page.keyboard.press('Enter');
    await said(page, 'moved to “Autumn”').waitFor();
    await vitrine.images.rename(principal, id, { name: 'Theirs again' });
    await undoIn(page).click();
    await page
      .locator('.toast')
      .getByText(/^Undone: /)
      .waitFor();
    expect(await image()).toMatchObject({ name: 'Theirs again', folder: 'Theirs' });
  },
  verifies('console.no-lost-update'),
);
