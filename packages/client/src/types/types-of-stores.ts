import type { StoreDetail, StoreProperty } from '../generated/contracts.ts';

export type DescribedStore = Pick<StoreDetail, 'id' | 'name' | 'description' | 'properties' | 'date_created'>;

/** The TypeScript types of a property: in records, and in writes. */
const VALUES: Readonly<Record<StoreProperty['type'], { readonly row: string; readonly input: string }>> = {
  string: { row: 'string', input: 'string' },
  number: { row: 'number', input: 'number' },
  boolean: { row: 'boolean', input: 'boolean' },
  datetime: { row: 'string', input: 'string | Date' },
  url_image: { row: 'string', input: 'string' },
  url_link: { row: 'string', input: 'string' },
};

/**
 * Returns a TypeScript file with the types of the stores, for `@vitrine/client` and for `vitrine.stores.open`. The text
 * depends only on names, ids and properties of the stores, and imports nothing.
 */
export function typesOfStores(stores: readonly DescribedStore[]): string {
  const sorted = stores.toSorted(
    (a, b) => compare(a.name, b.name) || compare(a.date_created, b.date_created) || compare(a.id, b.id),
  );
  const taken = new Set<string>(['Stores', 'stores']);
  const keys = new Set<string>();
  const named = sorted.map((store) => ({
    ...store,
    type: freeName(pascalCase(store.name), taken),
    key: freeName(store.name, keys),
  }));
  const entries = named.map(
    ({ key, type, name, id }) =>
      `  ${quote(key)}: { name: ${quote(name)}, id: ${quote(id)} } as StoreRef<${type}>,\n`,
  );
  return `// Written by \`vitrine types\`. Do not edit.

interface StoreRef<Types> {
  readonly name: string;
  readonly id: string;
  readonly types?: Types;
}

${named.map(storeTypes).join('\n')}
/** The stores by name, for \`createClient({ url, key, stores })\` and \`v.store(stores[name])\`. */
export const stores = {
${entries.join('')}} as const;
`;
}

function storeTypes({
  name,
  description,
  properties,
  type,
}: DescribedStore & { readonly type: string }): string {
  const unique = properties.filter((property) => property.unique);
  const isUnique = (property: StoreProperty): boolean => property.unique;
  const row = properties
    .filter((property) => property.name !== 'id')
    .map((property) => comment(property.description, '    ') + line(property, '', rowType(property)));
  const insert = properties.map((property) =>
    property.required
      ? line(property, '', inputType(property))
      : line(property, '?', `${inputType(property)} | null | undefined`),
  );
  const patch = properties
    .filter((property) => !isUnique(property))
    .map((property) =>
      line(property, '?', `${inputType(property)}${property.required ? '' : ' | null'} | undefined`),
    );
  const key = unique.map((property) => line(property, '', inputType(property)));
  const types = properties.map((property) => line(property, '', quote(property.type)));
  return `${comment(description, '') || comment(`Records of the store ${name}.`, '')}export interface ${type} {
  Row: {
    id: string;
${row.join('')}    date_created: string;
    date_updated: string;
  };
  Insert: ${group(insert)};
  Patch: ${group(patch)};
  Key: ${unique.length === 0 ? 'never' : group(key)};
  Types: ${group(types)};
}
`;
}

function group(lines: readonly string[]): string {
  return lines.length === 0 ? 'Record<never, never>' : `{\n${lines.join('')}  }`;
}

function line({ name }: StoreProperty, optional: '' | '?', type: string): string {
  return `    ${quote(name)}${optional}: ${type};\n`;
}

function rowType({ type, required }: StoreProperty): string {
  return required ? VALUES[type].row : `${VALUES[type].row} | null`;
}

function inputType({ type }: StoreProperty): string {
  return VALUES[type].input;
}

/** Texts are user input: a comment must not end in them, and a literal is JSON. */
function comment(text: string | null, indent: string): string {
  if (text === null || text.trim() === '') return '';
  return `${indent}/** ${plain(text.replaceAll(/\s+/g, ' ')).replaceAll('*/', '* /')} */\n`;
}

function quote(text: string): string {
  return plain(JSON.stringify(text));
}

/**
 * Control characters (C0, DEL, C1), line and paragraph separators, bidirectional controls, tag characters, byte order
 * marks, and lone surrogates: an editor may not show them.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Returns the text with unsafe characters escaped as in JSON. */
function plain(text: string): string {
  return text.replace(UNSAFE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function pascalCase(name: string): string {
  const words = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `Store${joined}`;
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
  taken.add(name);
  return name;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
