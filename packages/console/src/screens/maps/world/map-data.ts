import { geoMercator, geoPath } from 'd3-geo';
import citiesUrl from 'map-data/cities.json';
import countriesUrl from 'map-data/countries-110m.json';
import { feature, mesh } from 'topojson-client';
import { WORLD } from './viewport.ts';

export interface City {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  /** Thousands of people. */
  readonly size: number;
}

/** What the map shows under the locations, as paths in the coordinates of the world. */
export interface Atlas {
  readonly land: string;
  readonly borders: string;
  /** The largest first. */
  readonly cities: readonly City[];
}

/** The topology of a file of borders. */
export type Countries = Parameters<typeof mesh>[0] & {
  readonly objects: { readonly countries: Parameters<typeof feature>[1] & Parameters<typeof mesh>[1] };
};
type CityRow = readonly [name: string, lat: number, lng: number, size: number];

/** Draws what d3-geo projects into a world of `WORLD` units. */
export const drawing = geoPath(
  geoMercator()
    .scale(WORLD / (2 * Math.PI))
    .translate([WORLD / 2, WORLD / 2]),
);

let atlas: Promise<Atlas> | null = null;

/** Loads the atlas once. It comes from the same server as the console. */
export function loadAtlas(): Promise<Atlas> {
  atlas ??= read().catch((error: unknown) => {
    atlas = null;
    throw error;
  });
  return atlas;
}

async function read(): Promise<Atlas> {
  const [world, rows] = await Promise.all([
    fetchJson<Countries>(countriesUrl),
    fetchJson<CityRow[]>(citiesUrl),
  ]);
  const { countries } = world.objects;
  return {
    land: drawing(feature(world, countries)) ?? '',
    borders: drawing(mesh(world, countries, (a, b) => a !== b)) ?? '',
    cities: rows.map(([name, lat, lng, size]) => ({ name, lat, lng, size })),
  };
}

/** Loads a data file of the console. */
export async function fetchJson<Value>(url: string): Promise<Value> {
  const response = await fetch(new URL(url, import.meta.url));
  if (!response.ok) throw new Error(`The map could not be loaded: ${response.status}.`);
  return response.json();
}
