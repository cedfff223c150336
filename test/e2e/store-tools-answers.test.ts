import type { Geocoder } from '@vitrine/core';
import type { StorePropertyRequest, StoreRecordRequest } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { type ToolAccount, type ToolWorld, withToolServers } from './tool-world.ts';

const TICKETS: StorePropertyRequest[] = [
  { name: 'title', type: 'string', required: true, description: null },
  { name: 'customer', type: 'string', description: 'email of Customers' },
  { name: 'status', type: 'string' },
  { name: 'hours', type: 'number' },
  { name: 'opened', type: 'datetime' },
  { name: 'closed', type: 'datetime' },
];

const RECORDS: StoreRecordRequest[] = [
  { title: 'Refund', customer: 'a@x.org', status: 'Open', hours: 2, opened: '2026-03-28T23:30:00Z' },
  { title: 'Lamp is dark', status: 'open', hours: 5, opened: '2026-03-29T12:00:00Z' },
  {
    title: 'A refund, please',
    status: 'done',
    hours: 2,
    opened: '2026-03-01',
    closed: '2026-03-02T12:00:00Z',
  },
  { title: 'Old', status: 'DONE', hours: 9, opened: '2026-02-01', closed: '2026-02-01T06:00:00Z' },
];

const PARIS = { lat: 48.8566, lng: 2.3522 };
const localGeocoder: Geocoder = {
  name: 'two places',
  callsPerSecond: null,
  geocode: async (address) =>
    address === 'Paris' ? { ...PARIS, precision: 'city', label: 'Paris', ambiguous: false } : null,
};

/** The tools have no part in how a storage finds records, which the searches of HTTP test on every storage. */
withToolServers((arrange) => {
  test(
    'returns the requested fields of records that match any filter or a text, in an order by several fields',
    verifies('tools.query.more'),
    async () => {
      const { vitrine, a, connect } = await arrange();
      const storeId = await createTickets(vitrine, a);
      const client = await connect('newest', a.key);
      const query = async (args: object) => {
        const { isError, text, structured } = await client.call('store_query', {
          storeId,
          mode: 'search',
          ...args,
        });
        return isError ? text : structured?.records;
      };
      const fields = ['title', 'hours'];
      const order = [{ field: 'hours', dir: 'desc' }, { field: 'title' }];
      const all = [
        { id: expect.any(String), title: 'Old', hours: 9 },
        { id: expect.any(String), title: 'Lamp is dark', hours: 5 },
        { id: expect.any(String), title: 'A refund, please', hours: 2 },
        { id: expect.any(String), title: 'Refund', hours: 2 },
      ];
      expect(await query({ fields, sortBy: order })).toEqual(all);
      expect(await query({ fields: JSON.stringify(fields), sortBy: JSON.stringify(order) })).toEqual(all);
      expect(await query({ fields, q: 'REFUND', sortBy: 'title' })).toEqual([all[2], all[3]]);
      const either = [
        { field: 'hours', op: 'gt', value: '8' },
        { field: 'closed', op: 'empty' },
      ];
      expect(await query({ fields, filters: either, match: 'any', sortBy: order })).toEqual([
        all[0],
        all[1],
        all[3],
      ]);
      const day = { field: 'opened', op: 'on', value: '2026-03-29', timeZone: 'Europe/Berlin' };
      expect(await query({ fields, filters: [day], sortBy: order })).toEqual([all[1], all[3]]);
      for (const [args, path] of [
        [{ fields: ['colour'] }, 'fields[0]: Unknown property.'],
        [{ fields: 'title' }, 'fields: Expected a list of names'],
        [{ match: 'some' }, 'match: Expected "all" or "any".'],
        [{ sortBy: [{ field: 'colour' }] }, 'sortBy[0].field: Unknown property.'],
        [{ sortBy: { field: 'title' } }, 'sortBy: Expected a property name, or a list'],
        [{ filters: [{ ...day, timeZone: 'Berlin' }] }, 'filters[0].timeZone: Expected the IANA name'],
      ] as const) {
        expect(await query(args)).toContain(path);
      }
    },
  );

  test(
    'computes ranks, elapsed time and conditions, also from text, and says the count of a group once',
    verifies('tools.summarize.more'),
    async () => {
      const { vitrine, a, connect } = await arrange();
      const storeId = await createTickets(vitrine, a);
      const client = await connect('newest', a.key);
      const groups = async (args: object) => {
        const { isError, text, structured } = await client.call('store_summarize', { storeId, ...args });
        return isError ? text : structured?.groups;
      };
      const dateDiff = { from: 'opened', to: 'closed', unit: 'hour' };
      const request = {
        measures: [{ op: 'count' }, { op: 'median', field: 'hours' }, { op: 'avg', field: { dateDiff } }],
        groupBy: [{ field: 'status', caseInsensitive: true }],
        having: [{ measure: 'count', op: 'gte', value: 2 }],
        sortBy: 'status',
      };
      const expected = [
        { key: { status: 'done' }, values: { median_hours: 2, avg_dateDiff: 21 }, count: 2 },
        { key: { status: 'open' }, values: { median_hours: 2, avg_dateDiff: null }, count: 2 },
      ];
      expect(await groups(request)).toEqual(expected);
      const asText = {
        measures: JSON.stringify([
          ...request.measures.slice(0, 2),
          { op: 'avg', field: JSON.stringify({ dateDiff }) },
        ]),
        groupBy: [{ field: 'status', caseInsensitive: 'true' }],
        having: JSON.stringify([{ measure: 'count', op: 'gte', value: '2' }]),
      };
      expect(await groups({ ...request, ...asText })).toEqual(expected);
      expect(await groups({ measures: [{ op: 'count' }] })).toEqual([{ key: {}, count: 4 }]);
      expect(await groups({ measures: [{ op: 'count', as: 'tickets' }] })).toEqual([
        { key: {}, values: { tickets: 4 } },
      ]);
      expect(await groups({ measures: [{ op: 'count', field: 'closed' }], q: 'refund' })).toEqual([
        { key: {}, values: { count_closed: 1 }, count: 2 },
      ]);
      const weekday = [{ field: 'opened', bucket: 'weekday', timeZone: 'Europe/Berlin' }];
      const filters = [
        { field: 'title', op: 'eq', value: 'Refund' },
        { field: 'title', op: 'eq', value: 'Lamp is dark' },
      ];
      const days = { measures: [{ op: 'count' }], groupBy: weekday, filters, match: 'any' };
      expect(await groups(days)).toEqual([{ key: { opened: 7 }, count: 2 }]);
      for (const [args, path] of [
        [{ having: [{ measure: 'total', op: 'gt', value: '1' }] }, 'having[0].measure: No measure.'],
        [{ having: 'count > 1' }, 'having: Expected a list of conditions'],
        [{ groupBy: [{ field: 'status', caseInsensitive: 'yes' }] }, 'groupBy[0].caseInsensitive'],
        [{ measures: [{ op: 'avg', field: '{"dateDiff": {}}' }] }, 'measures[0].field'],
        [{ measures: [{ op: 'p50', field: 'hours' }] }, 'measures[0].op: Expected one of'],
      ] as const) {
        expect(await groups({ measures: [{ op: 'count' }], ...args })).toContain(path);
      }
    },
  );

  test(
    'names several stores shortly and one store fully, with what its properties mean',
    verifies('tools.access.levels', 'tools.property-descriptions', 'tools.access'),
    async () => {
      const { vitrine, a, connect } = await arrange();
      const storeId = await createTickets(vitrine, a);
      const other = await vitrine.stores.create(a.principal, {
        name: 'Customers',
        properties: [{ name: 'email', type: 'string', required: true, unique: true }],
      });
      const client = await connect('newest', a.key);
      expect((await client.call('store_access')).structured).toEqual({
        scope: 'account',
        stores: [
          { storeId: other.id, name: 'Customers', recordCount: 0, properties: ['email: string, unique'] },
          {
            storeId,
            name: 'Tickets',
            description: 'Questions of customers',
            recordCount: 4,
            properties: [
              'title: string',
              'customer: string (email of Customers)',
              'status: string',
              'hours: number',
              'opened: datetime',
              'closed: datetime',
            ],
          },
        ],
      });
      const { structured } = await client.call('store_access', { storeId });
      expect(structured).toMatchObject({
        stores: [
          {
            properties: [
              { name: 'title', type: 'string', required: true },
              { name: 'customer', type: 'string', description: 'email of Customers' },
              ...[{ name: 'status' }, { name: 'hours' }, { name: 'opened' }, { name: 'closed' }],
            ],
          },
        ],
      });
      expect(Object.keys(structured?.operators ?? {}).toSorted()).toEqual(['datetime', 'number', 'string']);
      const own = await connect('newest', await a.storeKey(storeId));
      for (const { name, description } of await own.listTools()) {
        if (name !== 'store_list') expect(description).toContain('"customer" (string): "email of Customers"');
      }
    },
  );

  test(
    'finds the locations of a map that are nearest to a point or to a place, by fields',
    verifies('tools.maps'),
    async () => {
      const { vitrine, a, b, connect } = await arrange();
      const map = await vitrine.maps.create(a.principal, {
        name: 'Shops',
        unit: 'km',
        searchRadius: 1,
        maxResults: 2,
        fields: [{ name: 'open', type: 'boolean' }],
      });
      const places = [
        { name: 'Lyon', lat: 45.764, lng: 4.8357, fields: { open: true } },
        { name: 'Versailles', lat: 48.8049, lng: 2.1204, fields: { open: false } },
        { name: 'Sydney', lat: -33.8688, lng: 151.2093, uniqueId: 'S-1' },
      ];
      for (const place of places) await vitrine.locations.add(a.principal, String(map.id), place);
      const client = await connect('newest', a.key);
      expect((await client.call('map_list')).structured).toEqual({
        maps: [{ mapId: map.id, name: 'Shops', unit: 'km', locations: 3, fields: ['open: boolean'] }],
        truncated: false,
      });
      const search = async (args: object) => {
        const { isError, text, structured } = await client.call('map_search', { mapId: map.id, ...args });
        return isError ? text : structured;
      };
      const near = { unit: 'km', ...PARIS };
      const found = await search({ place: 'Paris', limit: 3 });
      expect(found).toMatchObject({
        ...near,
        locations: [
          {
            name: 'Versailles',
            lat: 48.8049,
            lng: 2.1204,
            distance: expect.any(Number),
            fields: { open: false },
          },
          { name: 'Lyon' },
        ],
      });
      expect(await search({ lat: String(PARIS.lat), lng: PARIS.lng, limit: '1' })).toMatchObject({
        locations: [{ name: 'Versailles' }],
        truncated: true,
      });
      expect(await search({ ...PARIS, fields: { open: true } })).toMatchObject({
        locations: [{ name: 'Lyon' }],
      });
      expect(await search({ ...PARIS, fields: '{"open": "true"}' })).toMatchObject({
        locations: [{ name: 'Lyon' }],
      });
      expect(await search({})).toMatchObject({
        locations: [{ name: 'Sydney', uniqueId: 'S-1' }, { name: 'Versailles' }, { name: 'Lyon' }],
      });
      for (const [args, path] of [
        [{ place: 'Atlantis' }, 'place: No place "Atlantis" is known here.'],
        [{ place: 'Paris', lat: 1, lng: 1 }, 'place: Give a place or coordinates, not both.'],
        [{ lat: 1 }, 'lng'],
        [{ lat: 'north', lng: 1 }, 'lat: Expected degrees.'],
        [{ ...PARIS, fields: { colour: 'red' } }, 'colour'],
        [{ ...PARIS, fields: 'open' }, 'fields: Expected an object'],
        [{ mapId: 'nope' }, 'mapId: No map "nope". Call map_list'],
      ] as const) {
        expect(await search(args), JSON.stringify(args)).toContain(path);
      }
      const stranger = await connect('newest', b.key);
      expect(await stranger.call('map_search', { mapId: map.id })).toMatchObject({ isError: true });
      expect((await stranger.call('map_list')).structured).toEqual({ maps: [], truncated: false });
      const { id } = await vitrine.stores.create(a.principal, { name: 'Other', properties: TICKETS });
      const tools = await (await connect('newest', await a.storeKey(id))).listTools();
      expect(tools.map(({ name }) => name).filter((name) => name.startsWith('map'))).toEqual([]);
    },
  );

  test('keeps the list of tools short', verifies('tools.short'), async () => {
    const { a, connect } = await arrange();
    const tools = await (await connect('newest', a.key)).listTools();
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(9_000);
  });
}, localGeocoder);

async function createTickets(vitrine: ToolWorld['vitrine'], { principal }: ToolAccount): Promise<string> {
  const { id } = await vitrine.stores.create(principal, {
    name: 'Tickets',
    description: 'Questions of customers',
    properties: TICKETS,
  });
  const { failed } = await vitrine.records.batchUpsert(principal, id, { records: RECORDS });
  expect(failed).toBe(0);
  return id;
}
