import { accountPrincipal, createVitrine, memoryStorage } from '@vitrine/core';
import type { StorePropertyRequest } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { designSurface } from './design/design-surface.ts';
import { storeSurface } from './store-surface.ts';
import { storeAccess } from './stores/store-access.ts';
import type { Audience } from './tools/tool.ts';
import type { ToolSurface } from './tools/tool-surface.ts';

type Words = Readonly<Record<string, string>>;

/** Six stores of a shop, as people make them: 46 properties, some with what only people know. */
const STORES: readonly {
  readonly name: string;
  readonly description?: string;
  readonly properties: Words;
}[] = [
  {
    name: 'Customers',
    description: 'Everyone who has ordered or asked something',
    properties: {
      email: 'string unique',
      full_name: 'string required',
      country: 'string | ISO 3166, two letters',
      tier: 'string | bronze, silver, gold',
      signup: 'datetime',
      newsletter: 'boolean',
      lifetime_value: 'number | EUR',
      notes: 'string',
    },
  },
  {
    name: 'orders 2024',
    properties: {
      order_no: 'string unique',
      customer: 'string | email of Customers',
      placed: 'datetime | Berlin time',
      Status: 'string | as typed by the warehouse, in any spelling',
      total: 'number',
      currency: 'string',
      items: 'number',
      express: 'boolean',
      tracking: 'url_link',
    },
  },
  {
    name: 'Support tickets',
    description: 'Imported from the old help desk every night',
    properties: {
      ticket: 'string unique',
      customer: 'string | email of Customers',
      subject: 'string',
      body: 'string',
      priority: 'string | P1 to P4, in many spellings',
      opened: 'datetime',
      closed: 'datetime | unset: still open',
      agent: 'string',
    },
  },
  {
    name: 'Products',
    properties: {
      sku: 'string unique',
      title: 'string required',
      price: 'string | as printed: 12,50 €',
      price_cents: 'number',
      stock: 'number',
      photo: 'url_image',
      page: 'url_link',
      discontinued: 'boolean',
    },
  },
  {
    name: 'airports',
    properties: {
      iata: 'string unique',
      name: 'string',
      city: 'string',
      state: 'string',
      country: 'string',
      latitude: 'number',
      longitude: 'number',
    },
  },
  {
    name: 'seattle weather',
    description: 'One record a day, 2012 to 2015',
    properties: {
      date: 'datetime unique',
      precipitation: 'number | mm',
      temp_max: 'number | °C',
      temp_min: 'number | °C',
      wind: 'number | m/s',
      weather: 'string',
    },
  },
];

function propertiesOf(words: Words): StorePropertyRequest[] {
  return Object.entries(words).map(([name, about]) => {
    const [form = '', description] = about.split(' | ');
    const [type, ...marks] = form.split(' ');
    return {
      ...{ name, type: type as 'string' },
      ...(marks.includes('unique') ? { unique: true } : {}),
      ...(marks.includes('required') ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
    };
  });
}

test('store_access describes six stores in 3,500 characters', verifies('tools.short'), async () => {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const principal = accountPrincipal((await vitrine.accounts.create('Shop')).id);
  for (const { name, description, properties } of STORES) {
    await vitrine.stores.create(principal, { name, description, properties: propertiesOf(properties) });
  }
  const call = { vitrine, principal, hasConsole: false, signal: new AbortController().signal };
  const { stores } = (await storeAccess.run(call, {})) as { stores: { properties: string[] }[] };
  expect(stores.flatMap(({ properties }) => properties)).toHaveLength(46);
  expect(JSON.stringify(await storeAccess.run(call, {})).length).toBeLessThanOrEqual(3_500);
});

const ACCOUNT: Audience = { scope: 'account', ownStore: null };

/** Returns the characters of the list of tools, as a client gets it. */
function charactersOf({ tools }: ToolSurface): number {
  const listed = tools.map(({ run: _run, describe, ...tool }) => ({
    ...tool,
    description: describe(ACCOUNT),
  }));
  return JSON.stringify(listed).length;
}

test('the lists of tools are short', verifies('tools.short'), () => {
  expect(charactersOf(storeSurface('account', false))).toBeLessThanOrEqual(9_000);
  expect(charactersOf(storeSurface('account', true))).toBeLessThanOrEqual(11_000);
  expect(charactersOf(designSurface)).toBeLessThanOrEqual(18_000);
});
