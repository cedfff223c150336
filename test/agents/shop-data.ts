import { readFileSync } from 'node:fs';
import { type Day, readDays } from '../e2e/weather.ts';
import { seeded } from '../seeded.ts';

export interface Customer {
  readonly email: string;
  readonly full_name: string;
  readonly country: string;
  readonly tier: string;
  readonly signup: string;
  /** Null: never asked. */
  readonly newsletter: boolean | null;
}

export interface Order {
  readonly order_no: string;
  readonly customer: string;
  readonly placed: string;
  readonly Status: string;
  readonly total: number;
  readonly currency: string;
  readonly items: number;
}

export interface Ticket {
  readonly ticket: string;
  readonly customer: string;
  readonly subject: string;
  readonly body: string;
  readonly priority: string | null;
  readonly opened: string;
  readonly closed: string | null;
  readonly agent: string;
}

export interface Product {
  readonly sku: string;
  readonly title: string;
  readonly price: string;
  readonly price_cents: number | null;
  readonly stock: number;
  readonly discontinued: boolean;
}

export interface Airport {
  readonly iata: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The contents of six strange stores: what the answers of questions are computed from, without any code of Vitrine. */
export interface ShopData {
  readonly customers: readonly Customer[];
  readonly orders: readonly Order[];
  readonly tickets: readonly Ticket[];
  readonly products: readonly Product[];
  readonly airports: readonly Airport[];
  readonly days: readonly Day[];
}

const COUNTRIES = ['DE', 'AT', 'CH', 'FR', 'US', 'GB', 'IT'];
const TIERS = ['bronze', 'silver', 'gold'];
const FIRST = ['Ana', 'Ben', 'Chloé', 'Dev', 'Eva', 'Finn', 'Gül', 'Hugo', 'Iris', 'Jan'];
const LAST = ['Kim', 'Lopez', 'Maier', 'Novák', 'Okafor', 'Petit', 'Rossi', 'Stone'];
const STATUSES = ['shipped', 'Shipped', 'SHIPPED', ' shipped', 'shipped ', 'open', 'cancelled', 'Returned'];
const PRIORITIES = ['P1', 'p1', 'P2', 'p2', 'P3', 'p3', 'P3', 'urgent', 'Urgent', null];
const SUBJECTS = [
  'Refund please',
  'Lamp is dark',
  'Where is my order?',
  'Wrong colour',
  'Invoice',
  'REFUND!!',
];
const AGENTS = ['Kim', 'Lee', 'Mona', 'Olaf'];
const SENTENCES = [
  'It broke on the first day.',
  'I have written twice.',
  'Grüße aus Köln ☕.',
  'Please answer.',
];
const GOODS = ['Lamp', 'Tote', 'Mug', 'Chair', 'Clock'];

/** Makes the data. The same in each run. */
export function shopData(): ShopData {
  const random = seeded(2_015);
  const upTo = (max: number) => Math.floor(random() * max);
  const pick = <Value>(values: readonly Value[]): Value => values[upTo(values.length)] as Value;
  const instant = (from: number, to: number) =>
    new Date(from + upTo((to - from) / 1_000) * 1_000).toISOString();

  const customers = Array.from({ length: 400 }, (_, i): Customer => {
    const [first, last] = [pick(FIRST), pick(LAST)];
    return {
      email: `${'abcdefghij'[i % 10]}${i}@mail.example`,
      full_name: `${first} ${last} ${i}`,
      country: pick(COUNTRIES),
      tier: pick(TIERS),
      signup: instant(Date.UTC(2013, 0, 1), Date.UTC(2015, 0, 1)),
      newsletter: pick([true, false, null]),
    };
  });
  const orders = Array.from({ length: 6_000 }, (_, i): Order => {
    const isHuge = i % 1_500 === 7;
    return {
      order_no: `O-${String(i).padStart(5, '0')}`,
      customer: customers[upTo(390)]?.email ?? '',
      placed: instant(Date.UTC(2015, 0, 1), Date.UTC(2016, 0, 1)),
      Status: pick(STATUSES),
      total: isHuge ? 90_000 + i : (upTo(50_000) + 100) / 100,
      currency: pick(['EUR', 'EUR', 'EUR', 'USD', 'GBP']),
      items: 1 + upTo(6),
    };
  });
  const tickets = Array.from({ length: 1_500 }, (_, i): Ticket => {
    const opened = instant(Date.UTC(2015, 0, 1), Date.UTC(2015, 11, 1));
    const hours = random() < 0.35 ? null : 1 + upTo(400);
    return {
      ticket: `T-${String(i).padStart(4, '0')}`,
      customer: pick(customers).email,
      subject: pick(SUBJECTS),
      body: Array.from({ length: 3 + upTo(30) + (i % 300 === 11 ? 40 + (i % 7) : 0) }, () =>
        pick(SENTENCES),
      ).join(' '),
      priority: pick(PRIORITIES),
      opened,
      closed: hours === null ? null : new Date(Date.parse(opened) + hours * 3_600_000).toISOString(),
      agent: pick(AGENTS),
    };
  });
  const products = Array.from({ length: 60 }, (_, i): Product => {
    const cents = 500 + upTo(9_500);
    return {
      sku: `S-${String(i).padStart(2, '0')}`,
      title: `${pick(GOODS)} ${i}`,
      price: `${(cents / 100).toFixed(2).replace('.', ',')} €`,
      price_cents: i % 4 === 0 ? null : cents,
      stock: i % 3 === 0 ? 0 : upTo(40),
      discontinued: i % 10 === 9,
    };
  });
  return { customers, orders, tickets, products, airports: readAirports(), days: readDays() };
}

const AIRPORTS = new URL('../../examples/data/airports.csv', import.meta.url);

function readAirports(): Airport[] {
  const [, ...lines] = readFileSync(AIRPORTS, 'utf8').trim().split(/\r?\n/);
  return lines.map((line) => {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    );
    const [iata = '', name = '', city = '', state = '', country = '', latitude, longitude] = cells;
    return { iata, name, city, state, country, latitude: Number(latitude), longitude: Number(longitude) };
  });
}
