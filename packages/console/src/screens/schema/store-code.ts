import type { StoreDetail, StoreProperty } from '@vitrine/client';

/** What code says about a store. */
export type DescribedStore = Pick<
  StoreDetail,
  'name' | 'description' | 'recordTtl' | 'changes' | 'history' | 'properties'
>;

/** Returns a program that defines the store with `defineStore` and finds it, or creates an equal one. */
export function typescriptCode(store: DescribedStore, url: string): string {
  const { name, description, recordTtl, changes, history, properties } = store;
  const type = typeName(name);
  return [
    `import { createClient, defineStore } from '@vitrine/client';`,
    '',
    `export const ${type} = defineStore({`,
    `  name: ${quote(name)},`,
    ...(description === null ? [] : [`  description: ${quote(description)},`]),
    ...(recordTtl === null ? [] : [`  recordTtl: ${recordTtl},`]),
    ...(changes ? ['  changes: true,'] : []),
    ...(history === null ? [] : [`  history: ${quote(history)},`]),
    '  properties: {',
    ...properties.map((property) => `    ${memberName(property.name)}: ${definitionOf(property)},`),
    '  },',
    '});',
    '',
    `const vitrine = createClient({ url: ${quote(url)}, key: process.env.VITRINE_KEY });`,
    `export const records = await vitrine.stores.ensure(${type});`,
    '',
  ].join('\n');
}

function definitionOf({ type, unique, required, description }: StoreProperty): string {
  const members = [
    `type: ${quote(type)}`,
    // Unique implies required.
    ...(unique ? ['unique: true'] : required ? ['required: true'] : []),
    ...(description === null ? [] : [`description: ${quote(description)}`]),
  ];
  return members.length === 1 ? quote(type) : `{ ${members.join(', ')} }`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** Returns a name for the definition, in ASCII. */
function typeName(name: string): string {
  const words = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `Store${joined}`;
}

function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

const TEXT_MAX = 65_536;
const URL_MAX = 2_048;

const VALUES: Readonly<
  Record<StoreProperty['type'], { readonly type: string; readonly [keyword: string]: string | number }>
> = {
  string: { type: 'string', maxLength: TEXT_MAX },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  datetime: { type: 'string', format: 'date-time' },
  url_image: { type: 'string', format: 'uri', maxLength: URL_MAX },
  url_link: { type: 'string', format: 'uri', maxLength: URL_MAX },
};

/** Returns the JSON Schema of a record as it is written. */
export function jsonSchemaCode({ name, description, properties }: DescribedStore): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    ...(description === null ? {} : { description }),
    type: 'object',
    properties: Object.fromEntries(properties.map((property) => [property.name, schemaOf(property)])),
    required: properties.filter(({ required }) => required).map((property) => property.name),
    additionalProperties: false,
  };
  return JSON.stringify(schema, null, 2);
}

function schemaOf({ type, required, description }: StoreProperty): object {
  const value = VALUES[type];
  return {
    ...value,
    // An optional value may be unset with null.
    ...(required ? {} : { type: [value.type, 'null'] }),
    ...(description === null ? {} : { description }),
  };
}

/** Returns the command that creates an equal store, and those that describe its properties. */
export function commandCode(store: DescribedStore): string {
  const { name, description, recordTtl, changes, history, properties } = store;
  const create = [
    'vitrine stores create',
    ...(description === null ? [] : [`--description ${shellText(description)}`]),
    ...(recordTtl === null ? [] : [`--ttl ${recordTtl}`]),
    ...(changes ? ['--changes yes'] : []),
    ...(history === null ? [] : [`--history ${history}`]),
    ...properties.map((property) => `--property ${shellText(propertyFlag(property))}`),
    // After --, a name that begins with a hyphen is no option.
    `-- ${shellText(name)}`,
  ];
  const describe = properties.flatMap((property) =>
    property.description === null
      ? []
      : [
          `vitrine stores properties update --description ${shellText(property.description)} ` +
            `-- ${shellText(name)} ${shellText(property.name)}`,
        ],
  );
  return [create.join(' \\\n  '), ...describe, ''].join('\n');
}

function propertyFlag({ name, type, unique, required }: StoreProperty): string {
  return `${name}:${type}${unique ? ':unique' : required ? ':required' : ''}`;
}

function shellText(text: string): string {
  return /^[\w:./@%+=,][\w:./@%+=,-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
