import type { OtherNames } from '../../gazetteer/other-names.ts';
import { foldName, nameKey } from '../../gazetteer/place-names.ts';
import type { PlaceId, Places } from '../../gazetteer/places.ts';
import { aliases } from './aliases.ts';

/** Finds the places that the names of one address may mean. */
export class CityNames {
  readonly places: Places;
  readonly #others: OtherNames | null;
  /** An address asks for its names again and again. */
  readonly #found = new Map<string, readonly PlaceId[]>();

  /** @param others names in other scripts and languages; null: not known. */
  constructor(places: Places, others: OtherNames | null) {
    this.places = places;
    this.#others = others;
  }

  /** Whether names in other scripts and languages are known. */
  get isComplete(): boolean {
    return this.#others !== null;
  }

  /**
   * Returns the places that a folded name may mean: by name, by alias, or else with `City` added or removed at the end.
   * In other scripts also by other names, or else without the word for a kind of city.
   */
  called(folded: string): readonly PlaceId[] {
    const known = this.#found.get(folded) ?? this.#find(folded);
    this.#found.set(folded, known);
    return known;
  }

  #find(folded: string): readonly PlaceId[] {
    const known = this.#known(folded);
    if (known.length > 0) return known;
    if (!isForeign(folded)) {
      const other = folded.endsWith(' city') ? folded.slice(0, -' city'.length) : `${folded} city`;
      return this.places.named(other);
    }
    const bare = folded.replace(KIND, '');
    return bare === '' || bare === folded ? [] : this.#known(bare);
  }

  /** Returns the places with the folded name itself. */
  #known(folded: string): readonly PlaceId[] {
    const found = new Set(this.places.named(folded));
    for (const { country, name } of aliases.get(nameKey(folded)) ?? []) {
      const meant = this.#largest(
        this.places.named(foldName(name)).filter((place) => this.places.country(place) === country),
      );
      if (meant !== null) found.add(meant);
    }
    const others = isForeign(folded) ? (this.#others?.named(folded) ?? []) : [];
    for (const place of others) found.add(place);
    return [...found];
  }

  /**
   * Returns the places that a folded name in Latin letters means in another language (Bozen), or without the words
   * that distinguish it (Freiburg im Breisgau). Such names are too many to be searched for in every country.
   */
  calledElsewhere(folded: string): readonly PlaceId[] {
    if (this.#others === null || isForeign(folded)) return [];
    const found = this.#others.named(folded);
    const bare = folded.replace(QUALIFIER, '');
    return found.length > 0 || bare === folded ? found : this.called(bare);
  }

  /** Returns whether a town of the country has the folded name, so that it is neither misspelt nor too long. */
  isTown(folded: string, country: string | null): boolean {
    const { places } = this;
    return this.called(folded).some(
      (place) => places.country(place) === country && places.population(place) >= TOWN,
    );
  }

  /** Returns whether a city that is known everywhere has the folded name. */
  isLargeCity(folded: string): boolean {
    return this.called(folded).some((place) => this.places.population(place) >= KNOWN_CITY);
  }

  #largest(ids: readonly PlaceId[]): PlaceId | null {
    let best: PlaceId | null = null;
    for (const id of ids) {
      if (best === null || this.places.population(id) > this.places.population(best)) best = id;
    }
    return best;
  }
}

/** Returns whether a folded name has letters of another script. */
export function isForeign(folded: string): boolean {
  return FOREIGN.test(folded);
}

const TOWN = 1_000;
/** A city of this size is meant rather than a smaller place or a region of the same name, and has postcodes far from its centre. */
export const KNOWN_CITY = 100_000;
const FOREIGN = /(?!\p{Script=Latin}|\p{Script=Common})\p{L}/u;
/** The kinds of cities, districts and regions that East Asian names end with. */
const KIND =
  /(?:特别市|特別市|自治区|特别行政区|특별자치시|특별시|광역시|특별자치도|[市区區县縣県郡町村省都府道州시군구도])$/u;
/** The kinds of regions, which are larger than the city of the same name: 吉林省, 경기도. */
const REGION_KIND = /[縣県省道도]$/u;

/** Returns whether an East Asian name is that of a region by its last letter. */
export function isOfRegion(folded: string): boolean {
  return isForeign(folded) && REGION_KIND.test(folded);
}

/** The words that distinguish towns with the same name: a river, a region, a mountain; written out or in letters. */
const QUALIFIER =
  / (?:an?|am|ad|i|im|in|b|bei|o|ob|od|v|vd|vor|vdh|upon|sur|sul|del|nad|pod) .+$|(?<=.{4}) am$/;
