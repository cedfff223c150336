import { query, setQuery } from '../../../router/location.ts';

/** Returns the layers that have no handles, as the address has them. A lock is no part of the design. */
export function lockedLayers(): readonly string[] {
  const text = query.value.get('locked');
  if (text === null) return [];
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    // Someone edited the address by hand.
    return [];
  }
}

/** Locks a layer, or unlocks it. */
export function toggleLock(name: string): void {
  const locked = lockedLayers();
  const next = locked.includes(name) ? locked.filter((one) => one !== name) : [...locked, name];
  setQuery({ locked: next.length === 0 ? null : JSON.stringify(next) });
}
