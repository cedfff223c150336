import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

/** A map with three located shops and one that waits for geocoding. Returns the ids of the locations. */
async function addShops(): Promise<string[]> {
  const { vitrine, principal } = shop;
  const { id } = await vitrine.maps.create(principal, { name: 'Shops', searchRadius: 400 });
  const ids: string[] = [];
  for (const request of [
    { uniqueId: 'vienna', name: 'Wien', lat: 48.2, lng: 16.37 },
    { uniqueId: 'graz', name: 'Graz', lat: 47.07, lng: 15.44 },
    { uniqueId: 'berlin', lat: 52.52, lng: 13.4 },
    { address: '1 Elm Street' },
  ])
    ids.push((await vitrine.locations.add(principal, id, request)).id);
  return ids;
}

describe('locations list, search and show', () => {
  test('list the locations of a map that is given by name', async () => {
    await addShops();
    const lines = (await shop.line.succeed('locations', 'list', 'Shops')).split('\n');
    expect(lines[0]).toMatch(/^ID +UNIQUE ID +LAT +LNG {2}STATUS {2}NAME {2}ADDRESS$/);
    expect(lines[1]).toMatch(/^\S+ {2}- +- +- {2}queued {2}- {5}1 Elm Street$/);
    expect(lines[4]).toMatch(/^\S+ {2}vienna {6}48\.2 {2}16\.37 {2}manual {2}Wien {2}-$/);
    const all = await shop.line.succeed('locations', 'list', '1', '--json', '--limit', '3');
    expect(JSON.parse(all)).toHaveLength(3);
  });

  test('finds by distance, address and uniqueId', async () => {
    await addShops();
    const search = ['locations', 'search', 'Shops'];
    const near = (await shop.line.succeed(...search, '--near', '48.2,16.37')).trim().split('\n');
    expect(near[0]).toMatch(/^ID +MILES +UNIQUE ID/);
    expect(near.slice(1).map((line) => line.split(/ {2,}/).slice(1, 3))).toEqual([
      ['0', 'vienna'],
      [expect.stringMatching(/^89\.\d+$/), 'graz'],
      [expect.stringMatching(/^32\d\.\d+$/), 'berlin'],
    ]);
    const close = await shop.line.succeed(...search, '--near=47,15.4', '--radius', '20', '--json');
    expect(JSON.parse(close)).toMatchObject([{ uniqueId: 'graz' }]);
    const byAddress = await shop.line.succeed(...search, '--address', 'ELM', '--json');
    expect(JSON.parse(byAddress)).toMatchObject([{ address: '1 Elm Street' }]);
    const byId = await shop.line.succeed(...search, '--unique-id', 'berlin', '--json');
    expect(JSON.parse(byId)).toMatchObject([{ lat: 52.52 }]);
    for (const [args, code] of [
      [[], 64],
      [['--address', 'x', '--near', '1,2'], 64],
      [['--address', 'x', '--radius', '5'], 64],
      [['--near', 'here'], 64],
      [['--near', '91,0'], 1],
    ] as const) {
      expect(await shop.line.run(...search, ...args)).toMatchObject({ code, out: '' });
    }
  });

  test('adds a location and shows it by its id and its uniqueId', async () => {
    await addShops();
    const add = ['locations', 'add', 'Shops', '--unique-id', 'linz', '--at', '48.3,-14.28', '--name', 'Linz'];
    const added = JSON.parse(await shop.line.succeed(...add, '--json'));
    expect(added).toMatchObject({ uniqueId: 'linz', lat: 48.3, lng: -14.28, geocodeStatus: 'manual' });
    const out = await shop.line.succeed('locations', 'show', 'Shops', 'linz');
    expect(out).toMatch(/^name {7}Linz$/m);
    expect(await shop.line.succeed('locations', 'show', '1', added.id)).toBe(out);
    for (const unknown of ['none', '']) {
      const { code, err } = await shop.line.run('locations', 'show', 'Shops', unknown);
      expect({ code, err }).toEqual({
        code: 1,
        err: `error: No such location in map 1: none has the id or the uniqueId "${unknown}".\n`,
      });
    }
  });
});

describe('locations delete', () => {
  test('deletes all given locations after --yes, or none', async () => {
    const [, graz = ''] = await addShops();
    const remove = ['locations', 'delete', 'Shops'];
    expect(await shop.line.run(...remove, 'vienna', graz)).toMatchObject({
      code: 64,
      err: expect.stringContaining('This deletes 2 locations of map 1 "Shops" permanently.'),
    });
    expect((await shop.line.run(...remove, 'vienna', 'none', '--yes')).code).toBe(1);
    const count = async () => (await shop.vitrine.maps.get(shop.principal, 1)).locationCounts.total;
    expect(await count()).toBe(4);
    expect(await shop.line.succeed(...remove, 'vienna', graz, 'graz', '--yes')).toMatch(
      /^deleted {2}\S+\ndeleted {2}\S+\n$/,
    );
    expect(await count()).toBe(2);
  });
});

describe('maps show, update and delete', () => {
  test('show the counts, change members, and say how many locations are lost', async () => {
    await addShops();
    expect(await shop.line.succeed('maps', 'show', 'Shops')).toMatch(
      /^search radius {2}400 miles\nmax results[^\n]+\nlocations {6}4\nlocated {8}3\nqueued {9}1\nfailed {9}0$/m,
    );
    const updated = await shop.line.succeed('maps', 'update', 'Shops', '--name', 'Stalls', '--json');
    expect(JSON.parse(updated)).toMatchObject({ id: 1, name: 'Stalls', searchRadius: 400 });
    expect((await shop.line.run('maps', 'update', 'Stalls')).code).toBe(64);
    const asked = await shop.line.run('maps', 'delete', 'Stalls');
    expect(asked).toMatchObject({
      code: 64,
      err: expect.stringContaining('This deletes map 1 "Stalls" with 4 locations permanently.'),
    });
    expect(await shop.line.succeed('maps', 'delete', 'Stalls', '--yes')).toBe('deleted  1\n');
    expect((await shop.vitrine.maps.list(shop.principal)).items).toEqual([]);
  });
});

describe('locations update', () => {
  test('changes, removes and geocodes only what is given', verifies('cli.others'), async () => {
    await addShops();
    const update = async (...args: string[]) =>
      JSON.parse(await shop.line.succeed('locations', 'update', 'Shops', ...args, '--json'));
    expect(await update('vienna', '--name', 'Vienna', '--at', '48.21,16.38')).toMatchObject({
      uniqueId: 'vienna',
      name: 'Vienna',
      lat: 48.21,
      lng: 16.38,
    });
    const moved = await update('vienna', '--address', '1 Oak Street', '--unique-id', 'w', '--clear', 'name');
    expect(moved).toMatchObject({ uniqueId: 'w', name: null, lat: null, geocodeStatus: 'queued' });
    expect(await update('w', '--at', '48,16', '--clear', 'unique-id')).toMatchObject({
      uniqueId: null,
      geocodeStatus: 'manual',
    });
    expect(await update(moved.id, '--geocode')).toMatchObject({ lat: null, geocodeStatus: 'queued' });
  });

  test('changes and removes values of fields', verifies('cli.others'), async () => {
    await addShops();
    await shop.line.succeed('maps', 'update', 'Shops', '--field', 'seats:number', '--field', 'phone');
    const update = async (...args: string[]) =>
      JSON.parse(await shop.line.succeed('locations', 'update', 'Shops', 'graz', ...args, '--json')).fields;
    expect(await update('--field', 'seats=12', '--field', 'phone=1')).toMatchObject({
      seats: 12,
      phone: '1',
    });
    expect(await update('--clear-field', 'phone', '--field', 'seats=9')).toEqual({ seats: 9 });
  });

  test('says what is wrong', async () => {
    await addShops();
    const run = (...args: string[]) => shop.line.run('locations', 'update', 'Shops', ...args);
    expect((await run('graz')).err).toMatch(/^error: Give what to change: --address, /);
    expect(await run('graz', '--clear', 'lat')).toMatchObject({ code: 64 });
    expect(await run('graz', '--geocode', '--at', '1,1')).toMatchObject({ code: 64 });
    expect(await run('linz', '--name', 'Linz')).toMatchObject({ code: 1 });
    expect(await run('graz', '--clear', 'address', '--geocode')).toMatchObject({ code: 1, out: '' });
  });
});
