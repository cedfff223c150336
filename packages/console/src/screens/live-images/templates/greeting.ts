import { INTER, type LiveTemplate, PLAYFAIR_BOLD } from './template.ts';

const HELLO = {
  type: 'text',
  text: 'Hello {{ $first_name }}',
  fontId: PLAYFAIR_BOLD,
  color: '#ffffff',
  size: 46,
  minSize: 20,
  valign: 'bottom',
} as const;
const LINE = {
  type: 'text',
  text: 'It is good to have you with us.',
  fontId: INTER,
  color: '#ffe3ec',
  size: 19,
  minSize: 13,
} as const;
const BUBBLE = { type: 'shape', shape: 'ellipse' } as const;
const LOOK = {
  background: { color: '#4a1d6e', gradient: { color: '#b8325f', angle: 110 } },
  altText: 'Hello {{ $first_name }}',
};

/** The name of the reader. */
export const greeting: LiveTemplate = {
  name: 'greeting',
  wide: {
    ...{ ...LOOK, width: 600, height: 180 },
    layers: {
      'Large bubble': { ...BUBBLE, x: 430, y: -60, width: 240, height: 240, color: '#ffffff1c' },
      'Small bubble': { ...BUBBLE, x: 380, y: 96, width: 120, height: 120, color: '#ffd16640' },
      Hello: { ...HELLO, x: 36, y: 28, width: 470, height: 72 },
      Line: { ...LINE, x: 38, y: 110, width: 420, height: 40 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 220 },
    layers: {
      'Large bubble': { ...BUBBLE, x: 190, y: -70, width: 200, height: 200, color: '#ffffff1c' },
      'Small bubble': { ...BUBBLE, x: 230, y: 150, width: 110, height: 110, color: '#ffd16640' },
      Hello: { ...HELLO, x: 24, y: 24, width: 272, height: 104, size: 40 },
      Line: { ...LINE, x: 24, y: 138, width: 230, height: 60, fit: 'wrap' },
    },
  },
};
