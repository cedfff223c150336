/**
 * A list of objects with the same members, as a column for each member. Columns cross threads several times as fast as an
 * object for each element.
 */
interface PackedList {
  readonly packedLength: number;
  readonly columns: readonly PackedColumn[];
}

interface PackedColumn {
  readonly name: string;
  /** The values of the elements; a list of objects is packed too. Null: all have the `value`. */
  readonly values: unknown;
  readonly value: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** Shorter lists are not worth it. */
const LENGTH_MIN = 8;

/** Returns plain data with the lists of objects in its members packed. */
export function pack(data: unknown): unknown {
  if (Array.isArray(data)) return packList(data);
  return isMembers(data) ? mapMembers(data, pack) : data;
}

/** Returns the data that was given to `pack`. */
export function unpack(data: unknown): unknown {
  if (!isMembers(data)) return data;
  return 'packedLength' in data ? unpackList(data as unknown as PackedList) : mapMembers(data, unpack);
}

function packList(list: readonly unknown[]): unknown {
  const [first] = list;
  if (list.length < LENGTH_MIN || !isMembers(first)) return list;
  const names = Object.keys(first);
  if (!list.every((element) => isMembers(element) && hasMembers(element, names))) return list;
  const elements = list as readonly Members[];
  const columns = names.map((name): PackedColumn => {
    const value = first[name];
    const isSame = elements.every((element) => element[name] === value);
    return isSame
      ? { name, values: null, value: pack(value) }
      : { name, values: packList(elements.map((element) => element[name])), value: null };
  });
  return { packedLength: list.length, columns } satisfies PackedList;
}

function unpackList({ packedLength, columns }: PackedList): Members[] {
  const list = Array.from({ length: packedLength }, (): Record<string, unknown> => ({}));
  for (const { name, values, value } of columns) {
    const own = values === null ? null : (unpack(values) as readonly unknown[]);
    const shared = unpack(value);
    list.forEach((element, at) => {
      element[name] = own === null ? shared : own[at];
    });
  }
  return list;
}

/** Returns the members with their values replaced, and the same object if none is. */
function mapMembers(members: Members, map: (value: unknown) => unknown): Members {
  let changed: Record<string, unknown> | null = null;
  for (const name in members) {
    const value = map(members[name]);
    if (value === members[name]) continue;
    changed ??= { ...members };
    changed[name] = value;
  }
  return changed ?? members;
}

function isMembers(data: unknown): data is Members {
  return typeof data === 'object' && data !== null && Object.getPrototypeOf(data) === Object.prototype;
}

function hasMembers(element: Members, names: readonly string[]): boolean {
  let at = 0;
  for (const name in element) if (names[at++] !== name) return false;
  return at === names.length;
}
