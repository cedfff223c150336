import type { PlaceId, Places } from '../../gazetteer/places.ts';
import type { Region } from '../../gazetteer/region-ids.ts';
import type { Word } from '../words/address-words.ts';

/** One way to read the end of an address: its country and region, and the words that remain for the city. */
export interface Reading {
  readonly country: string | null;
  readonly region: Region | null;
  readonly rest: readonly Word[];
  /** Folded name of the region or country; empty if there is none. */
  readonly hint: string;
  /** The folded words that name the region and the country. */
  readonly named: readonly string[];
  /** Whether the name of the region or country follows other words without a comma. */
  readonly isJoined: boolean;
  /** Certainty of such a reading. */
  readonly strength: number;
  /** The coarser reading of the same words, which counts only if this one finds no city. */
  readonly refines: Reading | null;
}

/** Certainty of a country or region by its name, or a region by its abbreviation. */
export const BY_NAME = 3;
/** Certainty of a country by its two letters, or by the form of its postcodes. */
export const BY_CODE = 2;

/** A reading without its words that names no country and no region. */
export const NOTHING_NAMED: Omit<Reading, 'rest'> = {
  country: null,
  region: null,
  hint: '',
  named: [],
  isJoined: false,
  strength: 0,
  refines: null,
};

/** Returns whether a place is in the country and the region of a reading. */
export function isIn(
  place: PlaceId,
  { country, region }: Pick<Reading, 'country' | 'region'>,
  places: Places,
): boolean {
  if (country !== null && places.country(place) !== country) return false;
  return region === null || places.regions.code(places.region(place)) === region.code;
}
