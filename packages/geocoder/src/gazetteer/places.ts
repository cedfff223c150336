import { distanceMiles } from '@vitrine/core/server';
import { NameIndex } from './name-index.ts';
import { alternativeNames, foldName, nameKey } from './place-names.ts';
import { Regions } from './region-ids.ts';

/** More than the two packages hold: 135,233 cities and some 10,000 post towns. Unused memory pages cost nothing. */
const MAX_PLACES = 200_000;
const MAX_NAME_BYTES = 4 * 2 ** 20;
const PER_DEGREE = 1e5;

/** The row number of a place in `Places`. */
export type PlaceId = number;

export interface NewPlace {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Code of the region in the data; in the United States the two letters of the state. */
  readonly region: string;
  /** 0: unknown. */
  readonly population: number;
  readonly lat: number;
  readonly lng: number;
  /** Whether it is a part of a larger place. */
  readonly district: boolean;
}

/**
 * A table of places: columns of numbers and one buffer of names, which take far less memory than objects. A name is
 * found by its hash and then compared, because two names may have the same hash.
 */
export class Places {
  readonly regions = new Regions();
  #count = 0;
  readonly #lat = new Int32Array(MAX_PLACES);
  readonly #lng = new Int32Array(MAX_PLACES);
  readonly #population = new Uint32Array(MAX_PLACES);
  readonly #region = new Uint16Array(MAX_PLACES);
  readonly #district = new Uint8Array(MAX_PLACES);
  readonly #nameStart = new Uint32Array(MAX_PLACES + 1);
  readonly #names = Buffer.alloc(MAX_NAME_BYTES);

  /** By the cities that have the name of their region, which are few. */
  readonly #around = new Map<PlaceId, number>();
  /** Each of the names that a place's spelling in the data contains. */
  readonly #index = new NameIndex(MAX_PLACES);

  get count(): number {
    return this.#count;
  }

  /** @throws RangeError if the table is full. */
  add(place: NewPlace): PlaceId {
    const id = this.#count;
    const nameStart = this.#nameStart[id] ?? 0;
    if (id === MAX_PLACES || nameStart + 3 * place.name.length > MAX_NAME_BYTES) {
      throw new RangeError(`The offline geocoder has room for at most ${MAX_PLACES} places.`);
    }
    this.#count += 1;
    this.#lat[id] = Math.round(place.lat * PER_DEGREE);
    this.#lng[id] = Math.round(place.lng * PER_DEGREE);
    this.#population[id] = place.population;
    this.#region[id] = this.regions.intern(place.country, place.region);
    this.#district[id] = place.district ? 1 : 0;
    this.#nameStart[id + 1] = nameStart + this.#names.write(place.name, nameStart);
    this.#addName(id, keyOf(place.name));
    for (const name of alternativeNames(place.name)) this.#addName(id, keyOf(name));
    return id;
  }

  #addName(place: PlaceId, key: string): void {
    if (key !== '') this.#index.add(key, place);
  }

  /** Returns the places with the folded name, in no particular order. */
  named(folded: string): PlaceId[] {
    const key = nameKey(folded);
    return this.#index.find(key).filter((place) => this.#isCalled(place, key));
  }

  #isCalled(place: PlaceId, key: string): boolean {
    const name = this.name(place);
    return keyOf(name) === key || alternativeNames(name).some((other) => keyOf(other) === key);
  }

  name(place: PlaceId): string {
    return this.#names.toString('utf8', this.#nameStart[place], this.#nameStart[place + 1]);
  }

  country(place: PlaceId): string {
    return this.regions.country(this.region(place));
  }

  region(place: PlaceId): number {
    return this.#region[place] ?? 0;
  }

  /** Returns the share of the places of a city's region that are within so many miles of it, from 0 to 1. */
  shareAround(city: PlaceId, miles: number): number {
    const known = this.#around.get(city);
    if (known !== undefined) return known;
    const [here, region] = [this.coordinates(city), this.region(city)];
    let [all, near] = [0, 0];
    for (let place = 0; place < this.#count; place++) {
      if (this.#region[place] !== region) continue;
      all++;
      if (distanceMiles(here, this.coordinates(place)) <= miles) near++;
    }
    this.#around.set(city, near / all);
    return near / all;
  }

  population(place: PlaceId): number {
    return this.#population[place] ?? 0;
  }

  isDistrict(place: PlaceId): boolean {
    return this.#district[place] === 1;
  }

  coordinates(place: PlaceId): { readonly lat: number; readonly lng: number } {
    return { lat: (this.#lat[place] ?? 0) / PER_DEGREE, lng: (this.#lng[place] ?? 0) / PER_DEGREE };
  }
}

function keyOf(name: string): string {
  return nameKey(foldName(name));
}
