import { parseJsonNumber } from '@vitrine/core';
import { CommandError, EXIT } from './command-error.ts';
import { quoteAll } from './csv-columns.ts';
import { openCsv } from './csv-rows.ts';
import type { CsvRow } from './read-csv.ts';
import { describeCells, readHeader, type SourceRow } from './record-source.ts';

/** How the columns of a file of locations are read. */
export interface LocationColumns {
  readonly ignore: readonly string[];
  /** Undefined: detected. */
  readonly delimiter?: string;
  /** The columns to join into the address. Empty: the column named address. */
  readonly address: readonly string[];
  /** The column of uniqueIds. Undefined: the column named uniqueId. */
  readonly uniqueId?: string;
}

type Member = 'uniqueId' | 'name' | 'address' | 'lat' | 'lng';

/** The members by column name, in lower case without white space, `_` and `-`. */
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

interface Columns {
  readonly header: readonly string[];
  readonly members: ReadonlyMap<Member, number>;
  readonly addressParts: readonly number[];
}

/**
 * Yields the locations of a CSV file, ready to be added. An empty cell omits its member.
 *
 * @throws CommandError for unknown or ambiguous columns.
 */
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
      throw new CommandError(EXIT.usage, `${flag}: The file has no column ${quoteAll(missing)}.`);
  }
  const members = new Map<Member, number>();
  const unknown: string[] = [];
  header.forEach((name, index) => {
    if (ignore.includes(name) || address.includes(name)) return;
    const member = name === uniqueId ? 'uniqueId' : NAMES[name.toLowerCase().replace(/[\s_-]/g, '')];
    if (member === undefined) unknown.push(name);
    else if (members.has(member)) throw new CommandError(EXIT.data, `Several columns hold the ${member}.`);
    else members.set(member, index);
  });
  if (unknown.length > 0) {
    const known = 'uniqueId, name, address, lat, lng';
    const advice = 'Use --ignore to skip columns, --unique-id to name one, --address to join several.';
    throw new CommandError(
      EXIT.data,
      `Unknown columns: ${quoteAll(unknown)}. A location has: ${known}. ${advice}`,
    );
  }
  if (address.length > 0 && members.has('address')) {
    throw new CommandError(
      EXIT.usage,
      '--address: The file also has a column named address; skip it with --ignore.',
    );
  }
  return { header, members, addressParts: address.map((name) => header.indexOf(name)) };
}

function toLocation({ members, addressParts }: Columns, cells: CsvRow['cells']): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [member, index] of members) {
    const cell = cells[index] ?? '';
    if (cell.trim() === '') continue;
    const isDegrees = member === 'lat' || member === 'lng';
    // Other text stays text, so that the service refuses it with its own message.
    body[member] = (isDegrees ? parseJsonNumber(cell.trim()) : null) ?? cell;
  }
  const parts = addressParts.map((index) => (cells[index] ?? '').trim()).filter((part) => part !== '');
  if (parts.length > 0) body.address = parts.join(', ');
  return body;
}
