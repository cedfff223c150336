import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { verifies } from '../requirements.ts';
import { consoleTests, expectAccessible } from './browser.ts';
import { sendFiles } from './dropped-files.ts';
import { addHotels } from './sample-map.ts';

let mapId = 0;
const { inBrowser, server } = consoleTests(async (running) => {
  mapId = await addHotels(running);
});

const storedMap = () => server().vitrine.maps.get(server().principal, mapId);

inBrowser(
  'changes the name, the unit and the fields of a map, and says what a removed field loses',
  async ({ page, open, allowErrors }) => {
    allowErrors(/status of 400/);
    await open(`/maps/${mapId}`);
    await page.getByRole('button', { name: 'Edit the map' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByLabel('Name', { exact: true }).fill('Hotels of <img src=x onerror=alert(1)>');
    await dialog.getByLabel('Distances in').selectOption('Miles');
    await dialog.getByRole('button', { name: 'Remove the field phone' }).click();
    await dialog.getByText('Without “phone”, 5 locations lose their values for good.').waitFor();
    await dialog.getByRole('button', { name: 'Add a field' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.placeholder')).toBe('Name of the field');
    await page.keyboard.type('rooms');
    await dialog.getByLabel('At most').fill('1000');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Expected a whole number from 1 to 100.').waitFor();
    await dialog.getByLabel('At most').fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Expected a whole number from 1 to 100.').waitFor({ state: 'hidden' });
    await dialog.getByText('Another field has this name.').waitFor();
    await dialog.getByPlaceholder('Name of the field').fill('stars');
    await dialog.getByLabel('Type of the field').selectOption('Number');
    await page.keyboard.press('Enter');
    await page.getByText('The map is changed.').first().waitFor();

    await page.getByRole('heading', { name: 'Hotels of <img src=x onerror=alert(1)>', level: 1 }).waitFor();
    expect(await storedMap()).toMatchObject({
      unit: 'mi',
      maxResults: 20,
      fields: [
        { name: 'rooms', type: 'number' },
        { name: 'breakfast', type: 'boolean' },
        { name: 'stars', type: 'number' },
      ],
    });
    await page
      .getByRole('button', { name: /^Hotel Porto/ })
      .first()
      .click();
    await page.getByLabel('stars').waitFor();
    expect(await page.getByLabel('rooms').inputValue()).toBe('40');
  },
  verifies('console.map-editing'),
);

inBrowser(
  'numbers of a map are read as people write them, and what is none is said at its field',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { id } = await vitrine.maps.create(principal, { name: 'Far', searchRadius: 77, maxResults: 9 });
    const radius = page.getByRole('dialog').getByLabel('Radius, unless given');
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
    await open(`/maps/${id}?edit=1`);
    for (const text of ['abc', '0x10', '']) {
      await radius.fill(text);
      await save.click();
      await page.getByText('A number above 0, such as 25.').waitFor();
      expect((await vitrine.maps.get(principal, id)).searchRadius).toBe(77);
      await radius.fill('3');
    }
    await radius.fill('1,000');
    await save.click();
    await page.getByText('The map is changed.').first().waitFor();
    expect(await vitrine.maps.get(principal, id)).toMatchObject({ searchRadius: 1000, maxResults: 9 });
  },
  verifies('console.map-editing'),
);

inBrowser(
  'an import gives the map the fields that columns need',
  async ({ page, open }) => {
    await open(`/maps/${mapId}`);
    await page.getByRole('link', { name: 'Import' }).waitFor();
    // The map takes a file that is dropped on it.
    const text = 'name,lat,lng,beds,motto\nInn A,47,15,12,"<b>Rest</b>"\nInn B,47.1,15.1,8,\n';
    await sendFiles(page, 'drop', [{ name: 'inns.csv', type: 'text/csv', bytes: Buffer.from(text) }]);
    // Columns that nothing says become fields.
    expect(await page.getByLabel('Means: beds').locator('option:checked').textContent()).toBe(
      'A new field of the map',
    );
    // The names differ, so that they identify the locations. Without a key, a second import doubles them.
    const key = page.getByLabel('Which column identifies a location?');
    expect(await key.locator('option:checked').textContent()).toBe('name (all values differ)');
    await key.selectOption('None');
    await page.getByText('Nothing identifies the locations: all rows of the file are added').waitFor();
    await key.selectOption('name (all values differ)');
    await page.getByText('Nothing identifies the locations').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    expect((await storedMap()).fields.slice(-2)).toEqual([
      { name: 'beds', type: 'number' },
      { name: 'motto', type: 'string' },
    ]);
    await page.getByRole('link', { name: 'Show the map' }).click();
    await page
      .getByRole('button', { name: /^Inn A/ })
      .first()
      .click();
    expect(await page.getByLabel('beds').inputValue()).toBe('12');
    expect(await page.getByLabel('motto').inputValue()).toBe('<b>Rest</b>');
  },
  verifies('console.map-editing', 'console.F4', 'console.F22', 'console.F23'),
);

inBrowser(
  'an import leaves the fields that someone else has given the map since',
  async ({ page, open, server: { vitrine, principal } }) => {
    const { id } = await vitrine.maps.create(principal, { name: 'Shops' });
    const shop = await vitrine.locations.add(principal, id, { name: 'Shop 1', lat: 40, lng: -74 });
    const buffer = Buffer.from('code,name,lat,lng,hours\ns2,Shop 2,41,-74,9-17\ns3,Shop 3,42,-75,9-18\n');
    await open(`/maps/${id}/import`);
    await page.locator('input[type=file]').setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer });
    await page.getByLabel('Means: hours').waitFor();
    await vitrine.maps.update(principal, id, { fields: [{ name: 'phone', type: 'string' }] });
    await vitrine.locations.update(principal, id, shop.id, { fields: { phone: '+1 555 0100' } });
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    expect((await vitrine.maps.get(principal, id)).fields.map(({ name }) => name)).toEqual([
      'phone',
      'hours',
    ]);
    expect((await vitrine.locations.get(principal, id, shop.id)).fields).toMatchObject({
      phone: '+1 555 0100',
    });
  },
  verifies('console.no-lost-update'),
);

inBrowser(
  'what a map, a store or a removed field loses is counted when it is asked, in all of it',
  async ({ page, open, server: { vitrine, principal } }) => {
    const fields = [{ name: 'phone', type: 'string' as const }];
    const { id } = await vitrine.maps.create(principal, { name: 'Filled since', fields });
    const add = (name: string) =>
      vitrine.locations.add(principal, id, { name, lat: 40, lng: -74, fields: { phone: '1' } });
    await open('/maps');
    const actions = page.getByRole('button', { name: 'Actions for Filled since' });
    await actions.waitFor();
    await add('Shop 1');
    await add('Shop 2');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog');
    const remove = dialog.getByRole('button', { name: 'Delete the map' });
    await dialog.getByText('2 locations with phone: all gone for good.').waitFor();
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // One that is filled under the question, too.
    const { id: empty } = await vitrine.maps.create(principal, { name: 'Filled under it' });
    await page.reload();
    await page.getByRole('button', { name: 'Actions for Filled under it' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect.poll(() => remove.isEnabled()).toBe(true);
    await vitrine.locations.add(principal, empty, { name: 'Shop', lat: 40, lng: -74 });
    await remove.click();
    await dialog.getByLabel('Type Filled under it to confirm').waitFor();
    expect((await vitrine.maps.get(principal, empty)).locationCounts.total).toBe(1);

    await open(`/maps/${id}?q=nothing+like+it&edit=1`);
    await dialog.getByRole('button', { name: 'Remove the field phone' }).click();
    await dialog.getByText('Without “phone”, 2 locations lose their values for good.').waitFor();

    const store = await vitrine.stores.create(principal, {
      name: 'Filled store',
      properties: [{ name: 'title', type: 'string' }],
    });
    await open('/stores');
    await page.getByText('0 records').first().waitFor();
    for (const title of ['a', 'b']) await vitrine.records.add(principal, store.id, { title });
    await page.getByRole('button', { name: 'Actions for Filled store' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByText('Its 2 records and its keys stop working at once.').waitFor();
  },
  verifies('console.F9'),
);

inBrowser(
  'a map is deleted after its name was typed; its locations are a file that an import into another map takes',
  async ({ page, open }) => {
    const { vitrine, principal } = server();
    const map = await vitrine.maps.create(principal, {
      name: 'Old shops',
      fields: [{ name: 'note', type: 'string' }],
    });
    const added = [
      {
        uniqueId: 'vie',
        name: 'Wien',
        address: 'Graben 1, Wien',
        lat: 48.2,
        lng: 16.3,
        fields: { note: 'a, "b"' },
      },
      { uniqueId: 'gra', name: 'Graz', lat: -47, lng: 15.4 },
    ];
    for (const location of added) await vitrine.locations.add(principal, map.id, location);
    await open('/maps');
    await page.getByRole('button', { name: 'Actions for Old shops' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the map “Old shops”?' });
    await dialog.getByText('2 locations with note: all gone for good.').waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save the locations as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Old shops.csv');
    const file = { name: 'shops.csv', mimeType: 'text/csv', buffer: readFileSync(await download.path()) };
    const remove = dialog.getByRole('button', { name: 'Delete the map' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel('Type Old shops to confirm').fill('Old shops');
    await remove.click();
    await page.getByText('The map “Old shops” is deleted.').first().waitFor();
    await expect.poll(() => vitrine.maps.get(principal, map.id).catch(() => null)).toBeNull();

    const again = await vitrine.maps.create(principal, { name: 'New shops' });
    await open(`/maps/${again.id}/import`);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Import the file' }).click();
    await page.getByRole('heading', { name: 'The file is imported' }).waitFor();
    const { items } = await vitrine.locations.search(principal, again.id, { limit: 100 });
    const written = items.map(({ uniqueId, name, address, lat, lng, fields }) => ({
      uniqueId,
      name,
      address,
      lat,
      lng,
      fields,
    }));
    expect(written).toEqual(
      expect.arrayContaining(
        added.map(({ address = null, fields = {}, ...more }) => ({ ...more, address, fields })),
      ),
    );

    // One without locations needs no name.
    await vitrine.maps.create(principal, { name: 'Empty map' });
    await open('/maps');
    await page.getByRole('button', { name: 'Actions for Empty map' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete the map' }).click();
    await page.getByText('The map “Empty map” is deleted.').first().waitFor();
  },
  verifies('console.F9'),
);
