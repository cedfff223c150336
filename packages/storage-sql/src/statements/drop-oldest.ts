/** Removes the entry that was added first. */
export function dropOldest<Key>(map: Map<Key, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
