import { quoteAll } from './csv-columns.ts';
import { openCsv } from './csv-rows.ts';
import { CommandError, EXIT } from './failure.ts';
import type { CsvRow } from './read-csv.ts';
import { describeCells, readHeader, type SourceRow } from './record-source.ts';

export interface LocationColumns {
  readonly ignore: readonly string[];
  /** The delimiter of the cells; undefined: it is detected. */
  readonly delimiter?: string;
  /** The columns that addresses are put together from; none: a column called address. */
  readonly address: readonly string[];
  /** The column of uniqueIds; undefined: one that is called so. */
  readonly uniqueId?: string;
}

type Member = 'uniqueId' | 'name' | 'address' | 'lat' | 'lng';

/** What columns are called, in lower case without blanks, `_` and `-`. */
const NAMES: Readonly<Record<string, Member>> = {
  uniqueid: 'uniqueId',
  name: 'name',
  address: 'address',
  lat: 'lat',
  latitude: 'lat',
  lng: 'lng',
  lon: 'lng',
  long: 'lng',
  longitude: 'lng',
};

/** RFC 8259 section 6. */
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

interface Columns {
  readonly header: readonly string[];
  readonly members: ReadonlyMap<Member, number>;
  readonly addressParts: readonly number[];
}

/** The locations of a CSV file, ready to be added. An empty cell says nothing. @throws CommandError for columns that fit nothing. */
export async function* readLocations(
  path: string,
  chunks: AsyncIterable<string>,
  options: LocationColumns,
  onNotice: (notice: string) => void,
): AsyncGenerator<SourceRow, void> {
  const { rows } = await openCsv(path, chunks, options.delimiter, onNotice);
  const columns = matchColumns(await readHeader(path, rows), options);
  const { header } = columns;
  let row = 0;
  for await (const { line, cells } of rows) {
    row++;
    yield {
      row,
      line,
      body: toLocation(columns, cells),
      ...describeCells(header, cells),
    };
  }
}

function matchColumns(header: readonly string[], { ignore, address, uniqueId }: LocationColumns): Columns {
  for (const [flag, names] of [
    ['--ignore', ignore],
    ['--address', address],
    ['--unique-id', uniqueId === undefined ? [] : [uniqueId]],
  ] as const) {
    const missing = names.filter((name) => !header.includes(name));
    if (missing.length > 0)
      throw new CommandError(EXIT.usage, `${flag}: the file has no column ${quoteAll(missing)}.`);
  }
  const members = new Map<Member, number>();
  const unknown: string[] = [];
  header.forEach((name, index) => {
    if (ignore.includes(name) || address.includes(name)) return;
    const member = name === uniqueId ? 'uniqueId' : NAMES[name.toLowerCase().replace(/[\s_-]/g, '')];
    if (member === undefined) unknown.push(name);
    else if (members.has(member)) throw new CommandError(EXIT.data, `Several columns are the ${member}.`);
    else members.set(member, index);
  });
  if (unknown.length > 0) {
    const advice = '--ignore leaves columns out, --unique-id names one, --address puts an address together.';
    const known = 'uniqueId, name, address, lat, lng';
    throw new CommandError(
      EXIT.data,
      `No place for ${quoteAll(unknown)}. A location has: ${known}. ${advice}`,
    );
  }
  if (address.length > 0 && members.has('address')) {
    throw new CommandError(
      EXIT.usage,
      '--address: the file has a column address besides; --ignore leaves it out.',
    );
  }
  return { header, members, addressParts: address.map((name) => header.indexOf(name)) };
}

function toLocation({ members, addressParts }: Columns, cells: CsvRow['cells']): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [member, index] of members) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    const isNumber = (member === 'lat' || member === 'lng') && JSON_NUMBER.test(cell.trim());
    // What is no number is refused in the service's own words.
    body[member] = isNumber ? Number(cell) : cell;
  }
  const parts = addressParts.map((index) => (cells[index] ?? '').trim()).filter((part) => part !== '');
  if (parts.length > 0) body.address = parts.join(', ');
  return body;
}
