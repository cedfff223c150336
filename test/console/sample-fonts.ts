import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ConsoleServer } from './console-server.ts';

const media = createRequire(new URL('../../packages/media/package.json', import.meta.url));

/** Returns the file of a font that is not built in. */
export function fontBytes(name: string): Uint8Array<ArrayBuffer> {
  const [family = ''] = name.split(/-(?:latin|cyrillic)/);
  return new Uint8Array(readFileSync(media.resolve(`@fontsource/${family}/files/${name}.woff2`)));
}

/** Uploads two fonts. Returns their ids. */
export async function addFonts({ vitrine, principal }: ConsoleServer): Promise<readonly number[]> {
  const ids = [];
  for (const name of ['playfair-display-latin-400-italic', 'playfair-display-latin-900-normal']) {
    const file = { name: `${name}.woff2`, bytes: fontBytes(name) };
    ids.push((await vitrine.fonts.upload(principal, { file })).id);
  }
  return ids;
}
