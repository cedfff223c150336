import type { TimerSummary } from '@vitrine/core/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { addTimers } from './sample-timers.ts';

const empty = consoleTests();
const filled = consoleTests(async (server) => {
  await addTimers(server);
});

async function timersOf({ vitrine, principal }: ConsoleServer): Promise<readonly TimerSummary[]> {
  return (await vitrine.timers.list(principal, { limit: 100 })).items;
}

const picture = (page: Page) => page.getByRole('img', { name: 'The timer as the server draws it now' });

/** Keeps the bytes of the newest GIF that the server sent to the designer. */
async function watchGifs(page: Page): Promise<() => string> {
  let newest = '';
  await page.route('**/v2/timer-frame-previews/**', async (route) => {
    const response = await route.fetch();
    newest = (await response.body()).toString('latin1');
    // The designer aborts a request when a newer one follows.
    await route.fulfill({ response }).catch(() => {});
  });
  return () => newest;
}

empty.inBrowser(
  'designs a timer beside its real GIF, saves it, lists it and copies its HTML',
  async ({ page, open, server }) => {
    await open('/timers');
    await page.getByRole('heading', { name: 'No timers yet' }).waitFor();
    await expectAccessible(page);
    const gif = await watchGifs(page);
    await page.getByRole('link', { name: 'Design a timer' }).click();
    await picture(page).waitFor();
    expect(await picture(page).getAttribute('src')).toMatch(/^blob:/);
    expect(gif().slice(0, 6)).toBe('GIF89a');

    // A timer that has ended looks the same each second, so that only changes of the design change its bytes.
    await page.getByLabel('Date and time').fill('2020-01-01T00:00');
    await page.getByText('Now: it has ended').waitFor();
    await expect.poll(() => gif().length).toBeLessThan(8_000);
    const plain = gif();
    await page.getByRole('button', { name: 'Flip clock, dark' }).click();
    await expect.poll(gif).not.toBe(plain);
    const flipped = gif();
    await page.getByLabel('Label of days').fill('TAGE');
    await expect.poll(gif).not.toBe(flipped);
    const labelled = gif();
    await page.getByLabel('Headline', { exact: true }).fill('Summer sale');
    await expect.poll(gif).not.toBe(labelled);
    await page.getByLabel('Date and time').fill('2031-07-01T09:00');
    await page.getByLabel('Time zone').selectOption('Europe/Vienna');
    await page.getByText(/^Now: \d+ days .* left, until Jul 1, 2031/).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Summer');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/console\/timers\/\d+\?draft=/);
    await page.getByRole('button', { name: 'Save the changes' }).waitFor();

    const [timer] = await timersOf(server);
    expect(timer).toMatchObject({
      name: 'Summer',
      targetKind: 'date',
      targetDate: '2031-07-01T07:00:00.000Z',
    });
    const { design } = await server.vitrine.timers.get(server.principal, timer?.id ?? 0);
    expect(design).toMatchObject({
      preset: 'flip-dark',
      headline: { text: 'Summer sale' },
      units: { days: { label: 'TAGE' }, hours: { label: null } },
    });
    await page.getByRole('link', { name: 'Timers' }).first().click();
    const card = page.getByRole('article').filter({ hasText: 'Summer' });
    await card.getByRole('button', { name: 'Copy HTML' }).click();
    await card.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(timer?.html);
    await page.getByText('Only this computer can reach 127.0.0.1').first().waitFor();
  },
  { permissions: ['clipboard-read', 'clipboard-write'], ...verifies('console.timers', 'console.F5') },
);

filled.inBrowser(
  'lists timers with their pictures, and undoes a deletion',
  async ({ page, open, server }) => {
    await open('/timers');
    const cards = page.getByRole('article');
    await expect.poll(() => cards.count()).toBe(4);
    await expect
      .poll(() => page.evaluate('[...document.images].every((i) => i.complete && i.naturalWidth > 0)'))
      .toBe(true);
    await expectAccessible(page);
    // The end is on the clocks of the zone in which it was set.
    await page.getByText(/Mar 5, 2031, 6:00\sPM in Europe\/Vienna/).waitFor();
    // The whole card leads to the timer, but for what else can be pressed in it.
    const card = cards.filter({ hasText: 'Webinar' });
    await card.getByRole('button', { name: 'Copy HTML' }).click();
    await card.getByRole('button', { name: 'Actions for Webinar' }).click();
    await page.keyboard.press('Escape');
    await card.locator('.picture-card-picture').click({ force: true });
    await page.waitForURL(/\/timers\/\d+$/);
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('flash');
    await expect.poll(() => cards.count()).toBe(1);
    await page.reload();
    await expect.poll(() => cards.count()).toBe(1);
    await page.getByRole('button', { name: 'Actions for Flash offer' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete the timer' }).click();
    await page.getByText('No timer has “flash” in its name').waitFor();
    expect(await timersOf(server)).toHaveLength(3);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => cards.count()).toBe(1);
    expect(await timersOf(server)).toHaveLength(4);
  },
);

filled.inBrowser('changes a saved timer under its URL, and as a copy', async ({ page, open, server }) => {
  const before = (await timersOf(server)).find(({ name }) => name === 'Webinar');
  await open(`/timers/${before?.id}`);
  await picture(page).waitFor();
  await page.getByLabel('Size', { exact: true }).fill('9999');
  await page.getByText('A whole number from 8 to 400.').waitFor();
  await page.getByLabel('Size', { exact: true }).fill('50');
  await page.getByRole('button', { name: 'Save the changes' }).click();
  await page.getByText('“Webinar” is saved.').first().waitFor();
  const designOf = async (id: number) => (await server.vitrine.timers.get(server.principal, id)).design;
  expect((await designOf(before?.id ?? 0)).digits.size).toBe(50);
  expect((await timersOf(server)).find(({ id }) => id === before?.id)?.productionUrl).toBe(
    before?.productionUrl,
  );

  // The draft is in the address: a reload keeps what is not saved.
  const sent = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByLabel('Headline', { exact: true }).fill('<img src=x onerror=alert(1)>');
  await sent;
  await page.reload();
  await expect
    .poll(() => page.getByLabel('Headline', { exact: true }).inputValue())
    .toBe('<img src=x onerror=alert(1)>');
  await page.getByLabel('Name', { exact: true }).fill('Second webinar');
  await page.getByRole('button', { name: 'Save as a new timer' }).click();
  await page.getByRole('heading', { name: 'Second webinar' }).waitFor();
  expect((await timersOf(server)).map(({ name }) => name)).toContain('Second webinar');
  expect((await designOf(before?.id ?? 0)).headline.text).toBeNull();
});

filled.inBrowser(
  'shows the GIF as mail programs do, with its weight and the warnings of the server, on a phone too',
  async ({ page, open }) => {
    await open('/timers/new');
    await picture(page).waitFor();
    await page.getByText(/kB$/).first().waitFor();
    await page.getByRole('tab', { name: 'First frame' }).click();
    await page.locator('.stage canvas').waitFor();
    await page.getByRole('tab', { name: 'Pictures off' }).click();
    await page.locator('.stage-off').getByText('New timer').waitFor();
    await page.getByRole('tab', { name: 'Dark mail' }).click();
    await picture(page).waitFor();
    await expectAccessible(page);
    await page.getByLabel('Colour', { exact: true }).first().fill('#12204b');
    await page.getByText(/have a contrast of/).waitFor();
    await page.getByLabel('Kind of target').selectOption('evergreen');
    await page.getByLabel('Hours', { exact: true }).fill('24');
    await page.getByText(/^Now: the entire 1 day/).waitFor();
    await page.getByLabel('Kind of target').selectOption('recurring');
    await page.getByLabel('Every').selectOption('week');
    await page.getByText(/^Now: .* left, until/).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  },
  { width: 390, height: 844 },
);

filled.inBrowser(
  'marks the look of a saved timer, has it in sight, leads to the others, and names the frame beside its button',
  async ({ page, open, server }) => {
    const saved = (await timersOf(server)).find(({ name }) => name.startsWith('Early bird'));
    await open(`/timers/${saved?.id}`);
    await picture(page).waitFor();
    const looks = page.getByRole('group', { name: 'Looks' });
    const look = looks.getByRole('button', { pressed: true });
    await looks.getByRole('button').last().click();
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('is saved.').first().waitFor();
    await page.reload();
    await picture(page).waitFor();
    await expect.poll(() => look.count()).toBe(1);
    const [row, shown] = await Promise.all([looks.boundingBox(), look.boundingBox()]);
    expect(shown?.x).toBeGreaterThanOrEqual(row?.x ?? Number.NaN);
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0) + 1);
    const earlier = page.getByRole('button', { name: 'Show earlier looks' });
    while ((await earlier.count()) > 0) await earlier.click({ timeout: 5_000 }).catch(() => {});
    await page.getByRole('button', { name: 'Show more looks' }).click();
    await earlier.waitFor();
    const parts = [
      page.getByRole('button', { name: 'Play from the beginning' }),
      page.locator('.scrubber').getByText(/^(?:Playing|Frame \d+ of \d+)$/),
      page.getByRole('slider', { name: 'Frame' }),
    ];
    const places = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.x ?? Number.NaN));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  },
  verifies('console.F34'),
);
