/** Samples of identity, keys, maps and locations, by the ids of contracts. */

const CREATED = '2026-01-02T03:04:05.678Z';
const KEY_ID = '0198f2d4-6c1e-7b3a-9f10-5d2c8e4a7b61';
const STORE_ID = 'p7Qm2XaT9LkB4cVn';

const map = {
  id: 3,
  name: 'Branches',
  searchRadius: 50,
  maxResults: 10,
  unit: 'mi',
  fields: [{ name: 'phone', type: 'string' }],
  locationCounts: { total: 1, located: 1, queued: 0, failed: 0 },
  date_created: CREATED,
  date_updated: CREATED,
};

const location = {
  id: '0198f2d4-7a2b-7c4d-8e6f-1a2b3c4d5e6f',
  mapId: 3,
  uniqueId: 'berlin-1',
  name: 'Berlin Mitte',
  address: '10115 Berlin, Germany',
  lat: 52.532,
  lng: 13.3849,
  geocodeStatus: 'located',
  geocodePrecision: 'postcode',
  geocodeError: null,
  geocodeConfidence: 0.9,
  geocodeMatched: ['10115', 'Berlin', 'Germany'],
  fields: { phone: '+49 30 1234567' },
  date_created: CREATED,
  date_updated: CREATED,
};

const key = { keyId: KEY_ID, name: 'Web shop', scope: 'store', storeId: STORE_ID, date_created: CREATED };

export const placeExamples = {
  WhoAmIResponse: {
    accountId: 'Zk4TqP0sLr',
    accountName: 'Acme',
    keyId: KEY_ID,
    keyName: 'Web shop',
    scope: 'account',
  },
  CreateApiKeyRequest: {
    name: 'Web shop',
    storeId: STORE_ID,
    readOnly: true,
    expiresAt: '2027-01-01',
    addresses: ['192.0.2.0/24'],
  },
  CreatedApiKeyResponse: { ...key, key: 'store-3kT9vXq1Zb7LmNc5RpWs8Yd2HfGj4KtQ6aEuOi0BxVn' },
  CursorPageOfApiKeySummary: { items: [{ ...key, prefix: 'store-3kT9', lastUsed: null }], limit: 50 },

  MapResponse: map,
  CursorPageOfMapResponse: { items: [map], limit: 50 },
  CreateMapRequest: { name: 'Branches', fields: [{ name: 'phone', type: 'string' }] },
  UpdateMapRequest: { searchRadius: 25, maxResults: 20 },
  AddLocationRequest: {
    uniqueId: 'berlin-1',
    name: 'Berlin Mitte',
    address: '10115 Berlin, Germany',
    fields: { phone: '+49 30 1234567' },
  },
  UpdateLocationRequest: { address: 'Invalidenstr. 50, 10115 Berlin, Germany' },
  LocationResponse: location,
  CursorPageOfLocationResponse: {
    items: [{ ...location, distance: 1.24, distanceMiles: 1.24 }],
    limit: 10,
    unit: 'mi',
    radius: 50,
    maxResults: 10,
  },
} as const;
