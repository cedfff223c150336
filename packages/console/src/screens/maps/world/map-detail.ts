import bordersUrl from 'map-data/countries-50m.json';
import { feature } from 'topojson-client';
import { type Countries, drawing, fetchJson } from './map-data.ts';
import { type Size, toWorld, type Viewport } from './viewport.ts';

/** A country with its finer border, in the coordinates of the world. */
export interface Country {
  readonly id: number;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
  /** Returns its path. It is drawn when it is first seen, because all of them take long. */
  readonly draw: () => string;
}

let countries: Promise<readonly Country[]> | null = null;

/** Loads the finer borders once. They come from the same server as the console. */
export function loadDetail(): Promise<readonly Country[]> {
  countries ??= read().catch((error: unknown) => {
    countries = null;
    throw error;
  });
  return countries;
}

/** Returns the countries that are in the viewport, at least in part. */
export function countriesIn(
  all: readonly Country[],
  { x, y, scale }: Viewport,
  { width, height }: Size,
): readonly Country[] {
  const [dx, dy] = [width / 2 / scale, height / 2 / scale];
  return all.filter(
    ({ west, east, north, south }) => west < x + dx && east > x - dx && north < y + dy && south > y - dy,
  );
}

async function read(): Promise<readonly Country[]> {
  const world = await fetchJson<Countries>(bordersUrl);
  const { features } = feature(world, world.objects.countries) as GeoJSON.FeatureCollection;
  return features.map(toCountry);
}

function toCountry(country: GeoJSON.Feature, id: number): Country {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lng = 0, lat = 0] of positionsOf(country.geometry)) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const [northWest, southEast] = [toWorld({ lat: north, lng: west }), toWorld({ lat: south, lng: east })];
  let path: string | null = null;
  return {
    id,
    west: northWest.x,
    north: northWest.y,
    east: southEast.x,
    south: southEast.y,
    draw() {
      path ??= drawing(country) ?? '';
      return path;
    },
  };
}

function positionsOf(geometry: GeoJSON.Geometry): readonly GeoJSON.Position[] {
  if (geometry.type === 'Polygon') return geometry.coordinates.flat();
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : [];
}
