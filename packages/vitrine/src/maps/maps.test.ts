import { existsSync, readFileSync } from 'node:fs';
import type { LocationResponse, MapResponse } from '@vitrine/core/contracts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

async function createMap(): Promise<number> {
  const out = await shop.line.succeed('maps', 'create', '--name', 'Shops', '--json');
  return (JSON.parse(out) as MapResponse).id;
}

/** Oldest first. */
async function locationsOf(mapId: number): Promise<LocationResponse[]> {
  const found: LocationResponse[] = [];
  let cursor = '';
  do {
    const page = await shop.vitrine.locations.search(shop.principal, mapId, { limit: 100, cursor });
    found.push(...page.items);
    cursor = page.cursor ?? '';
  } while (cursor !== '');
  return found.reverse();
}

describe('maps create and list', () => {
  test('create maps and print them', verifies('cli.maps', 'console.F37'), async () => {
    const { line } = shop;
    expect(await line.succeed('maps', 'create', '--name', 'One\u0007')).toBe('map 1  One\\u0007\n');
    // The name as a word, as that of a store.
    const args = ['Two', '--search-radius', '7', '--max-results', '100', '--json'];
    expect(JSON.parse(await line.succeed('maps', 'create', ...args))).toMatchObject({
      id: 2,
      name: 'Two',
      searchRadius: 7,
      maxResults: 100,
    });
    await shop.vitrine.locations.add(shop.principal, 2, { address: 'x' });
    expect(await line.succeed('maps', 'list')).toBe(
      'ID  LOCATIONS  QUEUED  FAILED  NAME\n 2          1       1       0  Two\n 1          0       0       0  One\\u0007\n',
    );
    expect(JSON.parse(await line.succeed('maps', 'list', '--json'))).toHaveLength(2);
  });

  test('refuse invalid values, in one line', async () => {
    for (const args of [
      ['--name', ' '],
      ['--name', 'x', '--search-radius', '12451'],
      ['--name', 'x', '--max-results', '0'],
    ]) {
      const { code, err } = await shop.line.run('maps', 'create', ...args);
      expect(code).not.toBe(0);
      expect(err).toMatch(/^error: [^\n]+\n$/);
    }
  });
});

describe('maps import', () => {
  test('adds locations; a second run updates only changed ones', verifies('cli.maps'), async () => {
    const { line } = shop;
    const id = String(await createMap());
    const rows = [
      'Unique ID,Name,Address,Latitude,longitude',
      'a,"Größe, 1",Elm Street,,',
      'b,,,48.2,16.37',
      'c,C,x,1,2',
    ];
    const file = line.write('shops.csv', `${rows.join('\r\n')}\r\n`);
    expect(await line.succeed('maps', 'import', id, file)).toMatch(
      /^3 rows: 3 added, 0 changed, 0 unchanged, 0 refused/,
    );
    const before = await locationsOf(Number(id));
    expect(before.toSorted((x, y) => String(x.uniqueId).localeCompare(String(y.uniqueId)))).toMatchObject([
      { uniqueId: 'a', name: 'Größe, 1', address: 'Elm Street', lat: null, geocodeStatus: 'queued' },
      { uniqueId: 'b', name: null, address: null, lat: 48.2, lng: 16.37, geocodeStatus: 'manual' },
      { uniqueId: 'c', name: 'C', address: 'x', lat: 1, geocodeStatus: 'manual' },
    ]);
    expect(await line.succeed('maps', 'import', id, file)).toMatch(
      /^3 rows: 0 added, 0 changed, 3 unchanged, 0 refused/,
    );
    expect(await locationsOf(Number(id))).toEqual(before);
    const changed = line.write(
      'shops.csv',
      `${rows.join('\n').replace('C,x,1,2', 'D,x,1,3')}\nd,,New Street,,\n`,
    );
    expect(await line.succeed('maps', 'import', id, changed)).toMatch(
      /^4 rows: 1 added, 1 changed, 2 unchanged, 0 refused/,
    );
    expect(await locationsOf(Number(id))).toHaveLength(4);
    expect(existsSync(`${file}.errors.ndjson`)).toBe(false);
  });

  test('writes refused rows to a file and imports the others', async () => {
    const { line } = shop;
    const id = String(await createMap());
    const rows = [
      'uniqueId,address,lat,lng',
      'a,ok,,',
      'b,,,',
      'c,,91,5',
      'd,,north,5',
      'e,,1,',
      'a,again,,',
      'g,x,,,extra',
    ];
    const file = line.write('shops.csv', rows.join('\n'));
    const { code, out, err } = await line.run('maps', 'import', id, file);
    expect(code).toBe(1);
    expect(out).toMatch(/^7 rows: 1 added, 1 changed, 0 unchanged, 5 refused/);
    expect(err).toContain(`refused rows: ${file}.errors.ndjson`);
    expect(err).toContain('refused: line 3: address: ');
    const report = readFileSync(`${file}.errors.ndjson`, 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { row: number; line: number; errors: Record<string, string[]> });
    expect(report.map(({ row, errors }) => [row, Object.keys(errors)]).toSorted()).toEqual([
      [2, ['address']],
      [3, ['lat']],
      [4, ['lat']],
      [5, ['lng']],
      [7, ['']],
    ]);
    expect(await locationsOf(Number(id))).toMatchObject([{ uniqueId: 'a', address: 'again' }]);
  });

  test('joins addresses from several columns', async () => {
    const { line } = shop;
    const id = String(await createMap());
    const file = line.write(
      'shops.csv',
      'code;street;zip;city;phone\nv1;1 Elm Street;;Vienna;5\nw1;;20500;;6\n',
    );
    const flags = [
      '--address',
      'street,zip,city',
      '--ignore',
      'phone',
      '--delimiter',
      ';',
      '--unique-id',
      'code',
    ];
    await line.succeed('maps', 'import', id, file, ...flags);
    const addresses = (await locationsOf(Number(id))).map(({ address }) => address);
    expect(addresses.toSorted()).toEqual(['1 Elm Street, Vienna', '20500']);
    expect(await line.succeed('maps', 'import', id, file, ...flags)).toMatch(
      /^2 rows: 0 added, 0 changed, 2 unchanged/,
    );
  });

  test('reads degrees as people write them', verifies('import.degrees'), async () => {
    const { line } = shop;
    const id = String(await createMap());
    const rows = [
      'uniqueId;lat;lng',
      'a;1.23N;103.8E',
      `b;"48°12'30""N";16,3738`,
      'c;+48.2;-16.4',
      'd;33.86 S;W 151.21',
      'e;1.23E;2',
      'f;91N;2',
    ];
    const { out, err } = await line.run('maps', 'import', id, line.write('shops.csv', rows.join('\n')));
    expect(`${out}${err}`).toMatch(/6 rows: 4 added, 0 changed, 0 unchanged, 2 refused/);
    const found = await locationsOf(Number(id));
    expect(found.map(({ uniqueId, lat, lng }) => [uniqueId, lat, lng])).toEqual([
      ['a', 1.23, 103.8],
      ['b', expect.closeTo(48.208333, 5), 16.3738],
      ['c', 48.2, -16.4],
      ['d', -33.86, -151.21],
    ]);
  });

  test(
    'imports the fields of a map from columns of other names, with decimal commas',
    verifies('cli.map-fields'),
    async () => {
      const { line } = shop;
      await line.succeed(
        'maps',
        'create',
        '--name',
        'Shops',
        '--unit',
        'km',
        '--field',
        'phone',
        '--field',
        'seats:number',
      );
      await line.succeed('maps', 'update', 'Shops', '--field', 'open:boolean');
      expect(await line.succeed('maps', 'show', 'Shops')).toMatch(
        /^fields +phone \(string\), seats \(number\), open \(boolean\)$/m,
      );
      const rows = [
        'uniqueId;Filiale;Breite;Länge;Telefon;seats;open',
        'a;Wien;48,2082;16,37;01 000;1,5;yes',
        'b;Graz;47.0707;15,4395;;-2;FALSE',
        'c;Linz;48,3;14,28;;1.234,5;nein',
        'd;Bad;48,3;14,28,1;;12;x',
      ];
      const file = line.write('shops.csv', rows.join('\n'));
      const flags = ['phone=Telefon', 'name=Filiale', 'lat=Breite', 'lng=Länge'].flatMap((each) => [
        '--column',
        each,
      ]);
      const { out } = await line.run('maps', 'import', 'Shops', file, ...flags);
      expect(out).toMatch(/^4 rows: 3 added, 0 changed, 0 unchanged, 1 refused/);
      const found = (await locationsOf(1)).toSorted((x, y) =>
        String(x.uniqueId).localeCompare(String(y.uniqueId)),
      );
      expect(found).toMatchObject([
        { name: 'Wien', lat: 48.2082, lng: 16.37, fields: { phone: '01 000', seats: 1.5, open: true } },
        { name: 'Graz', lat: 47.0707, lng: 15.4395, fields: { seats: -2, open: false } },
        { name: 'Linz', fields: { seats: 1234.5, open: false } },
      ]);
      const errors = readFileSync(`${file}.errors.ndjson`, 'utf8').trim().split('\n');
      expect(errors.map((text) => Object.keys(JSON.parse(text).errors))).toEqual([['lng', 'fields.open']]);
      expect((await line.run('maps', 'import', 'Shops', file, ...flags)).out).toMatch(
        /3 unchanged, 1 refused/,
      );
      const odd = line.write('odd.csv', 'uniqueId,name,lat,lng\ne,5" pipes,48,14\nf,Bar,48,14\n');
      const asked = await line.run('maps', 'import', 'Shops', odd);
      expect([asked.code, asked.err]).toEqual([64, expect.stringMatching(/^error: --quotes: .*line 2: /m)]);
      expect((await line.run('maps', 'import', 'Shops', odd, '--quotes', 'text')).out).toMatch(/2 added/);
      for (const [args, message] of [
        [['--column', 'fax=Telefon'], /--column: No field "fax"/],
        [['--column', 'phone=Fax'], /--column: The file has no column "Fax"/],
        [['--column', 'phone'], /Expected a field and a column/],
        [[], /Unknown columns: "Filiale", "Breite", "Länge", "Telefon"/],
      ] as const) {
        const { code, err } = await line.run('maps', 'import', 'Shops', file, ...args);
        expect(code).not.toBe(0);
        expect(err).toMatch(message);
      }
      const near = ['locations', 'search', 'Shops', '--near', '48.2082,16.37', '--radius', '2.5', '--json'];
      expect(JSON.parse(await line.succeed(...near))).toMatchObject([{ name: 'Wien', distance: 0 }]);
      const search = ['locations', 'search', 'Shops', '--field', 'open=no', '--json'];
      expect(JSON.parse(await line.succeed(...search))).toMatchObject([{ name: 'Linz' }, { name: 'Graz' }]);
      const add = [
        'locations',
        'add',
        'Shops',
        '--at',
        '1,2',
        '--field',
        'seats=2,5',
        '--field',
        'open=true',
      ];
      expect(JSON.parse(await line.succeed(...add, '--json')).fields).toEqual({ seats: 2.5, open: true });
      await line.succeed('maps', 'update', 'Shops', '--remove-field', 'open');
      expect((await locationsOf(1)).at(-1)?.fields).toEqual({ seats: 2.5 });
      const unclear = line.write('unclear.csv', 'uniqueId,lat,lng,seats\nz,1,2,"1,234"\n');
      expect((await line.run('maps', 'import', 'Shops', unclear)).out).toMatch(/0 unchanged, 1 refused/);
      expect((await line.run('maps', 'update', 'Shops', '--field', 'seats')).err).toMatch(
        /already has a field "seats"/,
      );
      expect((await line.run('maps', 'update', 'Shops', '--remove-field', 'open')).err).toMatch(
        /no field "open"/,
      );
    },
  );

  test('refuses an invalid file or an unknown map in one line and adds nothing', async () => {
    const { line } = shop;
    const id = String(await createMap());
    const file = line.write('shops.csv', 'uniqueId,phone,lat,latitude\na,1,2,3\n');
    for (const [args, message] of [
      [[id, file], /Several columns hold the lat/],
      [[id, file, '--ignore', 'lat'], /Unknown columns: "phone"/],
      [[id, file, '--ignore', 'none'], /--ignore: The file has no column "none"/],
      [[id, line.path('none.csv')], /none\.csv/],
      [['99', file], /No such map/],
      [['one', file], /No such map/],
    ] as const) {
      const { code, err } = await line.run('maps', 'import', ...args);
      expect(code).not.toBe(0);
      expect(err).toMatch(message);
    }
    expect(await locationsOf(Number(id))).toEqual([]);
  });

  test('imports several batches; rows with the same uniqueId are written in file order', async () => {
    const { line } = shop;
    const id = String(await createMap());
    const rows = Array.from({ length: 350 }, (_, i) => `shop ${i % 300},name ${i},${i / 10},5`);
    const file = line.write('shops.csv', `uniqueId,name,lat,lng\n${rows.join('\n')}\n`);
    expect(await line.succeed('maps', 'import', id, file)).toMatch(/^350 rows: 300 added, 50 changed/);
    const found = await locationsOf(Number(id));
    expect(found).toHaveLength(300);
    expect(found.find(({ uniqueId }) => uniqueId === 'shop 7')).toMatchObject({
      name: 'name 307',
      lat: 30.7,
    });
  });
});
