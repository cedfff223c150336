import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { detectFile } from './detect-file.ts';
import { FileProblem } from './file/file-problem.ts';

/** Returns the turns of the event loop that other work had during the work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns++;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isRunning = false;
  return turns;
}

const COLUMNS = 500;
const columns = Array.from({ length: COLUMNS }, (_, index) => `c${index}`);
const rows = Array.from({ length: 1_000 }, (_, row) => columns.map((_, index) => `${row}${index}`));

test.each([
  ['a wide CSV file', [columns, ...rows].map((cells) => cells.join(',')).join('\n')],
  [
    'wide JSON records',
    JSON.stringify(rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [`c${at}`, cell])))),
  ],
  ['a file of blank lines', `c0\n1\n${'\n'.repeat(4_000_000)}2\n`],
  ['a file of long cells', `c0,c1\n${`${'x'.repeat(50_000)},1\n`.repeat(80)}`],
])('other work has many turns while %s is examined', async (_, text) => {
  const bytes = Buffer.from(text);
  expect(await turnsDuring(() => detectFile(bytes, true))).toBeGreaterThan(bytes.length / 32_768);
});

test('refuses more columns than a thousand, because finding names for them takes too long', async () => {
  const csv = (columns: number) =>
    Buffer.from(`${'a,'.repeat(columns - 1)}a\n${'1,'.repeat(columns - 1)}1\n`);
  expect((await detectFile(csv(1_000), true)).columns).toHaveLength(1_000);
  await expect(detectFile(csv(10_000), true)).rejects.toThrow('The file has more than 1000 columns.');
});

const detect = (text: string, options = {}) => detectFile(Buffer.from(text), true, options);

test.each([
  ['of a tab', 'a\tb\n1\t5" z\n2\tx\n'],
  ['of several such rows', 'size,qty\n5" pipe,3\n6" pipe,4\n'],
  ['of another row with an even number', 'a,b\n1,say "hi"\n2,x\n3,5" z\n'],
  ['of the header', 'width",b\n1,x\n2,6" y\n'],
  ['of a blank before the quote in several rows', 'a,b\n1, "x\n2, "y\n'],
])('quotes inside cells are text because %s', verifies('import.quotes'), async (_, text) => {
  const { quotes, warnings } = await detect(text);
  expect(quotes).toBe('text');
  expect(warnings).toEqual([expect.stringMatching(/^Line \d: a quote inside a cell/)]);
});

test.each(['a,b\n1,say "hi" now\n2,x\n', 'zip,val\n="00123",1\n', 'a,b\n1,5" by 6"\n'])(
  'an even number of quotes in a cell is text and decides nothing about other rows: %j',
  verifies('import.quotes'),
  async (text) => {
    expect((await detect(text)).quotes).toBeNull();
  },
);

test.each([
  ['a,b\n1,x\n2,5" z\n3,y\n', 3],
  ['a,b\n1,x\n2, "z\n3,y\n', 3],
  ['a;b\n1;x"\n', 2],
  ['a,5" b\n1,x\n', 1],
  ['name\nJohn "Jack Smith\n', 2],
  ['a,b\n1,5" by 6" by 7"\n', 2],
  ['a,b,c\n1,say "hi",5" z\n', 2],
  ['a,b\n1" x,2" y\n', 2],
])(
  'asks for quotes where one row has an odd number in a cell: %j',
  verifies('import.quotes'),
  async (text, line) => {
    const detected = detect(text);
    await expect(detected).rejects.toBeInstanceOf(FileProblem);
    await expect(detected).rejects.toMatchObject({
      parameter: 'quotes',
      line,
      message: expect.stringContaining('quotes=text'),
    });
    expect(await detect(text, { quotes: 'text' })).toMatchObject({ quotes: 'text', warnings: [] });
  },
);

test('quotes of quoted cells, and JSON, are no question', verifies('import.quotes'), async () => {
  for (const text of ['a,b\n1,"5"" z"\n', 'a,b\n1, "x"\n', '[{"a":"5\\" z"}]', 'a,b\n1,\n']) {
    expect((await detect(text)).quotes).toBeNull();
  }
});

test('a title above the table is skipped and said', verifies('import.title'), async () => {
  const text = 'Sales report Q3,,\n"made by, Ann",,\n\nsku,price,added\nA-1,5,2026-01-02\nA-2,6,2026-01-03\n';
  const found = await detect(text);
  expect(found).toMatchObject({ skipLines: 3, header: true, rows: 2, delimiter: ',' });
  expect(found.columns.map(({ name, type }) => [name, type])).toEqual([
    ['sku', 'string'],
    ['price', 'number'],
    ['added', 'datetime'],
  ]);
  expect(found.warnings).toEqual([expect.stringContaining('Lines 1 to 3 are read as a title')]);
  expect(await detect(text, { skipLines: 0 })).toMatchObject({ skipLines: 0, rows: 4 });
  const below = await detect(text, { skipLines: 4 });
  expect(below).toMatchObject({ header: false, rows: 2, warnings: [] });
  await expect(detect(text, { skipLines: 9 })).rejects.toMatchObject({ parameter: 'skipLines' });
});

test('a title decides neither the delimiter nor the types', verifies('import.title'), async () => {
  const found = await detect('Report of October\nsku;price\na;1,5\nb;2,5\n');
  expect(found).toMatchObject({ delimiter: ';', skipLines: 1, decimal: 'comma' });
  const text = 'Report, October\nsku;price\na;1,5\nb;2,5\n';
  expect(await detect(text, { skipLines: 1 })).toMatchObject({ delimiter: ';', rows: 2 });
  expect(await detect(text, { delimiter: ';' })).toMatchObject({ skipLines: 1, rows: 2 });
});

test('amounts with one unit are numbers without it, which is said', verifies('import.units'), async () => {
  const text = 'item;price;share;mixed\na;1.299,50 €;12 %;$5\nb;5,50 €;7,5%;€5\n';
  const { columns, warnings } = await detect(text);
  expect(columns.map(({ type, unit }) => [type, unit])).toEqual([
    ['string', null],
    ['number', '€'],
    ['number', '%'],
    ['string', null],
  ]);
  expect(warnings).toEqual([
    'Numbers are stored without their unit: € in "price", % in "share".',
    '"mixed" has numbers with different units, so it is read as text.',
  ]);
});

test('says which value makes a text of a column of numbers, unless its values may be codes', async () => {
  const rows = ['$1,$5,1,737,01234', '$2,($6),n/a,A320,12345', 'on request,$7,3,747,10115'];
  const { columns, warnings } = await detect(`price,profit,n,plane,zip\n${rows.join('\n')}\n`);
  expect(columns.map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => 'string'));
  expect(warnings).toEqual([
    'Columns are read as text, because some of their values are no numbers: ' +
      '"price" ("on request"), "profit" ("($6)"), "n" ("n/a").',
  ]);
});

test('says which value makes a text of a column of dates, in the order of day and month that most of them have', async () => {
  const rows = [
    '3/25/2026,1/2/2026,a 1',
    '3/4/2026,2/2/26,1/2/2026',
    'someday,3/2/2026,b',
    '25/3/2026,4/5/2026,c',
  ];
  const { columns, warnings } = await detect(`day,short,note\n${rows.join('\n')}\n3/26/2026,5/5/2026,d\n`);
  expect(columns.map(({ type, dates }) => [type, dates])).toEqual([
    ['string', 'undecided'],
    ['string', 'undecided'],
    ['string', 'undecided'],
  ]);
  expect(warnings).toEqual([
    'Columns are read as text, because some of their values are no dates: "day" ("someday"), "short" ("2/2/26").',
  ]);
});

test.each([
  ['some values without a unit', 'n\n$5\n7\n', 'string'],
  ['what would lose something without its unit', 'n\n$007\n$008\n', 'string'],
  ['amounts that differ as text only', 'n\n$1.1\n$1.10\n', 'number'],
  ['texts that begin with a sign', 'n\n$A\n$B\n', 'string'],
])('reads the column of %s', verifies('import.units'), async (_, text, type) => {
  expect((await detect(text)).columns[0]?.type).toBe(type);
});

test('rows without their last cells are filled up, which is said', verifies('import.rows'), async () => {
  const warned = async (text: string) => (await detect(text)).warnings;
  expect(await warned('a,b,c\n1,x,y\n2,x\n3\n')).toEqual([
    'Line 3 has 2 of 3 cells: the others are empty. Such rows: 2.',
  ]);
  expect(await warned('a,b,c\n1,x,y\n2,x,\n3,,,\n')).toEqual([]);
});

test.each([
  ['psql', ' id | name\n----+------\n  1 | x\n', 2],
  ['MySQL', '+----+\n| id |\n+----+\n| 1 |\n+----+\n', 1],
  ['Markdown', '| a | b |\n|---|---|\n| 1 | 2 |\n', 2],
  ['sqlcmd', 'id,name\n--,----\n1,x\n', 2],
])('refuses a table that %s draws', verifies('detect.broken'), async (_, text, line) => {
  await expect(detect(text)).rejects.toMatchObject({ line, message: expect.stringContaining('dashes') });
});

test('a hyphen in each cell is a record', async () => {
  expect(await detect('a,b\n-,-\n1,2\n')).toMatchObject({ rows: 2 });
});

test('texts with commas in a file of one column stay whole', verifies('detect.delimiter'), async () => {
  const { delimiter, columns } = await detect('price\n1,5\n2,7\n', { skipLines: 0 });
  expect([delimiter, columns]).toEqual([
    ';',
    [expect.objectContaining({ column: 'price', type: 'number', decimal: 'comma' })],
  ]);
});

test('the name of a property is the header of one column', verifies('detect.delimiter'), async () => {
  const bytes = Buffer.from('note\nI came, I saw\nYes, we can\n');
  await expect(detectFile(bytes, true)).rejects.toThrow('skipLines=0');
  const { columns, rows } = await detectFile(bytes, true, {}, new Set(['note']));
  expect([columns.map(({ samples }) => samples), rows]).toEqual([[['I came, I saw', 'Yes, we can']], 2]);
});

test.each([
  ['a JSON array', '[{"a":1},{"a":1,"a":2}]', 'twice'],
  ['NDJSON', '{"a":1}\n{"b":{"c":1,"c":2}}\n', 'twice'],
  ['escaped names', '[{"a":1},{"\\u0061":1,"a":2}]', 'twice'],
  ['numbers without records', '[1,2]', 'objects with members'],
])(
  'refuses %s whose records can be read in two ways, or in none',
  verifies('detect.broken'),
  async (_, text, reason) => {
    await expect(detect(text)).rejects.toThrow(reason);
  },
);

test('names that look like several ones are no repeated members', async () => {
  expect(await detect('[{"a:a":":","b\\"":{"a:a":[{"x":1},{"x":2}]}}]')).toMatchObject({ rows: 1 });
});

test('warns of values that a store refuses, and of times with and without an offset', async () => {
  const { warnings } = await detect(
    '[{"a":"x\\u0000","t":"2026-01-01T10:00"},{"a":"y","t":"2026-01-01T10:00+02:00"}]',
  );
  expect(warnings).toEqual([
    expect.stringContaining('"t" has times'),
    expect.stringContaining('"a" has a value'),
  ]);
});

test.each<readonly [file: string, type: string]>([
  ['country,n\nSI,1\nNO,2\n', 'string'],
  ['ship_country_code,n\nSI,1\nNO,2\n', 'string'],
  ['shipCountry,n\nNO,1\nSI,2\n', 'string'],
  ['Land (ISO);n\nSI;1\nNO;2\n', 'string'],
  ['lang,n\nsi,1\nno,2\n', 'string'],
  ['code,name\nSI,Slovenia\nNO,Norway\n', 'string'],
  ['c,name\nSI,Slowenien\nNO,Norwegen\n', 'string'],
  ['c,iso3\nSI,SVN\nNO,NOR\n', 'string'],
  ['[{"country":"SI"},{"country":"NO"}]', 'string'],
  // Spanish and Italian.
  ['activo,n\nSI,1\nNO,2\n', 'boolean'],
  ['activo,nombre\nSI,Ana\nNO,Juan\n', 'boolean'],
  ['landing,n\nsi,1\nno,2\n', 'boolean'],
  ['country,n\nyes,1\nno,2\n', 'boolean'],
])(
  'SI and NO are countries where the file says so: %j is %s',
  verifies('detect.booleans'),
  async (file, type) => {
    expect((await detect(file)).columns[0]).toMatchObject({ type });
  },
);

test.each(['{"a":1}\nnull\n', '{"a":1}\n[1]\n{"a":2}\n', '[{"a":1},\n5]'])(
  'warns of elements that an import refuses: %j',
  verifies('infer.takes-file'),
  async (file) => {
    expect((await detect(file)).warnings).toEqual([
      'Line 2 is refused by an import: Expected a JSON object. Such elements: 1.',
    ]);
  },
);

test('warns of a record that a line break without quotes divides', verifies('import.rows'), async () => {
  const { warnings } = await detect('name,price\r\nfirst\nsecond part,1\r\nother,2\r\n');
  expect(warnings).toEqual([expect.stringMatching(/^Line 2 ends with another line break/)]);
});
