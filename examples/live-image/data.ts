import type { StorePropertyRequest } from '@vitrine/core/contracts';

/** A product of the shop, as a record of its store. */
export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly stock: number;
  readonly photo: string;
  readonly page: string;
  readonly ends: string;
}

/** A reader, as a record of the list of contacts. Without a name, pictures greet a friend. */
export interface Contact {
  readonly email: string;
  readonly first_name?: string;
  readonly sku: string;
}

export const PRODUCT_PROPERTIES: StorePropertyRequest[] = [
  { name: 'sku', type: 'string', unique: true },
  { name: 'name', type: 'string' },
  { name: 'price', type: 'number' },
  { name: 'stock', type: 'number' },
  { name: 'photo', type: 'url_image' },
  { name: 'page', type: 'url_link' },
  { name: 'ends', type: 'datetime' },
];

export const CONTACT_PROPERTIES: StorePropertyRequest[] = [
  { name: 'email', type: 'string', unique: true },
  { name: 'first_name', type: 'string' },
  { name: 'sku', type: 'string' },
];

const STYLES = ['Alpine', 'Harbour', 'Nordic', 'Studio', 'Velvet', 'Wave', 'Zürich'];
const THINGS = ['backpack', 'café table', 'jacket', 'kettle', 'lamp', 'notebook', 'speaker', 'tote bag'];
const COLORS = ['in black', 'in forest green', 'in midnight blue', 'in natural oak', 'in terracotta'];
const NAMES = ['Amara', 'Björn', 'Fátima', 'Ivo', 'Jana', 'Łukasz', 'Matteo', 'Oluwaseun', 'Wei', 'Žofie'];
const DAY = 86_400_000;

/** Returns products of a seed. Every fifth or so is sold out. `now` is in Unix milliseconds. */
export function makeProducts(count: number, photos: readonly string[], now: number): Product[] {
  const pick = picker(1);
  return Array.from({ length: count }, (_, i) => ({
    sku: `P-${i}`,
    name: `${pick(STYLES)} ${pick(THINGS)} ${pick(COLORS)}`,
    price: (5 + pick(300)) / 2,
    stock: pick(5),
    photo: pick(photos),
    page: `https://shop.example/products/${i}`,
    ends: new Date(now + DAY + pick(5 * DAY)).toISOString(),
  }));
}

/** Returns contacts of a seed. Each has looked at one product. */
export function makeContacts(products: readonly Product[]): Contact[] {
  const pick = picker(2);
  return products.map((_, i) => {
    const contact = { email: `reader-${i}@mail.example`, sku: pick(products).sku };
    return pick(10) === 0 ? contact : { ...contact, first_name: pick(NAMES) };
  });
}

interface Pick {
  (below: number): number;
  <Item>(items: readonly Item[]): Item;
}

/** Returns a function that picks numbers or items. The same seed gives the same picks (Mulberry32). */
function picker(seed: number): Pick {
  let state = seed;
  const next = (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  return ((from: number | readonly unknown[]) =>
    typeof from === 'number' ? next(from) : from[next(from.length)]) as Pick;
}
