import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { StorePropertyRequest } from '../../contracts/stores/stores.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

/** What a cell of a file says, by the type that its column gets. A type that is absent would lose something. */
interface Cell {
  /** As it is written: a cell of CSV, or a value of JSON. */
  readonly text: string;
  readonly string: string | null;
  readonly number?: number;
  readonly boolean?: boolean;
  readonly datetime?: string;
  readonly url?: string;
}

type Column = readonly Cell[];

const ROWS = 6;

const text = (written: string, more: Partial<Cell> = {}): Cell => ({
  text: written,
  string: written,
  ...more,
});
const EMPTY: Cell = { text: '', string: null };
/** Blank cells are values of strings only. */
const BLANK = text('  ');

const grouped = (whole: number, mark: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, mark);

/** Numbers as a file writes all of its numbers. Those of a column may all have two readings. */
const numbers = (mark: '.' | ',', group: string) => {
  const whole = (max: number) =>
    fc.integer({ min: 0, max }).map((number) => text(grouped(number, group), { number }));
  const fraction = (max: number, length: number) =>
    fc
      .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** length - 1 }))
      .map(([before, after]) => {
        const digits = String(after).padStart(length, '0');
        const written = `-${grouped(before, group)}${mark}${digits}`;
        return text(written, { number: Number(`-${before}.${digits}`) + 0 });
      });
  return [whole(999_999), fraction(999, 3), fc.oneof(whole(9_999_999), fraction(99_999, 2))];
};
const lossy = fc
  .constantFrom('007', '+49301234', '9007199254740993', '0.1000000000000000055', '1.2.3')
  .map((each) => text(each));
const words = fc
  .constantFrom(
    'NO',
    'ON',
    'SE',
    'x',
    '5" pipe',
    'say "hi", now',
    'a;b',
    'l\nm',
    "O'Neil",
    ' pad ',
    '=1+1',
    '-',
  )
  .map((each) => text(each));
const yesAndNo = fc
  .constantFrom(['yes', 'no'], ['WAHR', 'FALSCH'], ['oui', 'non'], ['true', 'false'], ['t', 'f'])
  .chain((pair) => fc.boolean().map((boolean) => text(pair[boolean ? 0 : 1] ?? '', { boolean })));
const dates = fc.integer({ min: 0, max: 20_000 }).chain((day) => {
  const iso = new Date(day * 86_400_000).toISOString();
  const [year, month, date] = iso.slice(0, 10).split('-');
  const forms = [
    iso.slice(0, 10),
    iso,
    `${year}/${month}/${date}`,
    `${iso.slice(0, 10)} 00:00:00+00`,
    `${iso.slice(0, 10)} 00:00 UTC`,
  ];
  return fc.constantFrom(...forms).map((each) => text(each, { datetime: iso }));
});
const urls = fc
  .constantFrom('https://a.example/', 'http://b.example/x.png')
  .map((url) => text(` ${url}`, { url }));

const column = (cell: fc.Arbitrary<Cell>): fc.Arbitrary<Column> =>
  fc.array(
    fc.oneof({ weight: 5, arbitrary: cell }, { weight: 1, arbitrary: fc.constantFrom(EMPTY, BLANK) }),
    {
      minLength: ROWS,
      maxLength: ROWS,
    },
  );

const columnsOf = (cells: readonly fc.Arbitrary<Cell>[]) =>
  fc.array(fc.oneof(...cells.map(column), column(fc.oneof(...cells))), { minLength: 1, maxLength: 4 });

/** Makes a table whose first column numbers the rows, so that records are found again. */
const counted = (columns: readonly Column[]): Column[] => [
  Array.from({ length: ROWS }, (_, at) => text(String(at + 1), { number: at + 1 })),
  ...columns,
];

interface TableFile {
  readonly content: string;
  readonly columns: readonly Column[];
}

const csv: fc.Arbitrary<TableFile> = fc
  .constantFrom(
    ...([',', ';', '\t', '|'] as const).map((delimiter) => ({ delimiter, mark: '.', group: ',' }) as const),
    { delimiter: ';', mark: ',', group: '.' } as const,
    { delimiter: ';', mark: ',', group: '\u202f' } as const,
    { delimiter: ';', mark: '.', group: '' } as const,
  )
  .chain(({ delimiter, mark, group }) =>
    fc.record({
      delimiter: fc.constant(delimiter),
      columns: columnsOf([...numbers(mark, group), lossy, words, yesAndNo, dates, urls]).map(counted),
      names: fc.constantFrom('c', 'year 20'),
      namesDelimiter: fc.boolean(),
      shortens: fc.boolean(),
    }),
  )
  .map(({ delimiter, columns, names, namesDelimiter, shortens }) => {
    const quoted = (cell: string) =>
      cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    const header = columns.map((_, at) => (at === 0 ? 'row' : `${names}${at}`));
    const rows = columns[0]?.map((_, row) => columns.map((cells) => quoted(cells[row]?.text ?? ''))) ?? [];
    const lines = [header, ...rows].map((cells) => {
      const line = cells.join(delimiter);
      return shortens ? line.replace(new RegExp(`[${delimiter}]+$`), '') : line;
    });
    const first = namesDelimiter ? `sep=${delimiter}\r\n` : '';
    return { content: `${first}${lines.join('\r\n')}\r\n${delimiter}${delimiter}\r\n`, columns };
  });

const json = (value: string, more: Partial<Cell> = {}): Cell => ({ text: value, string: value, ...more });
const inQuotes = (cell: Cell): Cell => ({ ...cell, text: JSON.stringify(cell.text), string: cell.text });
const jsonCells = [
  fc
    .constantFrom('0', '-1', '1.0', '1.50', '2e3', '123456')
    .map((each) => json(each, { number: Number(each) })),
  fc
    .constantFrom('9007199254740993', '0.1000000000000000055', '1e400', '[1.0, 2]', '{"a":[null]}')
    .map((each) => {
      return { text: each, string: each.replace(' ', '') };
    }),
  fc.boolean().map((boolean) => json(String(boolean), { boolean })),
  ...[...numbers('.', ','), words, lossy, yesAndNo, dates, urls].map((cells) => cells.map(inQuotes)),
  fc.constant(json('null')).map((cell): Cell => ({ ...cell, string: null })),
];

const elements = columnsOf(jsonCells).map((columns) => {
  const table = counted(columns);
  const texts = table[0]?.map((_, row) => {
    const members = table.map((cells, at) => {
      const written = cells[row]?.text.trim() ?? '';
      return written === '' ? [] : [`"${at === 0 ? 'row' : `c${at}`}":${written}`];
    });
    return `{${members.flat().join(',')}}`;
  });
  // A blank cell of CSV is a member that is left out.
  const present = table.map((cells) => cells.map((cell) => (cell === BLANK ? EMPTY : cell)));
  return { texts: texts ?? [], columns: present };
});

const array: fc.Arbitrary<TableFile> = elements.map(({ texts, columns }) => ({
  content: `[${texts.join(',\n ')}]`,
  columns,
}));
const lines: fc.Arbitrary<TableFile> = elements.map(({ texts, columns }) => ({
  content: `${texts.join('\n')}\n`,
  columns,
}));

/** Returns what a store shows of a cell in a column of the type. Undefined: it must not have that type. */
function shown(cell: Cell, type: StorePropertyRequest['type']): string | number | boolean | null | undefined {
  if (type === 'string') return cell.string;
  if (cell.text.trim() === '' || cell.string === null) return null;
  return type === 'url_link' || type === 'url_image' ? cell.url : cell[type];
}

const vitrine = await createVitrine({ storage: memoryStorage() });
const { id: accountId } = await vitrine.accounts.create('A');
const me = accountPrincipal(accountId);

test.each([
  ['CSV', csv],
  ['JSON', array],
  ['NDJSON', lines],
])(
  'a store takes the file from which it was proposed, with every value: %s',
  verifies('infer.takes-file'),
  async (_, file) => {
    let typed = 0;
    await fc.assert(
      fc.asyncProperty(file, async ({ content, columns }) => {
        const open = async () => ({ name: null, type: null, chunks: chunksOf(content) });
        const { properties, mapping } = await vitrine.imports.infer(me, {}, open);
        const store = await vitrine.stores.create(me, {
          name: 'Proposed',
          properties: properties.map(({ name, type }) => ({ name, type })),
        });
        const query = { mapping: JSON.stringify(mapping) };
        const { importId } = await vitrine.imports.start(me, store.id, query, open);
        await vitrine.runDueJobs();
        const done = await vitrine.imports.get(me, store.id, importId);
        expect(done).toMatchObject({ status: 'done', created: ROWS, refused: 0, errors: [] });
        const { items } = await vitrine.records.query(me, store.id, { sortBy: 'row', limit: ROWS });
        typed += properties.filter(({ type }) => type !== 'string').length;
        for (const { name, type } of properties) {
          const at = name === 'row' ? 0 : Number(name.slice(-1));
          const stored = items.map((record) => (record as Record<string, unknown>)[name] ?? null);
          expect([name, type, stored]).toEqual([name, type, columns[at]?.map((cell) => shown(cell, type))]);
        }
        await vitrine.stores.delete(me, store.id);
      }),
    );
    expect(typed).toBeGreaterThan(100);
  },
);

async function* chunksOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
