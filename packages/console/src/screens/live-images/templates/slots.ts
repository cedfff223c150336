import type { StoreProperty } from '@vitrine/client';

type PropertyType = StoreProperty['type'];

/** What a template shows and where it may come from. */
interface Slot {
  /** The types of properties that fit, the best first. */
  readonly types: readonly PropertyType[];
  /** The names of properties that fit, the best first. Matched without case, blanks and signs. */
  readonly names: RegExp;
  /** Whether a property fits by its type alone. */
  readonly isByType?: boolean;
  /** The value of the variable that fills the slot where no property does. */
  readonly sample: string;
  /** Shown where the variable is missing. */
  readonly standard?: string;
}

const TEXT = ['string'] as const;
const NUMBER = ['number'] as const;
const DATE = ['datetime'] as const;

export const SLOTS = {
  first_name: {
    types: TEXT,
    names: /^(?:firstname|givenname|forename|vorname)$/,
    sample: 'Jana',
    standard: 'friend',
  },
  title: {
    types: TEXT,
    names: /^(?:title|name|product|productname|label|headline|subject|event|item)$|name|title/,
    isByType: true,
    sample: 'Linen shirt “Lido”',
  },
  price: { types: NUMBER, names: /price|cost|amount|fee|preis|prix|precio/, sample: '49.9' },
  stock: { types: NUMBER, names: /stock|quantity|qty|inventory|available|bestand/, sample: '3' },
  points: { types: NUMBER, names: /points|balance|score|credit|punkte/, sample: '1250' },
  discount: { types: NUMBER, names: /discount|percent|rabatt|reduction/, sample: '20' },
  code: { types: TEXT, names: /code|coupon|voucher|promo/, sample: 'SUMMER20' },
  place: { types: TEXT, names: /place|venue|location|city|room|address|ort/, sample: 'Main hall' },
  starts: {
    types: DATE,
    names: /start|begin|when|date|time|day|appointment/,
    isByType: true,
    sample: '2027-05-21T19:00',
  },
  ends: {
    types: DATE,
    names: /end|until|expir|deadline|valid|close|sale/,
    isByType: true,
    sample: '2027-12-31T23:59',
  },
  photo: {
    types: ['url_image', 'string'],
    names: /photo|image|picture|img|thumb|cover|foto|bild/,
    isByType: true,
    sample: '',
  },
  link: { types: ['url_link'], names: /link|url|page|href/, isByType: true, sample: '' },
  shop: { types: [], names: /^$/, sample: 'Shop in the old town' },
  address: { types: [], names: /^$/, sample: '12 Market Street' },
  distance: { types: [], names: /^$/, sample: '2.4' },
} as const satisfies Readonly<Record<string, Slot>>;

export type SlotName = keyof typeof SLOTS;

/** The slots that properties of a store may fill. */
export const PROPERTY_SLOTS = (Object.keys(SLOTS) as SlotName[]).filter(
  (name) => SLOTS[name].types.length > 0,
);

/** The property of each slot that has one. */
export type SlotProperties = Readonly<Partial<Record<SlotName, string>>>;

/**
 * Proposes the properties of a store for the slots: by type and name, the best first. A property fills one slot, except a
 * date, which may be the beginning and the end.
 */
export function proposeProperties(properties: readonly StoreProperty[]): SlotProperties {
  const proposed: Partial<Record<SlotName, string>> = {};
  const taken = new Set<string>();
  const take = (slot: SlotName, property: StoreProperty | undefined) => {
    if (property === undefined) return;
    proposed[slot] = property.name;
    if (property.type !== 'datetime') taken.add(property.name);
  };
  for (const slot of PROPERTY_SLOTS) take(slot, bestByName(slot, properties, taken));
  for (const slot of PROPERTY_SLOTS) {
    const { types, isByType = false }: Slot = SLOTS[slot];
    if (proposed[slot] !== undefined || !isByType) continue;
    // A key is seldom a title: it is taken only where no other text is.
    const free = properties.filter(({ name, type }) => type === types[0] && !taken.has(name));
    take(slot, free.find(({ unique }) => !unique) ?? free[0]);
  }
  return proposed;
}

/** Whether a property can fill a slot. */
export function fitsSlot({ type }: StoreProperty, slot: SlotName): boolean {
  const { types }: Slot = SLOTS[slot];
  return types.includes(type);
}

function bestByName(
  slot: SlotName,
  properties: readonly StoreProperty[],
  taken: ReadonlySet<string>,
): StoreProperty | undefined {
  const { types, names }: Slot = SLOTS[slot];
  const fitting = types.flatMap((wanted) =>
    properties.filter(({ type, name }) => type === wanted && !taken.has(name) && names.test(plain(name))),
  );
  // The alternatives of a name are in their order.
  return fitting.find(({ name, type }) => type === types[0] && exactly(names, plain(name))) ?? fitting[0];
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

function exactly(names: RegExp, name: string): boolean {
  return names.exec(name)?.[0] === name;
}

/** Returns the values that the variable of a slot begins with. */
export function variableOf(slot: SlotName): {
  readonly sample: string | null;
  readonly default: string | null;
} {
  const { sample, standard }: Slot = SLOTS[slot];
  return { sample: sample === '' ? null : sample, default: standard ?? null };
}
