import type { CityNames } from '../names/city-names.ts';
import { isIn, type Reading } from '../readings/reading.ts';
import { cityNames } from '../words/spans.ts';
import { type Candidate, candidate, WHOLE } from './candidates.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz ';
const MAX_NAMES = 4;
/** Bounds the look-ups: each letter of a name adds 56. */
const MAX_LETTERS = 30;
const TYPO = 1;

/**
 * Returns the places whose name differs by one edit: a letter added, missing or wrong, or two neighbours swapped.
 * Checks only whole segments of at least five letters, and places with at least 5,000 people. Without a country the
 * limits are six letters and 500,000 people, because nearly every short word is one letter away from the name of a
 * town. The name of a town of the country is not misspelt.
 */
export function findMisspelt(reading: Reading, names: CityNames): Candidate[] {
  const { places } = names;
  const hasCountry = reading.country !== null;
  const spans = cityNames(reading.rest).filter(
    ({ name, isWhole }) =>
      isWhole && name.length >= (hasCountry ? 5 : 6) && name.length <= MAX_LETTERS && /^[a-z ]+$/.test(name),
  );
  return (
    spans
      // Hamburg, Bayern: a town of the country has that name, in another region. Basel, Deutschland: a city has it elsewhere.
      .filter(({ name }) => !names.isTown(name, reading.country) && !names.isLargeCity(name))
      .slice(0, MAX_NAMES)
      .flatMap((span) =>
        [...edits(span.name)].flatMap((name) =>
          places
            .named(name)
            .filter((place) => isIn(place, reading, places))
            .filter((place) => places.population(place) >= (hasCountry ? 5_000 : 500_000))
            .map((place) => ({
              ...candidate(place, reading, { ...span, name }, WHOLE - TYPO - 0.5 * span.distance, places),
              isMisspelt: true,
            })),
        ),
      )
  );
}

function edits(name: string): Set<string> {
  const found = new Set<string>();
  for (let index = 0; index <= name.length; index++) {
    const head = name.slice(0, index);
    const tail = name.slice(index);
    const rest = tail.slice(1);
    found.add(head + rest);
    found.add(head + rest.slice(0, 1) + tail.slice(0, 1) + rest.slice(1));
    for (const letter of LETTERS) {
      found.add(head + letter + tail);
      found.add(head + letter + rest);
    }
  }
  found.delete(name);
  return found;
}
