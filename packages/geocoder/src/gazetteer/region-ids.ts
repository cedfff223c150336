/** A country with one of its regions (`US` and `TX`) as a small number. */
export type RegionId = number;

/** A region of a country by its code in the data. */
export interface Region {
  readonly country: string;
  readonly code: string;
}

/** Assigns ids to the regions of all countries, and knows their names. */
export class Regions {
  readonly #ids = new Map<string, RegionId>();
  readonly #rows: Region[] = [];
  readonly #named = new Map<string, RegionId | readonly RegionId[]>();

  /** Returns the id of the region. Assigns one if it has none. */
  intern(country: string, code: string): RegionId {
    const key = `${country}/${code}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#rows.push({ country, code });
    this.#ids.set(key, this.#rows.length - 1);
    return this.#rows.length - 1;
  }

  /** Adds folded names of a region. Ignores those of a region without places. */
  addNames(country: string, code: string, names: readonly string[]): void {
    const id = this.#ids.get(`${country}/${code}`);
    if (id === undefined) return;
    for (const name of names) {
      const others = this.#named.get(name);
      this.#named.set(name, others === undefined ? id : [others, id].flat());
    }
  }

  /** Returns the regions with the folded name. */
  named(folded: string): Region[] {
    const ids = this.#named.get(folded);
    return ids === undefined ? [] : [ids].flat().flatMap((id) => this.#rows[id] ?? []);
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
