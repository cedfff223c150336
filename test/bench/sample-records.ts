/** The measured store: 8 properties including the key. The same index always returns the same record. */
export const STORE_REQUEST = {
  name: 'Catalogue',
  properties: [
    { name: 'sku', type: 'string', unique: true },
    { name: 'name', type: 'string' },
    { name: 'color', type: 'string' },
    { name: 'price', type: 'number' },
    { name: 'stock', type: 'number' },
    { name: 'active', type: 'boolean' },
    { name: 'released', type: 'datetime' },
    { name: 'link', type: 'url_link' },
  ],
} as const;

export interface SampleRecord {
  sku: string;
  name: string;
  color: string;
  price: number | null;
  stock: number;
  active: boolean;
  released: string;
  link: string;
}

const MATERIALS = ['Cotton', 'Linen', 'Wool', 'Oak', 'Steel', 'Glass', 'Paper', 'Clay', 'Öl', 'Café'];
const THINGS = [
  'shirt',
  'lamp',
  'chair',
  'bowl',
  'notebook',
  'blanket',
  'poster',
  'mug',
  'vase',
  'frame',
  'basket',
];
export const COLORS = ['red', 'green', 'blue', 'black', 'white', 'grey', 'amber', 'teal', 'pink', 'brown'];
const EPOCH = Date.UTC(2020, 0, 1);
const FIVE_YEARS = 5 * 365 * 86_400_000;

/** Spreads indexes over 0…2^32−1, so that adjacent ones have nothing in common. */
export function scatter(index: number): number {
  let hash = Math.imul(index ^ (index >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function skuOf(index: number, prefix = 'SKU'): string {
  return `${prefix}-${String(index).padStart(7, '0')}`;
}

export function sampleRecord(index: number, prefix = 'SKU'): SampleRecord {
  const random = scatter(index);
  const pick = (list: readonly string[], shift: number) => list[(random >>> shift) % list.length] ?? '';
  // One name in two thousand is rare enough for a search that must look at every record.
  const rare = random % 2_000 === 7 ? ' Zephyr' : '';
  return {
    sku: skuOf(index, prefix),
    name: `${pick(MATERIALS, 3)} ${pick(THINGS, 7)}${rare} ${index}`,
    color: pick(COLORS, 11),
    price: random % 33 === 0 ? null : (random % 100_000) / 100,
    stock: (random >>> 5) % 1_000,
    active: random % 10 < 7,
    released: new Date(EPOCH + (random / 2 ** 32) * FIVE_YEARS).toISOString(),
    link: `https://shop.example/items/${index}?ref=catalogue`,
  };
}
