import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns a PNG of one red pixel. */
export function picture(): Uint8Array {
  return Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
    'base64',
  );
}

/** Returns a real font of a few kilobytes from the dependencies of the media package. */
export function fontFile(format: 'woff' | 'woff2' = 'woff2'): Buffer {
  return readFileSync(fileURLToPath(FONT_FILES[format]));
}

const FONT_FILES = {
  woff: import.meta.resolve('@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff'),
  woff2: import.meta.resolve('@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2'),
};
