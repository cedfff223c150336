import type { LocationResponse } from '@vitrine/core/contracts';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import type { ConsoleServer } from './console-server.ts';
import { addHotels } from './sample-map.ts';

let mapId = 0;
const empty = consoleTests();
const filled = consoleTests(async (server) => {
  mapId = await addHotels(server);
});

async function locationsOf(
  { vitrine, principal }: ConsoleServer,
  map: number,
): Promise<readonly LocationResponse[]> {
  return (await vitrine.locations.search(principal, map, { limit: 100 })).items;
}

async function named(server: ConsoleServer, name: string): Promise<LocationResponse | undefined> {
  return (await locationsOf(server, mapId)).find((location) => location.name === name);
}

filled.inBrowser(
  'the buttons of a map are not covered on a phone',
  async ({ page, open }) => {
    await open(`/maps/${mapId}`);
    await page.getByRole('button', { name: 'Show all locations' }).waitFor();
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    expect(await bottom('.page-head .actions')).toBeLessThanOrEqual(
      (await page.locator('.map-workspace').boundingBox())?.y ?? 0,
    );
    await page.getByRole('button', { name: 'Add a location' }).click();
    await page.waitForURL(/id=new/);
  },
  { width: 390, height: 844 },
);

empty.inBrowser(
  'creates the first map, imports a file into it and corrects a refused row',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 400/);
    await open('/maps');
    await page.getByRole('heading', { name: 'No maps yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New map' }).click();
    await page.getByLabel('Name').fill('Shops');
    await page.getByRole('button', { name: 'Create the map' }).click();
    await page.waitForURL(/\/console\/maps\/1$/);
    await page.getByText('No locations yet').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Import' }).click();
    const csv =
      'uniqueId;Filiale;street;city;lat;lng\nvie;Wien;Stephansplatz 1;Wien;;\ngra;Graz;;;47,07;15,44\nbad;Nord;;;north;5\nlin;Linz;;;48,3;14,28;x\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByLabel('Means: Filiale').selectOption('Name');
    const key = page.getByLabel('Which column identifies a location?').locator('option:checked');
    expect(await key.textContent()).toBe('uniqueId (all values differ)');
    const preview = page.getByRole('region', { name: 'First locations as they will be stored' });
    await preview.getByText('47.07, 15.44').waitFor();
    await preview.getByText('The latitude is no number of degrees').waitFor();
    await preview.getByText('It has 7 cells, the header has 6.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try without writing' }).click();
    await page.getByRole('heading', { name: 'Nothing is written yet' }).waitFor();
    expect(await locationsOf(server, 1)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    // The refused row is corrected in place.
    await page.getByLabel('lat of row 3').fill('47,5');
    await page.getByRole('button', { name: 'Import 1 corrected row' }).click();
    await page.getByLabel('lat of row 3').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    // The others stay, with their places in the file.
    expect(await page.getByLabel('lat of row 4').inputValue()).toBe('48,3');
    expect(await page.locator('.import-counts dd').allTextContents()).toEqual(['3', '0', '0', '1']);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show the map' }).click();
    await page.getByRole('button', { name: /^Wien/ }).first().waitFor();
    const found = await locationsOf(server, 1);
    expect(found.map(({ uniqueId, name, address }) => [uniqueId, name, address]).toSorted()).toEqual([
      ['bad', 'Nord', null],
      ['gra', 'Graz', null],
      ['vie', 'Wien', 'Stephansplatz 1, Wien'],
    ]);
    expect(found.find(({ uniqueId }) => uniqueId === 'gra')).toMatchObject({ lat: 47.07, lng: 15.44 });
  },
  verifies('console.F23'),
);

filled.inBrowser(
  'shows the maps with their counts, and one with its list, pins and cities',
  async ({ page, open }) => {
    await open('/maps');
    const card = page.getByRole('article').filter({ hasText: 'Hotels' });
    await card.getByText('12 locations').waitFor();
    await expectAccessible(page);
    await card.getByRole('link', { name: 'Hotels' }).click();
    await page.getByRole('heading', { name: 'Hotels' }).waitFor();
    await expect.poll(() => page.locator('.location-list li').count()).toBe(12);
    const titles = await page.locator('.location-title').allTextContents();
    expect(titles).toEqual(titles.toSorted());
    await page.locator('.world-map .land').waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('.map-pin, .map-cluster').count()).toBeGreaterThan(2);
    await expect.poll(() => page.locator('.map-cities span').count()).toBeGreaterThan(3);
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  },
);

filled.inBrowser(
  'finds by address and by distance, with a circle, and keeps both in the address',
  async ({ page, open }) => {
    await open(`/maps/${mapId}`);
    const list = page.locator('.location-list li');
    await page.getByRole('searchbox', { name: 'Search by address' }).fill('wien');
    await expect.poll(() => list.count()).toBe(2);
    await page.reload();
    await expect.poll(() => list.count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Search by address' }).fill('nowhere at all');
    await page.getByText('No location matches').waitFor();
    await page.getByRole('combobox', { name: 'Near a city or the centre of the map' }).fill('Vienna');
    await page.locator('.world-map .ring').waitFor({ state: 'attached' });
    await page.getByText(/^\d+ within 80 km$/).waitFor();
    const near = await list.count();
    await page.getByLabel('Radius in kilometres').fill('400');
    await expect.poll(() => list.count()).toBeGreaterThan(near);
    expect(page.url()).toMatch(/near=48\.\d+%2C16\.\d+&radius=400/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'End this search' }).click();
    await expect.poll(() => list.count()).toBe(12);
  },
);

filled.inBrowser(
  'a dragged pin moves its location, and the move can be undone',
  async ({ page, open, server }) => {
    const before = await named(server, 'Hotel Lisboa');
    // With the part of the world in the address, the map does not move when the location is there.
    await open(`/maps/${mapId}?id=${before?.id}&view=38.7,-9.1,5`);
    const pin = page.getByRole('button', { name: /^Hotel Lisboa: / }).and(page.locator('.map-pin'));
    await pin.waitFor();
    const place = await pin.boundingBox();
    const drag = async () => {
      const box = await pin.boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y + 30, { steps: 4 });
      await page.mouse.up();
      await page.getByText('“Hotel Lisboa” is moved.', { exact: true }).last().waitFor();
    };
    await drag();
    const after = await named(server, 'Hotel Lisboa');
    expect(after?.geocodeStatus).toBe('manual');
    expect(after?.lng).toBeGreaterThan(before?.lng ?? 0);
    expect(after?.lat).toBeLessThan(before?.lat ?? 0);
    // Also when the message with the offer is gone.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await named(server, 'Hotel Lisboa'))?.lat).toBe(before?.lat);
    // A place that somebody has changed since stays.
    await expect.poll(() => pin.boundingBox()).toEqual(place);
    await drag();
    const { vitrine, principal } = server;
    await vitrine.locations.update(principal, mapId, before?.id ?? '', { lat: 38.5, lng: -9.5 });
    await page.keyboard.press('ControlOrMeta+z');
    await page.getByText('“Hotel Lisboa” has another address or place since then').first().waitFor();
    expect((await named(server, 'Hotel Lisboa'))?.lat).toBe(38.5);
    // A deletion, too.
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('“Hotel Lisboa” is deleted.').first().waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).last().click();
    expect(await named(server, 'Hotel Lisboa')).toBeUndefined();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => (await named(server, 'Hotel Lisboa'))?.lat).toBe(38.5);
  },
  verifies('console.F9'),
);

filled.inBrowser(
  'settles uncertain addresses one after the other from the keyboard',
  async ({ page, open, server }) => {
    await open(`/maps/${mapId}`);
    await page.locator('.location-list').getByText('Only the city').first().waitFor();
    await page.getByRole('tab', { name: 'To check (7)' }).click();
    await page.getByText('1 of 7').waitFor();
    await expectAccessible(page);
    // Those of which only the city was found, though their addresses have a street.
    await page.getByLabel('Show', { exact: true }).selectOption('Only the city or postcode (3)');
    for (const left of ['1 of 3', '1 of 2', '1 of 1']) {
      await page.getByText(left).waitFor();
      await page.getByRole('button', { name: 'Keep this place' }).click();
    }
    await page.getByText('No location matches').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('All (4)');
    await page.getByText('1 of 4').waitFor();
    await page.locator('.settle').focus();
    const title = page.locator('.settle-title');
    const settle = async (name: string) => {
      for (let i = 0; i < 5 && (await title.textContent()) !== name; i++) await page.keyboard.press('n');
      expect(await title.textContent()).toBe(name);
    };
    await settle('Hotel Springfield');
    await page.locator('.settle mark').getByText('Springfield').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('“Hotel Springfield” keeps its place.').first().waitFor();
    expect(await named(server, 'Hotel Springfield')).toMatchObject({ geocodeStatus: 'manual' });

    await page.getByText(/of 3$/).waitFor();
    await settle('Hotel Unbekannt');
    await page.keyboard.press('e');
    // Not before the field has the focus and its text is selected.
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    await page.keyboard.type('Hauptplatz 1, Graz, Austria');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await named(server, 'Hotel Unbekannt'))?.geocodeStatus).toBe('located');
    // It is in the right city now, and still not at its house.
    await page.locator('.settle').getByText('Only the city').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(/of 2$/).waitFor();

    await settle('Hotel Nowhere');
    await page.keyboard.press('p');
    await page.getByText('Press the place on the map,').waitFor();
    const box = await page.locator('.world-map').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 200, (box?.y ?? 0) + 200);
    await page.getByText('“Hotel Nowhere” has its place.').first().waitFor();
    expect(await named(server, 'Hotel Nowhere')).toMatchObject({ geocodeStatus: 'manual' });

    await page.getByText('1 of 1').waitFor();
    await page.keyboard.press('Delete');
    await page.getByRole('heading', { name: 'Nothing is left to check' }).waitFor();
    await expectAccessible(page);
    expect(await locationsOf(server, mapId)).toHaveLength(11);
  },
  verifies('console.maps', 'console.F8'),
);

filled.inBrowser(
  'changes a location in its panel and shows what the server refuses, on a phone too',
  async ({ page, open, server, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/maps/${mapId}`);
    await page
      .getByRole('button', { name: /^Hotel Porto/ })
      .first()
      .click();
    await page.getByLabel('Latitude, longitude').fill('north');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Two numbers of degrees').waitFor();
    await page.getByLabel('Latitude, longitude').fill('41.1, -8.6');
    await page.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    expect(await named(server, '<img src=x onerror=alert(1)>')).toMatchObject({ lat: 41.1, lng: -8.6 });
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // The last button can be scrolled out from under the message.
    const last = page.getByRole('button', { name: 'Delete', exact: true });
    await page.locator('.shell-main').evaluate((main) => main.scrollTo(0, 10_000));
    const [button, message] = await Promise.all([last.boundingBox(), page.locator('.toast').boundingBox()]);
    expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThanOrEqual(message?.y ?? 0);
  },
  { width: 390, height: 844, ...verifies('console.F33') },
);
