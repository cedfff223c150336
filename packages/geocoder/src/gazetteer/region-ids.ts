/** A country with one of its regions (`US` and `TX`) as a small number. */
export type RegionId = number;

/** Assigns ids to the regions of all countries. */
export class Regions {
  readonly #ids = new Map<string, RegionId>();
  readonly #rows: { readonly country: string; readonly code: string }[] = [];

  /** Returns the id of the region. Assigns one if it has none. */
  intern(country: string, code: string): RegionId {
    const key = `${country}/${code}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#rows.push({ country, code });
    this.#ids.set(key, this.#rows.length - 1);
    return this.#rows.length - 1;
  }

  country(region: RegionId): string {
    return this.#rows[region]?.country ?? '';
  }

  code(region: RegionId): string {
    return this.#rows[region]?.code ?? '';
  }

  /** Returns the countries of all regions. */
  countries(): Set<string> {
    return new Set(this.#rows.map(({ country }) => country));
  }
}
