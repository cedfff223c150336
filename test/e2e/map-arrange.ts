import type {
  AddLocationRequest,
  CreateMapRequest,
  LocationResponse,
  MapResponse,
  Page,
} from '@vitrine/core/contracts';
import { expect } from 'vitest';
import type { Client } from './client.ts';

export async function createMap(
  client: Client,
  change: Partial<CreateMapRequest> = {},
): Promise<MapResponse> {
  const { status, body } = await client.post<MapResponse>('/admin/maps', { name: 'Shops', ...change });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

export function locationsPath(map: { id: number }): string {
  return `/v2/maps/${map.id}/locations`;
}

export function locationPath(map: { id: number }, location: { id: string }): string {
  return `${locationsPath(map)}/${location.id}`;
}

export async function addLocation(
  client: Client,
  map: { id: number },
  location: AddLocationRequest,
): Promise<LocationResponse> {
  const { status, body } = await client.post<LocationResponse>(locationsPath(map), location);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

export async function readLocation(
  client: Client,
  map: { id: number },
  location: { id: string },
): Promise<LocationResponse> {
  const { status, body } = await client.get<LocationResponse>(locationPath(map, location));
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Returns one page of a search, which must succeed. */
export async function search(
  client: Client,
  map: { id: number },
  query: Readonly<Record<string, string | number>> = {},
): Promise<Page<LocationResponse>> {
  const text = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
  const { status, body } = await client.get<Page<LocationResponse>>(`${locationsPath(map)}?${text}`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Returns every location that a search finds, page by page. */
export async function searchAll(
  client: Client,
  map: { id: number },
  query: Readonly<Record<string, string | number>> = {},
): Promise<LocationResponse[]> {
  const found: LocationResponse[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<LocationResponse> = await search(
      client,
      map,
      cursor === undefined ? query : { ...query, cursor },
    );
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}
