import type { PlaceId } from './places.ts';

/** One row for each five-digit number, then one for each three characters of a Canadian area, read in base 36. */
const CODES = 100_000 + 36 ** 3;
const PER_DEGREE = 1e4;
const UNKNOWN = -(2 ** 31);

export interface Postcode {
  readonly lat: number;
  readonly lng: number;
  /** Town of the code; null if the data has none. */
  readonly place: PlaceId | null;
}

/** American ZIP codes (`20500`) and Canadian forward sortation areas (`K1M`) in columns; the code is the row number. */
export class Postcodes {
  readonly #lat = new Int32Array(CODES).fill(UNKNOWN);
  readonly #lng = new Int32Array(CODES);
  /** The place id plus 1; 0: none. */
  readonly #town = new Uint32Array(CODES);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(code: string, { lat, lng, place }: Postcode): void {
    const index = indexOf(code);
    this.#lat[index] = Math.round(lat * PER_DEGREE);
    this.#lng[index] = Math.round(lng * PER_DEGREE);
    this.#town[index] = place === null ? 0 : place + 1;
    this.#count += 1;
  }

  get(code: string): Postcode | null {
    const index = indexOf(code);
    const lat = this.#lat[index] ?? UNKNOWN;
    if (lat === UNKNOWN) return null;
    const town = this.#town[index] ?? 0;
    return {
      lat: lat / PER_DEGREE,
      lng: (this.#lng[index] ?? 0) / PER_DEGREE,
      place: town === 0 ? null : town - 1,
    };
  }
}

function indexOf(code: string): number {
  return code.length === 5 ? Number(code) : 100_000 + Number.parseInt(code, 36);
}
