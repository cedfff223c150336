import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Product } from '../../examples/live-image/data.ts';
import type { MailedContact } from '../../examples/live-image/shop.ts';

/** A contact that opens its mail, with the product that it shows. */
export interface Opening {
  readonly contact: MailedContact;
  readonly product: Product;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The parts of the picture that are compared: all but the timer. */
export const BOXES: Readonly<Record<'photo' | 'greeting' | 'title' | 'price' | 'button', Box>> = {
  photo: { left: 0, top: 0, width: 200, height: 200 },
  greeting: { left: 220, top: 14, width: 360, height: 28 },
  title: { left: 220, top: 42, width: 360, height: 64 },
  price: { left: 220, top: 110, width: 150, height: 32 },
  button: { left: 220, top: 150, width: 140, height: 36 },
};

/** Returns which rule of the design a product meets. */
export function kindOf({ stock, price }: Product): 'sold out' | 'cheap' | 'other' {
  if (stock === 0) return 'sold out';
  return price < 30 ? 'cheap' : 'other';
}

const BUTTONS = { 'sold out': 'See others', cheap: 'A bargain', other: 'View it' };

/**
 * Returns a page that shows what the picture of an opening should show. It has its texts from the data and its fonts from
 * their package, so that no code of Vitrine is compared with itself.
 */
export async function pageOf({ contact, product }: Opening): Promise<string> {
  const euros = new Intl.NumberFormat('de-AT', { style: 'currency', currency: 'EUR' });
  const kind = kindOf(product);
  const texts = {
    greeting: `Hi ${contact.first_name ?? 'friend'}, still thinking about it?`,
    title: product.name,
    price: kind === 'sold out' ? 'Sold out' : euros.format(product.price),
    button: BUTTONS[kind],
  };
  const photo = Buffer.from(await (await fetch(product.photo)).arrayBuffer()).toString('base64');
  const elements = Object.entries(texts).map(
    ([name, text]) =>
      `<div class="${name}" style="${placeOf(BOXES[name as keyof typeof texts])}">${text}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${FACES}${LOOK}</style>
    <img style="${placeOf(BOXES.photo)}" src="data:image/png;base64,${photo}">${elements.join('')}`;
}

function placeOf({ left, top, width, height }: Box): string {
  return `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
}

const require = createRequire(new URL('../../packages/media/src/index.ts', import.meta.url));

const FACES = [400, 700]
  .flatMap((weight) => ['latin', 'latin-ext'].map((letters) => ({ weight, letters })))
  .map(({ weight, letters }) => {
    const file = require.resolve(`@fontsource/inter/files/inter-${letters}-${weight}-normal.woff2`);
    const url = `data:font/woff2;base64,${readFileSync(file).toString('base64')}`;
    return `@font-face{font-family:${letters};font-weight:${weight};src:url(${url})}`;
  })
  .join('');

const LOOK = `
  body { margin: 0; background: #fff; font: 400 16px/1.2 latin, latin-ext; text-rendering: geometricPrecision; }
  body > * { position: absolute; font-variant-numeric: lining-nums; }
  .greeting { color: #5b6478; }
  .title { color: #12204a; font-size: 24px; font-weight: 700; }
  .price { color: #c2255c; font-size: 22px; font-weight: 700; }
  .button { background: #12204a; border-radius: 18px; color: #fff; }
  .button { display: flex; align-items: center; justify-content: center; }
`;
