import {
  average,
  berlinMonth,
  berlinWeekday,
  counted,
  cutCents,
  fold,
  kilometres,
  median,
  rounded,
  sumBy,
  textLength,
} from './answers.ts';
import type { CountingTools } from './counting-tools.ts';
import type { ShopData } from './shop-data.ts';

/** A question, how a careful model answers it with the tools, and the answer from the data alone. */
export interface Question {
  readonly question: string;
  ask(tools: CountingTools): Promise<unknown>;
  answer(data: ShopData): unknown;
}

const SHIPPED = { field: 'Status', op: 'contains', value: 'shipped' };
const REFUNDS = { q: 'refund', filters: [{ field: 'closed', op: 'empty' }] };
const SEATTLE = { latitude: 47.6062, longitude: -122.3321 };

/** The kinds of questions of a reviewer who tried the tools: joins, spellings, zones, unset values, long lists. */
export const twentyQuestions: readonly Question[] = [
  {
    question: 'How many orders have been shipped, in any spelling?',
    ask: (tools) => tools.count('orders 2015', [SHIPPED]),
    answer: ({ orders }) => orders.filter(({ Status }) => fold(Status).includes('shipped')).length,
  },
  {
    question: 'What is the revenue in euros of each month in Berlin?',
    async ask(tools) {
      const groups = await tools.groups('orders 2015', {
        measures: [{ op: 'sum', field: 'total' }],
        groupBy: [{ field: 'placed', bucket: 'month', timeZone: 'Europe/Berlin' }],
        filters: [{ field: 'currency', op: 'eq', value: 'EUR' }],
        sortBy: 'placed',
      });
      return groups.map(({ placed, sum_total }) => [String(placed).slice(0, 7), rounded(sum_total)]);
    },
    answer: ({ orders }) =>
      sumBy(
        orders.filter(({ currency }) => currency === 'EUR'),
        ({ placed }) => berlinMonth(placed),
        ({ total }) => total,
      ).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  },
  {
    question: 'Who are the five customers with the highest revenue in euros, by name?',
    async ask(tools) {
      const top = await tools.groups('orders 2015', {
        measures: [{ op: 'sum', field: 'total' }],
        groupBy: [{ field: 'customer' }],
        filters: [{ field: 'currency', op: 'eq', value: 'EUR' }],
        sortBy: 'sum_total',
        limit: 5,
      });
      const emails = top.map(({ customer }) => customer);
      const people = await tools.first('Customers', 5, {
        filters: [{ field: 'email', op: 'in', value: emails }],
        fields: ['full_name'],
      });
      return emails.map((email) => people.find(({ id }) => id === email)?.full_name);
    },
    answer: ({ orders, customers }) =>
      sumBy(
        orders.filter(({ currency }) => currency === 'EUR'),
        ({ customer }) => customer,
        ({ total }) => total,
      )
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, 5)
        .map(([email]) => customers.find((each) => each.email === email)?.full_name),
  },
  {
    question: 'What is the revenue in pounds by the country of the customer?',
    async ask(tools) {
      const revenue = await tools.groups('orders 2015', {
        measures: [{ op: 'sum', field: 'total', as: 'sum' }],
        groupBy: [{ field: 'customer' }],
        filters: [{ field: 'currency', op: 'eq', value: 'GBP' }],
        limit: 1_000,
      });
      const people = await tools.groups('Customers', {
        measures: [{ op: 'count', as: 'n' }],
        groupBy: [{ field: 'country' }, { field: 'email' }],
        limit: 1_000,
      });
      const countryOf = new Map(people.map(({ email, country }) => [email, String(country)]));
      return sumBy(
        revenue,
        ({ customer }) => countryOf.get(customer) ?? '',
        ({ sum }) => Number(sum),
      ).toSorted();
    },
    answer: ({ orders, customers }) => {
      const countryOf = new Map(customers.map(({ email, country }) => [email, country]));
      return sumBy(
        orders.filter(({ currency }) => currency === 'GBP'),
        ({ customer }) => countryOf.get(customer) ?? '',
        ({ total }) => total,
      ).toSorted();
    },
  },
  {
    question: 'Which orders are far larger than all others?',
    async ask(tools) {
      const filters = [{ field: 'total', op: 'gt', value: '10000' }];
      return (await tools.first('orders 2015', 25, { filters, fields: ['total'], sortBy: 'total' })).map(
        ({ id }) => id,
      );
    },
    answer: ({ orders }) =>
      orders
        .filter(({ total }) => total > 10_000)
        .toSorted((one, other) => one.total - other.total)
        .map(({ order_no }) => order_no),
  },
  {
    question: 'What is the median order?',
    async ask(tools) {
      const [all] = await tools.groups('orders 2015', { measures: [{ op: 'median', field: 'total' }] });
      return all?.median_total;
    },
    answer: ({ orders }) => median(orders.map(({ total }) => total)),
  },
  {
    question: 'How many orders came on 29 March 2015 in Berlin, when the clocks changed?',
    ask: (tools) =>
      tools.count('orders 2015', [
        { field: 'placed', op: 'on', value: '2015-03-29', timeZone: 'Europe/Berlin' },
      ]),
    answer: ({ orders }) =>
      orders.filter(({ placed }) => placed >= '2015-03-28T23:00' && placed < '2015-03-29T22:00').length,
  },
  {
    question: 'On which weekday in Berlin do most orders come?',
    async ask(tools) {
      const [top] = await tools.groups('orders 2015', {
        measures: [{ op: 'count' }],
        groupBy: [{ field: 'placed', bucket: 'weekday', timeZone: 'Europe/Berlin' }],
        limit: 1,
      });
      return [top?.placed, top?.count];
    },
    answer: ({ orders }) => {
      const days = counted(orders.map(({ placed }) => berlinWeekday(placed)));
      return days.toSorted(([, one], [, other]) => other - one)[0];
    },
  },
  {
    question: 'Which priorities do tickets have, whatever their spelling, and how many of each?',
    async ask(tools) {
      const groups = await tools.groups('Support tickets', {
        measures: [{ op: 'count' }],
        groupBy: [{ field: 'priority', caseInsensitive: true }],
      });
      return groups.map(({ priority, count }) => [priority, count]).toSorted();
    },
    answer: ({ tickets }) =>
      counted(tickets.map(({ priority }) => (priority === null ? null : fold(priority)))).toSorted(),
  },
  {
    question: 'How many hours does it take on average to close a ticket, by agent?',
    async ask(tools) {
      const dateDiff = { from: 'opened', to: 'closed', unit: 'hour' };
      const groups = await tools.groups('Support tickets', {
        measures: [{ op: 'avg', field: { dateDiff }, as: 'hours' }],
        groupBy: [{ field: 'agent' }],
        sortBy: 'agent',
      });
      return groups.map(({ agent, hours }) => [agent, rounded(hours)]);
    },
    answer: ({ tickets }) =>
      ['Kim', 'Lee', 'Mona', 'Olaf'].map((agent) => {
        const closed = tickets.filter((ticket) => ticket.agent === agent && ticket.closed !== null);
        const hours = closed.map(
          ({ opened, closed: end }) => (Date.parse(end ?? '') - Date.parse(opened)) / 3_600_000,
        );
        return [agent, rounded(average(hours))];
      }),
  },
  {
    question: 'How many tickets about refunds are still open?',
    ask: (tools) => tools.count('Support tickets', REFUNDS.filters, { q: REFUNDS.q }),
    answer: ({ tickets }) =>
      tickets.filter(
        ({ subject, body, closed }) => closed === null && fold(`${subject}\n${body}`).includes('refund'),
      ).length,
  },
  {
    question: 'Which of them are the ten oldest?',
    async ask(tools) {
      const request = { ...REFUNDS, fields: ['opened'], sortBy: 'opened' };
      return (await tools.first('Support tickets', 10, request)).map(({ id }) => id);
    },
    answer: ({ tickets }) =>
      tickets
        .filter(({ subject, closed }) => closed === null && fold(subject).includes('refund'))
        .toSorted((one, other) => (one.opened < other.opened ? -1 : 1))
        .slice(0, 10)
        .map(({ ticket }) => ticket),
  },
  {
    question: 'Which are the five longest tickets?',
    async ask(tools) {
      const groups = await tools.groups('Support tickets', {
        measures: [{ op: 'max', field: { length: 'body' }, as: 'characters' }],
        groupBy: [{ field: 'ticket' }],
        sortBy: 'characters',
        limit: 5,
      });
      return groups.map(({ ticket, characters }) => [ticket, characters]);
    },
    answer: ({ tickets }) =>
      tickets
        .map(({ ticket, body }) => [ticket, textLength(body)] as const)
        .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
        .slice(0, 5),
  },
  {
    question: 'Which tickets of Mona are open? All of them, please.',
    async ask(tools) {
      const filters = [
        { field: 'agent', op: 'eq', value: 'Mona' },
        { field: 'closed', op: 'empty' },
      ];
      const found = await tools.all('Support tickets', { filters, fields: ['ticket'] });
      return found.map(({ id }) => id).toSorted();
    },
    answer: ({ tickets }) =>
      tickets
        .filter(({ agent, closed }) => agent === 'Mona' && closed === null)
        .map(({ ticket }) => ticket)
        .toSorted(),
  },
  {
    question: 'Which products are out of stock and have no price in cents?',
    async ask(tools) {
      const filters = [
        { field: 'stock', op: 'eq', value: '0' },
        { field: 'price_cents', op: 'empty' },
      ];
      const found = await tools.first('Products', 50, { filters, fields: ['sku'], sortBy: 'sku' });
      return found.map(({ id }) => id);
    },
    answer: ({ products }) =>
      products.filter(({ stock, price_cents }) => stock === 0 && price_cents === null).map(({ sku }) => sku),
  },
  {
    question: 'What does a product cost on average, by the printed prices?',
    async ask(tools) {
      const prices = await tools.groups('Products', {
        measures: [{ op: 'count' }],
        groupBy: [{ field: 'price' }],
      });
      const cents = prices.flatMap(({ price, count }) =>
        Array.from({ length: Number(count) }, () => cutCents(String(price))),
      );
      return rounded(average(cents));
    },
    answer: ({ products }) => rounded(average(products.map(({ price }) => cutCents(price)))),
  },
  {
    question: 'Which three airports are nearest to the centre of Seattle?',
    async ask(tools) {
      const near = (field: string, centre: number) => [
        { field, op: 'gt', value: String(centre - 0.25) },
        { field, op: 'lt', value: String(centre + 0.25) },
      ];
      const filters = [...near('latitude', SEATTLE.latitude), ...near('longitude', SEATTLE.longitude)];
      const found = await tools.first('airports', 50, {
        filters,
        fields: ['latitude', 'longitude'],
        compact: true,
      });
      return nearest(found as never);
    },
    answer: ({ airports }) => nearest(airports.map(({ iata, ...rest }) => ({ id: iata, ...rest }))),
  },
  {
    question: 'How many states have airports, and which five have most?',
    async ask(tools) {
      const states = await tools.groups('airports', {
        measures: [{ op: 'count' }],
        groupBy: [{ field: 'state' }],
      });
      return [states.length, states.slice(0, 5).map(({ state, count }) => [state, count])];
    },
    answer: ({ airports }) => {
      const states = counted(airports.map(({ state }) => state));
      return [states.length, states.toSorted(byCountThenName).slice(0, 5)];
    },
  },
  {
    question: 'How many days of each year were hotter than 30 degrees?',
    async ask(tools) {
      const groups = await tools.groups('seattle weather', {
        measures: [{ op: 'count' }],
        groupBy: [{ field: 'date', bucket: 'year' }],
        filters: [{ field: 'temp_max', op: 'gt', value: '30' }],
        sortBy: 'date',
      });
      return groups.map(({ date, count }) => [String(date).slice(0, 4), count]);
    },
    answer: ({ days }) =>
      counted(days.filter(({ temp_max }) => temp_max > 30).map(({ date }) => date.slice(0, 4))).toSorted(),
  },
  {
    question: 'How many orders came on the days of 2015 with more than 30 mm of rain in Seattle?',
    async ask(tools) {
      const filters = [
        { field: 'precipitation', op: 'gt', value: '30' },
        { field: 'date', op: 'after', value: '2014-12-31' },
      ];
      const rainy = await tools.first('seattle weather', 50, { filters, fields: ['date'], compact: true });
      const days = rainy.map(({ date }) => String(date).slice(0, 10));
      return tools.count('orders 2015', [{ field: 'placed', op: 'in', value: days }]);
    },
    answer: ({ orders, days }) => {
      const rainy = new Set(
        days.filter(({ precipitation, date }) => precipitation > 30 && date > '2014').map(({ date }) => date),
      );
      return orders.filter(({ placed }) => rainy.has(placed.slice(0, 10))).length;
    },
  },
];

function byCountThenName([a, one]: [unknown, number], [b, other]: [unknown, number]): number {
  return other - one || (String(a) < String(b) ? -1 : 1);
}

interface Place {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

function nearest(places: readonly Place[]): string[] {
  return places
    .toSorted((one, other) => kilometres(SEATTLE, one) - kilometres(SEATTLE, other))
    .slice(0, 3)
    .map(({ id }) => id);
}
