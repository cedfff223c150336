/** Returns the hash of a text by its bytes in UTF-8, a 32-bit integer: that of the kernel `hashText`. */
export function textHash(bytes: Iterable<number>): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) | 0;
}
