import { CENTERED, INTER, INTER_BOLD, type LiveTemplate, MONTSERRAT_BOLD } from './template.ts';

const TITLE = {
  type: 'text',
  text: '{{ $title | default: "Our offer" }}',
  fontId: INTER,
  color: '#cdd9f5',
  size: 22,
  minSize: 14,
  valign: 'middle',
} as const;
const PRICE = {
  type: 'text',
  text: '{{ $price | money: $currency }}',
  fontId: MONTSERRAT_BOLD,
  color: '#ffffff',
  size: 58,
  minSize: 24,
  valign: 'middle',
} as const;
/** A stock of 0 is known, too. */
const KNOWN_STOCK = '{% if $stock %}yes{% endif %}';
const BADGE = { type: 'shape', show: KNOWN_STOCK, color: '#ffc94d', radius: 20 } as const;
const STOCK = {
  type: 'text',
  text: '{% if $stock > 0 %}Only {{ $stock | number }} left{% else %}Sold out{% endif %}',
  show: KNOWN_STOCK,
  fontId: INTER_BOLD,
  color: '#2a1c00',
  size: 17,
  minSize: 11,
  ...CENTERED,
} as const;
const GLOW = { type: 'shape', shape: 'ellipse', color: '#ffffff14' } as const;
const LOOK = {
  background: { color: '#0f1f45', gradient: { color: '#274a9c', angle: 120 } },
  altText: '{{ $title }}: {{ $price | money: $currency }}',
};

/** A large price, and how many are left. */
export const priceWithStock: LiveTemplate = {
  name: 'price-with-stock',
  wide: {
    ...{ ...LOOK, width: 600, height: 180 },
    layers: {
      Glow: { ...GLOW, x: 380, y: -120, width: 320, height: 320 },
      Title: { ...TITLE, x: 32, y: 24, width: 370, height: 34 },
      Price: { ...PRICE, x: 32, y: 66, width: 370, height: 84 },
      Badge: { ...BADGE, x: 418, y: 70, width: 150, height: 40 },
      Stock: { ...STOCK, x: 424, y: 70, width: 138, height: 40 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 220 },
    layers: {
      Glow: { ...GLOW, x: 170, y: -110, width: 260, height: 260 },
      Title: { ...TITLE, x: 24, y: 22, width: 272, height: 34 },
      Price: { ...PRICE, x: 24, y: 64, width: 272, height: 76, size: 54 },
      Badge: { ...BADGE, x: 24, y: 156, width: 150, height: 40 },
      Stock: { ...STOCK, x: 30, y: 156, width: 138, height: 40 },
    },
  },
};
