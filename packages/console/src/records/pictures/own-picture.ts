import { SERVER_URL } from '../../router/location.ts';
import type { PropertyType } from '../value-types.ts';

const PICTURE_NAME = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** The path of a production URL. */
const PRODUCTION_PATH = /\/i\/([\w-]{12}(?:\.\w+)?)$/;

/**
 * Returns the address at which this server has the picture of a value, or null if it is none: the page may load no others. A
 * picture that was stored under an earlier address of the server, as before it got its public one, is looked for here.
 */
export function ownPicture(value: string, type: PropertyType): string | null {
  if (type !== 'url_image' && !(type === 'url_link' && PICTURE_NAME.test(value))) return null;
  if (value.startsWith(SERVER_URL) || value.startsWith(`${globalThis.location.origin}/`)) return value;
  const name = PRODUCTION_PATH.exec(value)?.[1];
  return name === undefined ? null : `${SERVER_URL}i/${name}`;
}
