import { SERVER_URL } from '../../router/location.ts';
import type { PropertyType } from '../value-types.ts';

const PICTURE_NAME = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** Whether a value is the URL of a picture of this server. The page may load no others. */
export function isOwnPicture(value: string, type: PropertyType): boolean {
  if (!value.startsWith(SERVER_URL) && !value.startsWith(`${globalThis.location.origin}/`)) return false;
  return type === 'url_image' || (type === 'url_link' && PICTURE_NAME.test(value));
}
