import { CENTERED, INTER, type LiveTemplate, MONTSERRAT_BOLD, PLAYFAIR_BOLD } from './template.ts';

const HELLO = {
  type: 'text',
  text: 'Your points, {{ $first_name }}',
  fontId: INTER,
  color: '#c8efe6',
  size: 19,
  minSize: 12,
  valign: 'middle',
} as const;
const POINTS = {
  type: 'text',
  text: '{% if $points %}{{ $points | number }}{% else %}–{% endif %}',
  fontId: MONTSERRAT_BOLD,
  color: '#ffffff',
  size: 76,
  minSize: 30,
  valign: 'middle',
} as const;
const LINE = {
  type: 'text',
  text: 'Ready for your next order',
  show: '{{ $points }}',
  fontId: INTER,
  color: '#c8efe6',
  size: 16,
  minSize: 12,
  valign: 'middle',
} as const;
const COIN = { type: 'shape', shape: 'ellipse', color: '#ffce54' } as const;
const RIM = {
  type: 'shape',
  shape: 'ellipse',
  color: '#ffce5400',
  border: { color: '#c98a12', width: 4 },
} as const;
const LETTER = { type: 'text', text: 'P', fontId: PLAYFAIR_BOLD, color: '#8f5d04', ...CENTERED } as const;
const LOOK = {
  background: { color: '#0b3b43', gradient: { color: '#14786f', angle: 120 } },
  altText: '{{ $points | number }} points',
};

/** How many points the reader has. */
export const loyaltyPoints: LiveTemplate = {
  name: 'loyalty-points',
  wide: {
    ...{ ...LOOK, width: 600, height: 200 },
    layers: {
      Coin: { ...COIN, x: 424, y: 34, width: 132, height: 132 },
      'Coin rim': { ...RIM, x: 436, y: 46, width: 108, height: 108 },
      Letter: { ...LETTER, x: 446, y: 56, width: 88, height: 88, size: 60 },
      Hello: { ...HELLO, x: 34, y: 24, width: 370, height: 30 },
      Points: { ...POINTS, x: 34, y: 54, width: 370, height: 92 },
      Line: { ...LINE, x: 34, y: 148, width: 370, height: 28 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 240 },
    layers: {
      Coin: { ...COIN, x: 218, y: 22, width: 80, height: 80 },
      'Coin rim': { ...RIM, x: 226, y: 30, width: 64, height: 64 },
      Letter: { ...LETTER, x: 230, y: 34, width: 56, height: 56, size: 38 },
      Hello: { ...HELLO, x: 24, y: 34, width: 188, height: 56, fit: 'wrap' },
      Points: { ...POINTS, x: 24, y: 106, width: 272, height: 84, size: 64 },
      Line: { ...LINE, x: 24, y: 192, width: 272, height: 28 },
    },
  },
};
