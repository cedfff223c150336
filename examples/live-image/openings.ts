import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from './data.ts';
import type { MailedContact } from './shop.ts';

/** Milliseconds until a picture that came too late is opened again. */
const PAUSE = 200;

/** Opens a picture as a mail program does. One that came too late was a fallback, and is there soon. */
export async function openPicture(url: string, triesLeft = 20): Promise<Response> {
  const picture = await fetch(url);
  if (picture.headers.get('cache-control') !== 'no-store' || triesLeft === 0) return picture;
  await picture.arrayBuffer();
  await wait(PAUSE);
  return openPicture(url, triesLeft - 1);
}

/** Clicks on a picture. Returns where that leads to. */
export async function followClick(url: string): Promise<string | null> {
  const click = await fetch(url, { redirect: 'manual' });
  await click.arrayBuffer();
  return click.headers.get('location');
}

/** Returns where a click of a contact should lead, by the data. */
export function expectedLink(product: Product, { first_name }: Pick<MailedContact, 'first_name'>): string {
  if (product.stock === 0) return `https://shop.example/similar/${product.sku}`;
  if (product.price >= 30) return product.page;
  return `https://shop.example/bargains?for=${encodeURIComponent(first_name ?? 'friend')}`;
}
