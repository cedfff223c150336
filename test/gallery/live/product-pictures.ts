import sharp from 'sharp';
import { photo } from '../photo.ts';

const SIDE = 480;

/** Products as a shop photographs them: in front of a soft ground, with a shadow. They have no copyright. */
const PRODUCTS = {
  tote: {
    ground: ['#f6e7d8', '#e6c9ae'],
    drawing: `<path d="M165 190 C165 90 315 90 315 190" fill="none" stroke="#8a5a36" stroke-width="14"/>
      <path d="M110 185 H370 L392 390 Q394 410 374 410 H106 Q86 410 88 390 Z" fill="url(#a)"/>
      <path d="M110 185 H370 L374 222 H106 Z" fill="#a86f45"/><rect x="205" y="270" width="70" height="70" rx="10" fill="#f6e7d8"/>`,
    colors: ['#c98a58', '#a4683d'],
  },
  lamp: {
    ground: ['#22304f', '#3d5488'],
    drawing: `<ellipse cx="240" cy="250" rx="170" ry="150" fill="#ffdf9e" opacity=".16"/>
      <path d="M175 110 H305 L352 250 H128 Z" fill="url(#a)"/><rect x="231" y="250" width="18" height="130" fill="#d8b26a"/>
      <rect x="165" y="378" width="150" height="20" rx="10" fill="#d8b26a"/>`,
    colors: ['#fff3d6', '#ffc766'],
  },
  mug: {
    ground: ['#d9efe6', '#a9d6c4'],
    drawing: `<path d="M330 205 h30 a58 58 0 0 1 0 116 h-30" fill="none" stroke="#1f6f58" stroke-width="24"/>
      <path d="M120 165 H340 V350 Q340 400 290 400 H170 Q120 400 120 350 Z" fill="url(#a)"/>
      <ellipse cx="230" cy="165" rx="110" ry="22" fill="#175341"/>
      <path d="M190 120 q-18 -26 0 -48 M232 120 q-18 -26 0 -48 M274 120 q-18 -26 0 -48" stroke="#fff" stroke-width="9" fill="none" opacity=".75" stroke-linecap="round"/>`,
    colors: ['#2a9377', '#1b6a54'],
  },
  headphones: {
    ground: ['#efe9ff', '#c6b5f5'],
    drawing: `<path d="M110 290 V250 a130 130 0 0 1 260 0 V290" fill="none" stroke="#3b2a74" stroke-width="22"/>
      <rect x="84" y="260" width="66" height="130" rx="30" fill="url(#a)"/><rect x="330" y="260" width="66" height="130" rx="30" fill="url(#a)"/>`,
    colors: ['#7353d6', '#46309a'],
  },
  sneaker: {
    ground: ['#fde3e8', '#f4a9b8'],
    drawing: `<path d="M70 300 q10 -90 60 -120 q40 40 90 10 l70 78 q90 12 120 62 q8 30 -14 30 H92 q-26 0 -22 -60z" fill="url(#a)"/>
      <path d="M66 338 H414 q8 40 -24 40 H94 q-30 0 -28 -40z" fill="#fff"/>
      <path d="M226 196 l-26 26 M250 222 l-28 26 M274 250 l-28 24" stroke="#fff" stroke-width="9" stroke-linecap="round"/>`,
    colors: ['#e03a5c', '#a81c40'],
  },
  plant: {
    ground: ['#eef4e1', '#cfe0aa'],
    drawing: `<path d="M240 300 C120 280 110 150 130 110 C220 130 250 210 240 300 C230 200 290 110 360 100 C380 190 330 290 240 300" fill="#4c8b3a"/>
      <path d="M240 300 C220 200 220 120 240 60 C268 120 262 210 240 300" fill="#6aae4f"/>
      <path d="M160 290 H320 L300 400 Q298 412 286 412 H194 Q182 412 180 400 Z" fill="url(#a)"/>`,
    colors: ['#e0825a', '#b85a35'],
  },
} as const;

export type PictureName = keyof typeof PRODUCTS | 'dusk' | 'meadow';

const drawn = new Map<PictureName, Promise<Uint8Array>>();

/** Returns a picture as PNG. */
export function pictureOf(name: PictureName): Promise<Uint8Array> {
  const known = drawn.get(name) ?? (name === 'dusk' || name === 'meadow' ? photo(name) : product(name));
  drawn.set(name, known);
  return known;
}

function product(name: keyof typeof PRODUCTS): Promise<Uint8Array> {
  const { ground, drawing, colors } = PRODUCTS[name];
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient>
    <linearGradient id="a" x2="1" y2="1"><stop stop-color="${colors[0]}"/><stop offset="1" stop-color="${colors[1]}"/></linearGradient>
    <filter id="s"><feGaussianBlur stdDeviation="12"/></filter></defs>
    <rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>
    <ellipse cx="240" cy="412" rx="160" ry="16" fill="#000" opacity=".22" filter="url(#s)"/>${drawing}</svg>`;
  return sharp(Buffer.from(picture)).png().toBuffer();
}
