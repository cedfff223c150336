import { CENTERED, INTER_BOLD, type LiveTemplate } from './template.ts';

const INK = '#1d1a16';
const SHADE = {
  type: 'shape',
  color: '#efe5d4',
  gradient: { color: '#d6c3a3', angle: 135 },
  radius: 16,
} as const;
const PHOTO = { type: 'image', url: '$photo', radius: 16 } as const;
const TITLE = {
  type: 'text',
  text: '{{ $title | default: "New in our shop" }}',
  fontId: INTER_BOLD,
  color: INK,
  size: 27,
  minSize: 16,
  lineHeight: 1.15,
} as const;
const PRICE = {
  type: 'text',
  text: '{{ $price | money: $currency }}',
  show: '{{ $price }}',
  fontId: INTER_BOLD,
  color: '#b03a22',
  size: 24,
  valign: 'middle',
} as const;
const BUTTON = { type: 'shape', color: INK, radius: 22 } as const;
const CALL = {
  type: 'text',
  text: 'Have a look',
  fontId: INTER_BOLD,
  color: '#ffffff',
  size: 16,
  ...CENTERED,
} as const;
const LOOK = { background: { color: '#f6f0e6' }, altText: '{{ $title }}' };

/** A photo, a name, a price and a button. */
export const productCard: LiveTemplate = {
  name: 'product-card',
  wide: {
    ...{ ...LOOK, width: 600, height: 220 },
    layers: {
      'Photo ground': { ...SHADE, x: 20, y: 20, width: 180, height: 180 },
      Photo: { ...PHOTO, x: 20, y: 20, width: 180, height: 180 },
      Title: { ...TITLE, x: 228, y: 26, width: 348, height: 66, valign: 'middle' },
      Price: { ...PRICE, x: 228, y: 98, width: 348, height: 34 },
      Button: { ...BUTTON, x: 228, y: 148, width: 156, height: 44 },
      'Button text': { ...CALL, x: 228, y: 148, width: 156, height: 44 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 420 },
    layers: {
      'Photo ground': { ...SHADE, x: 20, y: 20, width: 280, height: 220 },
      Photo: { ...PHOTO, x: 20, y: 20, width: 280, height: 220 },
      Title: { ...TITLE, x: 20, y: 254, width: 280, height: 62, valign: 'middle' },
      Price: { ...PRICE, x: 20, y: 318, width: 280, height: 34 },
      Button: { ...BUTTON, x: 20, y: 360, width: 280, height: 44 },
      'Button text': { ...CALL, x: 20, y: 360, width: 280, height: 44 },
    },
  },
};
