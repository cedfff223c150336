import type { LiveDesign, TimerDesign } from '@vitrine/client';
import type { SavedDesign } from '../../requests/saved-designs.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';

const texts = schemaTexts.uses;

/** Returns the places of a saved design that read a property of a store by its name. */
export function placesOfProperty(storeId: string, name: string, saved: SavedDesign): readonly string[] {
  return saved.kind === 'timer'
    ? placesInTimer(storeId, name, saved.design)
    : placesInLive(storeId, name, saved.design);
}

function placesInTimer(storeId: string, name: string, { target }: TimerDesign): readonly string[] {
  return endsWith(storeId, name, target) ? [texts.end] : [];
}

/** Returns whether the end of a countdown is in a property, or its record is found by it. */
function endsWith(storeId: string, name: string, target: TimerDesign['target']): boolean {
  if (target.kind !== 'record' || target.storeId !== storeId) return false;
  return target.property === name || Object.hasOwn(target.key ?? {}, name);
}

function placesInLive(storeId: string, name: string, design: LiveDesign): readonly string[] {
  const sources = Object.entries(design.sources).filter(
    ([, source]) => 'storeId' in source && source.storeId === storeId,
  );
  const finding = sources.filter(
    ([, source]) =>
      (source.kind === 'record' && Object.hasOwn(source.key, name)) ||
      (source.kind === 'query' &&
        (source.sortBy === name || source.filters.some(({ field }) => field === name))),
  );
  const isRead = (part: unknown) =>
    textsIn(part).some((text) => sources.some(([source]) => isReadIn(text, source, name)));
  const named = (parts: object) =>
    Object.entries(parts).flatMap(([part, members]) => (isRead(members) ? [part] : []));
  const timers = Object.entries(design.layers).filter(
    ([, layer]) => layer.type === 'timer' && endsWith(storeId, name, layer.design.target),
  );
  const places = [
    ...[...finding, ...timers].map(([part]) => part),
    ...named(design.sources),
    ...named(design.layers),
    ...named(design.rules),
    ...(isRead([design.link, design.altText, design.fallback]) ? [texts.link] : []),
  ];
  return [...new Set(places)];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns whether a template or the field of a condition reads `source.name` or `source["name"]`. */
function isReadIn(text: string, source: string, name: string): boolean {
  const read = `${source}.${name}`;
  for (let at = text.indexOf(read); at >= 0; at = text.indexOf(read, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + read.length] ?? ' '}`;
    if (!/[\w.]/.test(around)) return true;
  }
  return [`${source}["${name}"]`, `${source}['${name}']`].some((quoted) => text.includes(quoted));
}
