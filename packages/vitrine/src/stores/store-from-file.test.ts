import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

const shop = await Shop.open();
const vitrine = shop.line;
afterAll(() => shop.close());

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly recordCount: number;
  readonly properties: readonly { name: string; type: string; required: boolean; unique: boolean }[];
}

async function createFrom(content: string, ...flags: string[]): Promise<Shown> {
  const file = vitrine.write('things.csv', content);
  return JSON.parse(await vitrine.succeed('stores', 'create-from', file, '--json', ...flags));
}

function typesOf(store: Shown): Record<string, string> {
  return Object.fromEntries(store.properties.map(({ name, type }) => [name, type]));
}

test(
  'creates properties from columns, with types inferred from all rows',
  verifies('cli.stores.create-from'),
  async () => {
    const store = await createFrom(
      'n,zip,flag,day,link,picture,text\n1,02134,true,2026-01-02,https://a.example,https://a.example/x.png,a\n' +
        '2.50,10115,FALSE,2026-01-02T03:04:05Z,http://b.example/?q,https://a.example/y.jpg?w=1,\n',
    );
    expect(store.name).toBe('things');
    expect(typesOf(store)).toEqual({
      n: 'number',
      zip: 'string',
      flag: 'boolean',
      day: 'datetime',
      link: 'url_link',
      picture: 'url_image',
      text: 'string',
    });
  },
);

test(
  'takes the file from which it was created, and says what it did not decide',
  verifies('infer.takes-file', 'detect.decimal'),
  async () => {
    const file = vitrine.write(
      'sites.csv',
      [
        'sep=;',
        'site;2019;lat;country;open;seen;note',
        'A;1,5;52.520;NO;WAHR;2024-01-01 12:34:56+00;say "hi" now',
        'B; ;48.137;NO;falsch;2024-01-01 12:34 UTC',
        ';;;;;;',
        'C;1.234,5;13.405;NO;;;;;',
        '',
      ].join('\r\n'),
    );
    const flags = ['--json', '--import'];
    const { code, out, err } = await vitrine.run('stores', 'create-from', file, ...flags);
    expect([code, err]).toEqual([0, expect.stringContaining('3 rows: 3 created, 0 updated, 0 failed')]);
    expect(err).toContain('numbers have a decimal comma in "2019"');
    const store = JSON.parse(out) as Shown;
    expect(typesOf(store)).toEqual({
      site: 'string',
      2019: 'number',
      lat: 'string',
      country: 'string',
      open: 'boolean',
      seen: 'datetime',
      note: 'string',
    });

    const open = vitrine.write('open.csv', 'site;lat\nA;52.520\nB;48.137\n');
    const text = await vitrine.run('stores', 'create-from', open, ...flags);
    expect(typesOf(JSON.parse(text.out) as Shown).lat).toBe('string');
    expect(text.err).toMatch(/"lat".*Give --decimal point or --decimal comma/);
    const asked = await vitrine.run('stores', 'create-from', open, ...flags, '--type', 'lat=number');
    expect([asked.code, asked.err]).toEqual([64, expect.stringMatching(/^error: --decimal: .*"lat"/m)]);
    const decided = await vitrine.run('stores', 'create-from', open, ...flags, '--decimal', 'point');
    expect(typesOf(JSON.parse(decided.out) as Shown).lat).toBe('number');
  },
);

test('asks for --quotes where one row has an odd quote', verifies('import.quotes'), async () => {
  const file = vitrine.write('odd.csv', 'site,note\nA,x\nB,5" pipe\n');
  const asked = await vitrine.run('stores', 'create-from', file, '--json', '--import');
  expect([asked.code, asked.err]).toEqual([
    64,
    expect.stringMatching(/^error: --quotes: .*odd\.csv, line 3: .*Give --quotes text/m),
  ]);
  const { code, out, err } = await vitrine.run(
    ...['stores', 'create-from', file, '--json', '--import', '--quotes', 'text'],
  );
  expect([code, err]).toEqual([0, expect.stringContaining('2 rows: 2 created')]);
  const { id } = JSON.parse(out) as { id: string };
  expect((await vitrine.run('import', id, file)).code).toBe(64);
  expect((await vitrine.run('import', id, file, '--quotes', 'text')).code).toBe(0);

  const rows = Array.from({ length: 1_000 }, (_, i) => `s${i},v\n`).join('');
  const late = vitrine.write('late.csv', `site,note\n${rows}y,7" z\n`);
  expect((await vitrine.run('import', id, late)).code).not.toBe(0);
  expect(readFileSync(`${late}.errors.ndjson`, 'utf8')).toContain('Give --quotes text');
});

test('makes --key columns unique; --type and --name override the file', async () => {
  const store = await createFrom(
    'a,b,c\n1,x,1\n1,y,2\n',
    '--key',
    'a,b',
    '--type',
    'c=string',
    '--name',
    'Mine',
  );
  expect(store.name).toBe('Mine');
  expect(store.properties.map(({ unique }) => unique)).toEqual([true, true, false]);
  expect(typesOf(store)).toEqual({ a: 'number', b: 'string', c: 'string' });
});

test('refuses an empty or repeated key with its line before it creates the store', async () => {
  for (const [content, flags, message] of [
    ['a,b\n1,x\n2,y\n1,z\n', ['--key', 'a'], /line 4: 1 is already in line 2/],
    // Different texts may be the same value.
    ['a,b\n1.0,x\n1,y\n', ['--key', 'a'], /line 3: 1 is already in line 2/],
    ['a,b\n2026-01-01,x\n2026-01-01T00:00:00Z,y\n', ['--key', 'a'], /is already in line 2/],
    ['a,b\n1,x\n,y\n', ['--key', 'a'], /line 3: "a" is empty/],
    ['a,b\n1,x\n"",y\n', ['--key', 'a', '--type', 'a=string'], /line 3: "a" is empty/],
    ['a,b\n1,x\n1,x\n', ['--key', 'a,b'], /line 3: 1, x is already in line 2/],
    ['a,b\n1,x\n', ['--key', 'a', '--type', 'a=datetime'], /line 2: "a": Expected a date-time/],
  ] as const) {
    const file = vitrine.write('keys.csv', content);
    const { code, err } = await vitrine.run('stores', 'create-from', file, ...flags);
    expect(code).toBe(65);
    expect(err).toMatch(message);
  }
});

test('refuses unknown columns and types in flags with 64', async () => {
  const file = vitrine.write('a.csv', 'a,b\n1,2\n');
  for (const flags of [
    ['--key', 'c'],
    ['--type', 'c=string'],
    ['--type', 'a=text'],
    ['--type', 'a'],
    ['--ignore', 'c'],
  ]) {
    expect((await vitrine.run('stores', 'create-from', file, ...flags)).code).toBe(64);
  }
});

test('makes names legal with a notice, and the file can still be imported', async () => {
  const file = vitrine.write('a.csv', '\ufeffid, Name ,name,,__proto__\r\n7,x,y,z,p\r\n8,x,y,z,p\r\n');
  const { code, out, err } = await vitrine.run('stores', 'create-from', file, '--import');
  expect(code).toBe(0);
  expect(err).toContain('column 1, "id", becomes property "source_id"');
  expect(err).toContain('column 4, "", becomes property "column_4"');
  expect(out).toContain('2 rows: 2 created, 0 updated, 0 failed');
  const id = /^store (\S+)/.exec(out)?.[1] ?? '';
  const records = await shop.records(id);
  expect(records).toHaveLength(2);
  expect(records[0]).toMatchObject({
    source_id: 7,
    Name: 'x',
    name_2: 'y',
    column_4: 'z',
    source___proto__: 'p',
  });
});

test('accepts a column named id as the key, as a string', async () => {
  const store = await createFrom('id,n\n007,1\n8,2\n', '--key', 'id');
  expect(typesOf(store)).toEqual({ id: 'string', n: 'number' });
  expect((await vitrine.run('import', store.id, vitrine.path('things.csv'))).out).toContain('2 created');
});

test('creates an equal store from an export', async () => {
  const original = await createFrom('k,n\na,1\nb,2\n', '--key', 'k', '--import');
  const csv = vitrine.path('export.csv');
  await vitrine.succeed('export', original.id, '--out', csv);
  const copy: Shown = JSON.parse(
    await vitrine.succeed('stores', 'create-from', csv, '--key', 'k', '--import', '--json'),
  );
  expect(copy.properties).toEqual(original.properties);
});

test('makes all properties strings without rows, and refuses a file without a header', async () => {
  expect(typesOf(await createFrom('a,b\n'))).toEqual({ a: 'string', b: 'string' });
  for (const content of ['', '\n\n', '\ufeff']) {
    const { code, err } = await vitrine.run('stores', 'create-from', vitrine.write('empty.csv', content));
    expect(code).toBe(65);
    expect(err).toContain('no header');
  }
});

test('distinguishes missing files, folders and files that are not text', async () => {
  expect(await vitrine.run('stores', 'create-from', vitrine.path('none.csv'))).toMatchObject({
    code: 74,
    err: expect.stringContaining('no such file'),
  });
  expect((await vitrine.run('stores', 'create-from', vitrine.folder)).code).toBe(74);
  const excel = vitrine.write('book.csv', Buffer.from('PK\u0003\u0004\u0014\0'));
  expect(await vitrine.run('stores', 'create-from', excel)).toMatchObject({
    code: 65,
    err: expect.stringMatching(/a ZIP or Excel file, not text/),
  });
});

test('reads UTF-16 and Windows-1252 and reports it', async () => {
  const latin1 = vitrine.write('latin1.csv', Buffer.from('name\nM\xfcller\n', 'latin1'));
  const read = await vitrine.run('stores', 'create-from', latin1, '--key', 'name', '--import', '--json');
  expect(read).toMatchObject({ code: 0, err: expect.stringContaining('is read as Windows-1252') });
  expect(await shop.records(JSON.parse(read.out).id)).toEqual([{ id: 'Müller', name: 'Müller' }]);
  const utf16 = vitrine.write('utf16.csv', Buffer.from('\ufeffname;n\nÄ;1,5\n', 'utf16le'));
  const wide = await vitrine.run('stores', 'create-from', utf16, '--key', 'name', '--import', '--json');
  expect(wide).toMatchObject({ code: 0, err: expect.stringMatching(/the encoding of .* is UTF-16LE/) });
  expect(await shop.records(JSON.parse(wide.out).id)).toEqual([{ id: 'Ä', name: 'Ä', n: 1.5 }]);
  expect((await vitrine.run('stores', 'create-from', latin1, '--encoding', 'utf-8')).code).toBe(64);
});

test('asks for the order of day and month before it creates the store', async () => {
  const count = async () => (await shop.vitrine.stores.list(shop.principal, {})).items.length;
  const before = await count();
  const file = vitrine.write('days.csv', 'k,day\na,01/02/2026\nb,03/04/2026\n');
  expect(await vitrine.run('stores', 'create-from', file, '--import')).toMatchObject({
    code: 64,
    err: expect.stringMatching(/^error: --dates: [^\n]*--dates dmy or --dates mdy/m),
  });
  expect(await count()).toBe(before);
  const made = await vitrine.run(
    'stores',
    'create-from',
    file,
    '--key',
    'k',
    '--dates',
    'dmy',
    '--import',
    '--json',
  );
  expect(await shop.records(JSON.parse(made.out).id)).toMatchObject([
    { k: 'a', day: '2026-02-01T00:00:00.000Z' },
    { k: 'b', day: '2026-04-03T00:00:00.000Z' },
  ]);
});

test('detects and reports the delimiter; refuses an ambiguous one before it creates the store', async () => {
  const stores = async () => (await shop.vitrine.stores.list(shop.principal, {})).items.length;
  const file = vitrine.write('prices.csv', 'name;price\nA;1.5\nB;2\n');
  const { out, err } = await vitrine.run(
    'stores',
    'create-from',
    file,
    '--key',
    'name',
    '--import',
    '--json',
  );
  expect(typesOf(JSON.parse(out))).toEqual({ name: 'string', price: 'number' });
  expect(err).toContain(`note: the delimiter of ${file} is semicolon.\n`);
  expect(err.match(/the delimiter of/g)).toHaveLength(1);
  expect(await shop.records(JSON.parse(out).id)).toEqual([
    { id: 'A', name: 'A', price: 1.5 },
    { id: 'B', name: 'B', price: 2 },
  ]);

  const before = await stores();
  const unclear = vitrine.write('unclear.csv', 'a,b;c\n1,2;3\n');
  expect(await vitrine.run('stores', 'create-from', unclear)).toMatchObject({
    code: 64,
    err: expect.stringMatching(
      /^error: --delimiter: [^\n]*with comma the header has 2 columns, [^\n]*with semicolon [^\n]*\n$/,
    ),
  });
  expect(await stores()).toBe(before);
  await vitrine.succeed('stores', 'create-from', unclear, '--delimiter', ';');
});

test('imports repeated columns into their numbered properties', async () => {
  const file = vitrine.write('dup.csv', 'a,b,a\n1,x,2\n');
  const made = await vitrine.run('stores', 'create-from', file, '--key', 'b', '--import', '--json');
  expect(made.code).toBe(0);
  const { id } = JSON.parse(made.out);
  expect(await shop.records(id)).toEqual([{ id: 'x', a: 1, b: 'x', a_2: 2 }]);
  await vitrine.succeed('import', id, file);
});

test('creates no store if the import cannot start', async () => {
  const stores = async () => (await shop.vitrine.stores.list(shop.principal, {})).items.length;
  const before = await stores();
  const file = vitrine.write('begin.csv', 'a,b\n1,x\n');
  for (const errors of [file, vitrine.folder, vitrine.path('none/errors')]) {
    const { code, out, err } = await vitrine.run(
      'stores',
      'create-from',
      file,
      '--import',
      '--errors',
      errors,
    );
    expect([64, 74]).toContain(code);
    expect(err).toMatch(/error: [^\n]+\n$/);
    expect(out).toBe('');
  }
  expect(await stores()).toBe(before);
});

test('recognizes JSON by its name and by its content', async () => {
  const json = vitrine.write('x.json', '[{"a":1}]');
  expect(await vitrine.run('stores', 'create-from', json)).toMatchObject({
    code: 64,
    err: expect.stringMatching(/^error: "stores create-from" reads CSV, not json/),
  });
  const disguised = vitrine.write('x.csv', '[{"a":1}]');
  expect(await vitrine.run('stores', 'create-from', disguised)).toMatchObject({
    code: 65,
    err: expect.stringContaining('is JSON, not CSV'),
  });
});

test('suggests a column with a similar name', async () => {
  const file = vitrine.write('city.csv', 'city,size\nA,1\n');
  const { code, err } = await vitrine.run('stores', 'create-from', file, '--key', 'City');
  expect(code).toBe(64);
  expect(err).toContain('Did you mean "city"?');
  const { id } = await createFrom('city,size\nA,1\n');
  const wrong = vitrine.write('wrong.csv', 'Ciity,size\nA,1\n');
  expect(await vitrine.run('import', id, wrong)).toMatchObject({
    code: 65,
    err: expect.stringContaining('Did you mean "city"?'),
  });
});

test('escapes control characters of headers in the terminal', async () => {
  const header = ['\u001b[31ma', 'b\u009b31m', 'c\u202e', 'd\u2028'];
  const file = vitrine.write('steering.csv', `${header.join(',')}\n1,2,3,4\n`);
  const runs = [
    await vitrine.run('stores', 'create-from', file),
    await vitrine.run('stores', 'create-from', file, '--key', 'none'),
    await vitrine.run('import', (await createFrom('x\n1\n')).id, file),
  ];
  for (const { out, err } of runs) {
    expect(out + err).toMatch(/\\u202e/);
    expect((out + err).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}]/u);
  }
});
