import { foldName, nameKey } from '../gazetteer/place-names.ts';
import type { PlaceId, Places } from '../gazetteer/places.ts';
import { aliases } from './aliases.ts';

/**
 * Returns the places that a folded name may mean: by name, by alias, or else with `City` added or removed at the end.
 */
export function placesCalled(places: Places, folded: string): PlaceId[] {
  const found = new Set(places.named(folded));
  for (const { country, name } of aliases.get(nameKey(folded)) ?? []) {
    const meant = largest(
      places,
      places.named(foldName(name)).filter((place) => places.country(place) === country),
    );
    if (meant !== null) found.add(meant);
  }
  if (found.size === 0) {
    const other = folded.endsWith(' city') ? folded.slice(0, -' city'.length) : `${folded} city`;
    return places.named(other);
  }
  return [...found];
}

function largest(places: Places, ids: readonly PlaceId[]): PlaceId | null {
  let best: PlaceId | null = null;
  for (const id of ids) {
    if (best === null || places.population(id) > places.population(best)) best = id;
  }
  return best;
}
