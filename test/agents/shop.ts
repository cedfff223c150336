import type { Principal, Vitrine } from '@vitrine/core';
import type { CreateStoreRequest, StorePropertyRequest } from '@vitrine/core/contracts';
import type { ShopData } from './shop-data.ts';

type Words = Readonly<Record<string, string>>;

/** The six stores. After `|` stands what a property means. */
const STORES: readonly { name: string; description?: string; data: keyof ShopData; properties: Words }[] = [
  {
    name: 'Customers',
    data: 'customers',
    properties: {
      email: 'string unique',
      full_name: 'string required',
      country: 'string | ISO 3166',
      tier: 'string',
      signup: 'datetime',
      newsletter: 'boolean | unset: never asked',
    },
  },
  {
    name: 'orders 2015',
    data: 'orders',
    properties: {
      order_no: 'string unique',
      customer: 'string | email of Customers',
      placed: 'datetime',
      Status: 'string | as typed by the warehouse',
      total: 'number | in currency',
      currency: 'string',
      items: 'number',
    },
  },
  {
    name: 'Support tickets',
    data: 'tickets',
    properties: {
      ticket: 'string unique',
      customer: 'string | email of Customers',
      subject: 'string',
      body: 'string',
      priority: 'string | in many spellings',
      opened: 'datetime',
      closed: 'datetime | unset: still open',
      agent: 'string',
    },
  },
  {
    name: 'Products',
    data: 'products',
    properties: {
      sku: 'string unique',
      title: 'string',
      price: 'string | as printed',
      price_cents: 'number',
      stock: 'number',
      discontinued: 'boolean',
    },
  },
  {
    name: 'airports',
    data: 'airports',
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
    description: 'A record a day, 2012 to 2015',
    data: 'days',
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

/** Creates the stores with their records. */
export async function createShop(vitrine: Vitrine, principal: Principal, data: ShopData): Promise<void> {
  for (const { name, description, data: rows, properties } of STORES) {
    const request: CreateStoreRequest = {
      name,
      ...(description === undefined ? {} : { description }),
      properties: Object.entries(properties).map(propertyOf),
    };
    const { id } = await vitrine.stores.create(principal, request);
    const records = data[rows].map((row) => ({ ...row }));
    for (let i = 0; i < records.length; i += 100) {
      const batch = { records: records.slice(i, i + 100) };
      const { failed } = await vitrine.records.batchUpsert(principal, id, batch);
      if (failed > 0) throw new Error(`Records of ${name} are refused.`);
    }
  }
}

function propertyOf([name, about]: [string, string]): StorePropertyRequest {
  const [form = '', description] = about.split(' | ');
  const [type, mark] = form.split(' ');
  return {
    ...{ name, type: type as 'string' },
    ...(mark === undefined ? {} : { [mark]: true }),
    ...(description === undefined ? {} : { description }),
  };
}
