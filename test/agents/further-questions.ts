import {
  average,
  berlinHour,
  berlinWeekday,
  counted,
  cutCents,
  fold,
  ranked,
  rounded,
  textLength,
} from './answers.ts';
import type { Order, Ticket } from './shop-data.ts';
import type { Question } from './twenty-questions.ts';

const BERLIN = { timeZone: 'Europe/Berlin' };
const HOURS = { dateDiff: { from: 'opened', to: 'closed', unit: 'hour' } };
const COUNT = { measures: [{ op: 'count' }] };

/** Twenty questions of other kinds than the first ones: distributions, times, rates, sequences, several stores. */
export const furtherQuestions: readonly Question[] = [
  {
    question: 'How many customers signed up in each quarter of 2014?',
    async ask(tools) {
      const groups = await tools.groups('Customers', {
        ...COUNT,
        groupBy: [{ field: 'signup', bucket: 'quarter' }],
        filters: [{ field: 'signup', op: 'after', value: '2013-12-31' }],
        sortBy: 'signup',
      });
      return groups.map(({ signup, count }) => [String(signup).slice(0, 7), count]);
    },
    answer: ({ customers }) =>
      counted(
        customers
          .filter(({ signup }) => signup >= '2014')
          .map(({ signup }) => ['01', '04', '07', '10'][Math.floor((Number(signup.slice(5, 7)) - 1) / 3)]),
      )
        .map(([month, count]) => [`2014-${month}`, count] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  },
  {
    question: 'At which hour in Berlin are most tickets opened?',
    async ask(tools) {
      const groupBy = [{ field: 'opened', bucket: 'hourOfDay', ...BERLIN }];
      const [top] = await tools.groups('Support tickets', { ...COUNT, groupBy, limit: 1 });
      return [top?.opened, top?.count];
    },
    answer: ({ tickets }) =>
      counted(tickets.map(({ opened }) => berlinHour(opened))).toSorted(
        ([a, one], [b, other]) => other - one || a - b,
      )[0],
  },
  {
    question: 'Within how many hours are 95 % of the closed tickets closed?',
    async ask(tools) {
      const [all] = await tools.groups('Support tickets', {
        measures: [{ op: 'p95', field: HOURS, as: 'hours' }],
      });
      return all?.hours;
    },
    answer: ({ tickets }) => ranked(95, tickets.flatMap(hoursOf)),
  },
  {
    question: 'Which subjects do more than 250 tickets have?',
    async ask(tools) {
      const groups = await tools.groups('Support tickets', {
        ...COUNT,
        groupBy: [{ field: 'subject' }],
        having: [{ measure: 'count', op: 'gt', value: '250' }],
        sortBy: 'subject',
      });
      return groups.map(({ subject, count }) => [subject, count]);
    },
    answer: ({ tickets }) =>
      counted(tickets.map(({ subject }) => subject))
        .filter(([, count]) => count > 250)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  },
  {
    question: 'How many customers of each tier were never asked about the newsletter?',
    async ask(tools) {
      const filters = [{ field: 'newsletter', op: 'empty' }];
      const groups = await tools.groups('Customers', { ...COUNT, groupBy: [{ field: 'tier' }], filters });
      return groups.map(({ tier, count }) => [tier, count]).toSorted();
    },
    answer: ({ customers }) =>
      counted(customers.filter(({ newsletter }) => newsletter === null).map(({ tier }) => tier)).toSorted(),
  },
  {
    question: 'How many orders came at weekends in Berlin?',
    async ask(tools) {
      const groupBy = [{ field: 'placed', bucket: 'weekday', ...BERLIN }];
      const days = await tools.groups('orders 2015', { ...COUNT, groupBy });
      const weekend = days.filter(({ placed }) => Number(placed) > 5);
      return weekend.reduce((sum, { count }) => sum + Number(count), 0);
    },
    answer: ({ orders }) => orders.filter(({ placed }) => berlinWeekday(placed) > 5).length,
  },
  {
    question: 'Which month of 2013 was coldest on average at night, and how cold?',
    async ask(tools) {
      const [coldest] = await tools.groups('seattle weather', {
        measures: [{ op: 'avg', field: 'temp_min', as: 'cold' }],
        groupBy: [{ field: 'date', bucket: 'month' }],
        filters: [
          { field: 'date', op: 'after', value: '2012-12-31' },
          { field: 'date', op: 'before', value: '2014-01-01' },
        ],
        ...{ sortBy: 'cold', sortDir: 'asc', limit: 1 },
      });
      return [String(coldest?.date).slice(0, 7), rounded(coldest?.cold)];
    },
    answer: ({ days }) => {
      const months = Object.entries(
        Object.groupBy(
          days.filter(({ date }) => date.startsWith('2013')),
          ({ date }) => date.slice(0, 7),
        ),
      ).map(([month, some = []]) => [month, average(some.map(({ temp_min }) => temp_min))] as const);
      const [[month, cold] = ['', 0]] = months.toSorted(([, one], [, other]) => one - other);
      return [month, rounded(cold)];
    },
  },
  {
    question: 'What do we know of the customer whose name ends with 123: orders, and open tickets?',
    async ask(tools) {
      const filters = [{ field: 'full_name', op: 'endsWith', value: ' 123' }];
      const [person] = await tools.first('Customers', 2, { filters, fields: ['email'] });
      const own = { field: 'customer', op: 'eq', value: person?.id };
      const orders = await tools.count('orders 2015', [own]);
      return [orders, await tools.count('Support tickets', [own, { field: 'closed', op: 'empty' }])];
    },
    answer: ({ customers, orders, tickets }) => {
      const email = customers.find(({ full_name }) => full_name.endsWith(' 123'))?.email;
      return [
        orders.filter(({ customer }) => customer === email).length,
        tickets.filter(({ customer, closed }) => customer === email && closed === null).length,
      ];
    },
  },
  {
    question: 'How many customers have never ordered?',
    async ask(tools) {
      const measures = [{ op: 'countDistinct', field: 'customer', as: 'n' }];
      const [ordered] = await tools.groups('orders 2015', { measures });
      return (await tools.count('Customers', [])) - Number(ordered?.n);
    },
    answer: ({ customers, orders }) => {
      const ordered = new Set(orders.map(({ customer }) => customer));
      return customers.filter(({ email }) => !ordered.has(email)).length;
    },
  },
  {
    question: 'How are the totals of usual orders in euros distributed, in steps of 100?',
    async ask(tools) {
      const groups = await tools.groups('orders 2015', {
        ...COUNT,
        groupBy: [{ field: 'total', bucket: '100' }],
        filters: [
          { field: 'currency', op: 'eq', value: 'EUR' },
          { field: 'total', op: 'lt', value: '1000' },
        ],
        sortBy: 'total',
      });
      return groups.map(({ total, count }) => [total, count]);
    },
    answer: ({ orders }) =>
      counted(
        orders
          .filter(({ currency, total }) => currency === 'EUR' && total < 1_000)
          .map(({ total }) => Math.floor(total / 100) * 100),
      ).toSorted(([one], [other]) => one - other),
  },
  {
    question: 'Which share of the tickets was closed within a day?',
    async ask(tools) {
      const quick = await tools.groups('Support tickets', {
        measures: [{ op: 'max', field: HOURS, as: 'hours' }],
        groupBy: [{ field: 'ticket' }],
        having: [{ measure: 'hours', op: 'lte', value: '24' }],
        limit: 1_000,
      });
      return rounded(quick.length / (await tools.count('Support tickets', [])));
    },
    answer: ({ tickets }) =>
      rounded(tickets.flatMap(hoursOf).filter((hours) => hours <= 24).length / tickets.length),
  },
  {
    question: 'Whose tickets have the longest texts on average?',
    async ask(tools) {
      const groups = await tools.groups('Support tickets', {
        measures: [{ op: 'avg', field: { length: 'body' }, as: 'characters' }],
        groupBy: [{ field: 'agent' }],
        sortBy: 'characters',
      });
      return groups.map(({ agent, characters }) => [agent, rounded(characters)]);
    },
    answer: ({ tickets }) =>
      Object.entries(Object.groupBy(tickets, ({ agent }) => agent))
        .map(
          ([agent, some = []]) =>
            [agent, rounded(average(some.map(({ body }) => textLength(body))))] as const,
        )
        .toSorted(([, one], [, other]) => other - one),
  },
  {
    question: 'When were the first and the last order placed?',
    async ask(tools) {
      const [all] = await tools.groups('orders 2015', {
        measures: [
          { op: 'min', field: 'placed', as: 'first' },
          { op: 'max', field: 'placed', as: 'last' },
        ],
      });
      return [all?.first, all?.last];
    },
    answer: ({ orders }) => {
      const placed = orders.map((order) => order.placed).toSorted();
      return [placed[0], placed.at(-1)];
    },
  },
  {
    question: 'How long was the longest dry spell of 2015, in days?',
    async ask(tools) {
      const filters = [
        { field: 'precipitation', op: 'eq', value: '0' },
        { field: 'date', op: 'after', value: '2014-12-31' },
      ];
      // One call reads up to 1,000 groups, where a list has 50 records.
      const dry = await tools.groups('seattle weather', {
        measures: [{ op: 'count', as: 'n' }],
        groupBy: [{ field: 'date', bucket: 'day' }],
        ...{ filters, sortBy: 'date', limit: 1_000 },
      });
      return longestRun(dry.map(({ date }) => String(date).slice(0, 10)));
    },
    answer: ({ days }) =>
      longestRun(
        days
          .filter(({ date, precipitation }) => date.startsWith('2015') && precipitation === 0)
          .map(({ date }) => date),
      ),
  },
  {
    question: 'How many tickets are urgent or P1, in any case, and not closed?',
    ask: (tools) =>
      tools.count('Support tickets', [
        { field: 'priority', op: 'in', value: ['P1', 'p1', 'urgent', 'Urgent'] },
        { field: 'closed', op: 'empty' },
      ]),
    answer: ({ tickets }) =>
      tickets.filter(
        ({ priority, closed }) => closed === null && ['p1', 'urgent'].includes(fold(priority ?? '')),
      ).length,
  },
  {
    question: 'Which states have exactly one airport?',
    async ask(tools) {
      const groups = await tools.groups('airports', {
        ...COUNT,
        groupBy: [{ field: 'state' }],
        having: [{ measure: 'count', op: 'eq', value: '1' }],
        sortBy: 'state',
      });
      return groups.map(({ state }) => state);
    },
    answer: ({ airports }) =>
      counted(airports.map(({ state }) => state))
        .filter(([, count]) => count === 1)
        .map(([state]) => state)
        .toSorted(),
  },
  {
    question: 'Which product is the most expensive one by its printed price?',
    async ask(tools) {
      const all = await tools.groups('Products', {
        measures: [{ op: 'count', as: 'n' }],
        groupBy: [{ field: 'price' }, { field: 'title' }],
      });
      return dearest(all.map(({ price, title }) => ({ price: String(price), title: String(title) })));
    },
    answer: ({ products }) => dearest(products),
  },
  {
    question: 'Who are the first five customers by country, then by name?',
    async ask(tools) {
      const sortBy = [{ field: 'country' }, { field: 'full_name' }];
      const found = await tools.first('Customers', 5, {
        sortBy,
        fields: ['country', 'full_name'],
        compact: true,
      });
      return found.map(({ country, full_name }) => [country, full_name]);
    },
    answer: ({ customers }) =>
      customers
        .map(({ country, full_name }) => [country, full_name] as const)
        .toSorted(([a, one], [b, other]) => (a === b ? (one < other ? -1 : 1) : a < b ? -1 : 1))
        .slice(0, 5),
  },
  {
    question: 'How did the revenue in dollars grow from each quarter of 2015 to the next, in percent?',
    async ask(tools) {
      const quarters = await tools.groups('orders 2015', {
        measures: [{ op: 'sum', field: 'total', as: 'sum' }],
        groupBy: [{ field: 'placed', bucket: 'quarter' }],
        filters: [{ field: 'currency', op: 'eq', value: 'USD' }],
        sortBy: 'placed',
      });
      return growth(quarters.map(({ sum }) => Number(sum)));
    },
    answer: ({ orders }) => growth([0, 3, 6, 9].map((month) => dollars(orders, month))),
  },
  {
    question: 'On which weekdays and at which hours in Berlin do tickets come: the busiest combination?',
    async ask(tools) {
      const [top] = await tools.groups('Support tickets', {
        ...COUNT,
        groupBy: [
          { field: 'opened', bucket: 'weekday', ...BERLIN, as: 'weekday' },
          { field: 'opened', bucket: 'hourOfDay', ...BERLIN, as: 'hour' },
        ],
        limit: 1,
      });
      return [top?.weekday, top?.hour, top?.count];
    },
    answer: ({ tickets }) => {
      const times = counted(tickets.map(({ opened }) => berlinWeekday(opened) * 100 + berlinHour(opened)));
      const [[time, count] = [0, 0]] = times.toSorted(([a, one], [b, other]) => other - one || a - b);
      return [Math.floor(time / 100), time % 100, count];
    },
  },
];

function hoursOf({ opened, closed }: Ticket): number[] {
  return closed === null ? [] : [(Date.parse(closed) - Date.parse(opened)) / 3_600_000];
}

/** Returns the largest number of consecutive days. */
function longestRun(days: readonly string[]): number {
  let [longest, run] = [0, 0];
  days.forEach((day, i) => {
    const before = Date.parse(days[i - 1] ?? '');
    run = Date.parse(day) - before === 86_400_000 ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}

function dearest(
  products: readonly { readonly price: string; readonly title: string }[],
): string | undefined {
  return products.toSorted((one, other) => cutCents(other.price) - cutCents(one.price))[0]?.title;
}

function growth(sums: readonly number[]): number[] {
  return sums.slice(1).map((sum, i) => Math.round((sum / (sums[i] ?? 0) - 1) * 1_000) / 10);
}

/** Returns the revenue of three months. */
function dollars(orders: readonly Order[], from: number): number {
  const quarter = orders.filter(({ currency, placed }) => {
    const month = Number(placed.slice(5, 7)) - 1;
    return currency === 'USD' && month >= from && month < from + 3;
  });
  return quarter.reduce((sum, { total }) => sum + Math.round(total * 100), 0) / 100;
}
