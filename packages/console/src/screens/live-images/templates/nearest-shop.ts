import { INTER, INTER_BOLD, type LiveTemplate } from './template.ts';

const INK = '#12352b';
const CALL = {
  type: 'text',
  text: 'Your nearest shop',
  fontId: INTER_BOLD,
  color: '#1d7a5a',
  size: 16,
  valign: 'middle',
} as const;
const NAME = {
  type: 'text',
  text: '{{ $shop | default: "Find us near you" }}',
  fontId: INTER_BOLD,
  color: INK,
  size: 30,
  minSize: 16,
  lineHeight: 1.15,
  valign: 'middle',
} as const;
const ADDRESS = {
  type: 'text',
  text: '{{ $address }}',
  fontId: INTER,
  color: '#3d5a50',
  size: 17,
  minSize: 12,
} as const;
const DISTANCE = {
  type: 'text',
  text: '{{ $distance | number: 1 }} $unit away',
  show: '{{ $distance }}',
  fontId: INTER_BOLD,
  color: '#b4235a',
  size: 18,
  valign: 'middle',
} as const;
const LAND = { type: 'shape', color: '#cfe6da' } as const;
const ROAD = { type: 'shape', color: '#ffffff' } as const;
const PIN = { type: 'shape', shape: 'ellipse', color: '#d6336c' } as const;
const DOT = { type: 'shape', shape: 'ellipse', color: '#ffffff' } as const;
const LOOK = { background: { color: '#eef7f2' }, altText: 'Your nearest shop: {{ $shop }}, {{ $address }}' };

/** The shop of a map that is nearest to the reader. */
export const nearestShop: LiveTemplate = {
  name: 'nearest-shop',
  wide: {
    ...{ ...LOOK, width: 600, height: 200 },
    layers: {
      Land: { ...LAND, x: 400, y: 0, width: 200, height: 200 },
      'Road across': { ...ROAD, x: 400, y: 128, width: 200, height: 14 },
      'Road along': { ...ROAD, x: 536, y: 0, width: 12, height: 200 },
      Lane: { ...ROAD, x: 400, y: 44, width: 136, height: 7 },
      Pin: { ...PIN, x: 448, y: 62, width: 56, height: 56 },
      'Pin dot': { ...DOT, x: 466, y: 80, width: 20, height: 20 },
      Call: { ...CALL, x: 32, y: 24, width: 340, height: 24 },
      Name: { ...NAME, x: 32, y: 52, width: 344, height: 44 },
      Address: { ...ADDRESS, x: 32, y: 100, width: 344, height: 44, fit: 'wrap' },
      Distance: { ...DISTANCE, x: 32, y: 150, width: 344, height: 28 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 320 },
    layers: {
      Land: { ...LAND, x: 0, y: 0, width: 320, height: 120 },
      'Road across': { ...ROAD, x: 0, y: 82, width: 320, height: 12 },
      'Road along': { ...ROAD, x: 232, y: 0, width: 12, height: 120 },
      Lane: { ...ROAD, x: 0, y: 28, width: 232, height: 7 },
      Pin: { ...PIN, x: 132, y: 24, width: 56, height: 56 },
      'Pin dot': { ...DOT, x: 150, y: 42, width: 20, height: 20 },
      Call: { ...CALL, x: 24, y: 138, width: 272, height: 24 },
      Name: { ...NAME, x: 24, y: 166, width: 272, height: 44, size: 26 },
      Address: { ...ADDRESS, x: 24, y: 216, width: 272, height: 46, fit: 'wrap' },
      Distance: { ...DISTANCE, x: 24, y: 270, width: 272, height: 28 },
    },
  },
};
