import type { LocationResponse } from '@vitrine/core/contracts';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { addHotels } from './sample-map.ts';

let mapId = 0;
const { inBrowser } = consoleTests(async (server) => {
  mapId = await addHotels(server);
});

async function named(
  { vitrine, principal }: ConsoleServer,
  name: string,
): Promise<LocationResponse | undefined> {
  const { items } = await vitrine.locations.search(principal, mapId, { limit: 100 });
  return items.find((location) => location.name === name);
}

/** Returns the text, the label or the class of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(
    '(({ textContent, ariaLabel, labels }) => labels?.[0]?.textContent ?? ariaLabel ?? textContent)(document.activeElement)',
  );
}

inBrowser(
  'changes the fields of a location by keyboard, and says at a field what is wrong with it',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/maps/${mapId}`);
    const item = page.locator('.location-list').getByRole('button', { name: /^Hotel Porto/ });
    await item.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Back to the list');
    expect(await page.getByLabel('phone').inputValue()).toBe('+43 1 000');
    expect(await page.getByLabel('rooms').inputValue()).toBe('40');
    await page.getByLabel('phone').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('+351 22');
    await page.keyboard.press('Tab');
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await page.getByText('A number, such as 12.5.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('12');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Y');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').first().waitFor();
    expect((await named(server, 'Hotel Porto'))?.fields).toEqual({
      phone: '+351 22',
      rooms: 12,
      breakfast: true,
    });

    await page.getByLabel('Key', { exact: true }).fill('porto');
    await page.getByLabel('rooms').fill('');
    const answered = Promise.withResolvers<void>();
    await page.route('**/locations/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response });
    });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await named(server, 'Hotel Porto'))?.uniqueId).toBe('porto');
    expect((await named(server, 'Hotel Porto'))?.fields).not.toHaveProperty('rooms');
    await page.getByRole('button', { name: 'Back to the list' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^Hotel Porto/);
    // A response that comes later does not lead back to the location.
    const received = page.waitForResponse((one) => one.request().method() === 'PATCH');
    answered.resolve();
    await (await received).finished();
    await page.unroute('**/locations/*');
    await item.waitFor();
    expect(await focused(page)).toMatch(/^Hotel Porto/);

    await page.getByRole('button', { name: 'Add a location' }).click();
    await expect.poll(() => focused(page)).toBe('Name');
    await page.keyboard.type('Second');
    await page.getByLabel('Latitude, longitude').fill('41, -8');
    await page.getByLabel('Key', { exact: true }).fill('porto');
    await page.keyboard.press('Enter');
    await page.getByText('Another location of the map has this key.').waitFor();
    await expectAccessible(page);
    // What is typed is kept over another location and a reload, until it is saved or given up.
    const name = page.getByLabel('Name', { exact: true });
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await item.click();
    await name.fill('Hotel do Porto');
    await page.reload();
    await expect.poll(() => name.inputValue()).toBe('Hotel do Porto');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await name.inputValue()).toBe('Hotel Porto');
    // Also over the deletion of its location, if that is undone.
    await name.fill('Hotel do Porto');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await item.click();
    await expect.poll(() => name.inputValue()).toBe('Hotel do Porto');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await name.inputValue()).toBe('Hotel Porto');
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await page.getByRole('button', { name: 'Add a location' }).click();
    await expect.poll(() => name.inputValue()).toBe('Second');
  },
);

inBrowser(
  'puts a location on the map with the arrow keys',
  async ({ page, open, server }) => {
    const before = await named(server, 'Hotel Springfield');
    await open(`/maps/${mapId}?tab=review&id=${before?.id}`);
    await page.getByRole('heading', { name: 'Hotel Springfield' }).waitFor();
    const surface = page.getByRole('group', { name: /^Map\./ });
    const queue = page.locator('.settle');
    await queue.focus();
    await page.keyboard.press('p');
    await expect.poll(() => focused(page)).toMatch(/^Map\./);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toMatch(/^Hotel Springfield/);
    await page.keyboard.press('p');
    await surface.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText('“Hotel Springfield” has its place.').first().waitFor();
    const after = await named(server, 'Hotel Springfield');
    expect(after?.geocodeStatus).toBe('manual');
    expect(after?.lng).toBeGreaterThan(before?.lng ?? 0);
    expect(after?.lat).toBeGreaterThan(before?.lat ?? 0);
  },
  verifies('console.map-editing'),
);

inBrowser(
  'loads finer borders when the map is close, and keeps what part of it is shown in the address',
  async ({ page, open, server }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await server.vitrine.maps.create(server.principal, { name: 'Nowhere' });
    await open(`/maps/${mapId + 1}`);
    await page.locator('.world-map .borders').waitFor({ state: 'attached' });
    await page.locator('.map-cities span').first().waitFor({ state: 'attached' });
    expect(asked.filter((url) => url.includes('countries-50m'))).toEqual([]);
    await page.getByRole('group', { name: /^Map\./ }).focus();
    for (let steps = 0; steps < 5; steps++) await page.keyboard.press('+');
    await page.locator('.world-map .detail .land').first().waitFor({ state: 'attached' });
    expect(asked.filter((url) => url.includes('countries-50m'))).toHaveLength(1);
    await page.waitForURL(/[?&]view=/);
    const shown = () => page.locator('.world-map-land g').first().getAttribute('transform');
    const before = await shown();
    await page.reload();
    await page.locator('.world-map .detail .land').first().waitFor({ state: 'attached' });
    const numbers = (text: string | null) => (text?.match(/-?[\d.]+/g) ?? []).map(Number);
    const [after, expected] = [numbers(await shown()), numbers(before)];
    expect(after).toHaveLength(3);
    for (const [at, number] of after.entries()) expect(number / (expected[at] ?? 0)).toBeCloseTo(1, 1);
    await expectAccessible(page);
  },
);

inBrowser(
  'a location of which only the postcode was found says so in the list and at its pin, and is to be checked if it has a street',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { id } = await vitrine.maps.create(principal, { name: 'Bookshops' });
    for (const [name, address] of [
      ['Copley', '700 Boylston St, Boston, MA 02116'],
      ['Mission', 'San Francisco, CA 94103, USA'],
    ] as const) {
      await vitrine.locations.add(principal, id, { name, address });
    }
    await vitrine.locations.add(principal, id, { name: 'Park', lat: 39.7, lng: -104.9 });
    await expect
      .poll(async () => {
        await vitrine.runDueJobs();
        return (await vitrine.maps.get(principal, id)).locationCounts.queued;
      })
      .toBe(0);
    await open(`/maps/${id}`);
    const list = page.locator('.location-list li');
    await list.filter({ hasText: 'Copley' }).getByText('Only the postcode').waitFor();
    const pin = page.locator('.map-pin').and(page.getByRole('button', { name: 'Copley: Only the postcode' }));
    expect(await pin.getAttribute('data-tone')).toBe('warn');
    await page.getByLabel('Show', { exact: true }).selectOption('Only the city or postcode (2)');
    await expect.poll(() => list.count()).toBe(2);
    await page.getByRole('tab', { name: 'To check (1)' }).click();
    await page.locator('.settle').getByText('Only the postcode').waitFor();
    await page.locator('.settle').getByText('Centre of the postcode').waitFor();
  },
  verifies('console.F8'),
);
