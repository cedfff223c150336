import {
  CENTERED,
  INTER,
  INTER_BOLD,
  type LiveTemplate,
  MONTSERRAT_BOLD,
  ROBOTO_MONO_BOLD,
} from './template.ts';

const GROUND = '#fdeef0';
const TICKET = { type: 'shape', color: '#c2255c', radius: 18 } as const;
const NOTCH = { type: 'shape', shape: 'ellipse', color: GROUND, width: 32, height: 32 } as const;
const DASH = { type: 'shape', color: '#ffffff8c', radius: 1 } as const;
const DISCOUNT = {
  type: 'text',
  text: '{% if $discount %}{{ $discount | number }}%{% else %}A gift{% endif %}',
  fontId: MONTSERRAT_BOLD,
  color: '#ffffff',
  size: 72,
  minSize: 30,
  ...CENTERED,
} as const;
const LINE = {
  type: 'text',
  text: 'for {{ $first_name }}',
  fontId: INTER,
  color: '#ffdce6',
  size: 18,
  minSize: 12,
  ...CENTERED,
} as const;
const LABEL = {
  type: 'text',
  text: 'Your code',
  show: '{{ $code }}',
  fontId: INTER,
  color: '#ffdce6',
  size: 15,
  ...CENTERED,
} as const;
const BOX = { type: 'shape', show: '{{ $code }}', color: '#ffffff', radius: 10 } as const;
const CODE = {
  type: 'text',
  text: '{{ $code }}',
  fontId: ROBOTO_MONO_BOLD,
  color: '#8f1742',
  size: 24,
  minSize: 12,
  ...CENTERED,
} as const;
const UNTIL = {
  type: 'text',
  text: 'until {{ $ends | date: "long" }}',
  show: '{{ $ends }}',
  fontId: INTER_BOLD,
  color: '#ffdce6',
  size: 15,
  minSize: 11,
  ...CENTERED,
} as const;
const LOOK = {
  background: { color: GROUND },
  altText: '{{ $discount | number }}% with the code {{ $code }}',
};

/** A ticket with a discount and a code. */
export const coupon: LiveTemplate = {
  name: 'coupon',
  wide: {
    ...{ ...LOOK, width: 600, height: 200 },
    layers: {
      Ticket: { ...TICKET, x: 20, y: 16, width: 560, height: 168 },
      'Upper notch': { ...NOTCH, x: 314, y: 0 },
      'Lower notch': { ...NOTCH, x: 314, y: 168 },
      'Dash 1': { ...DASH, x: 329, y: 44, width: 2, height: 24 },
      'Dash 2': { ...DASH, x: 329, y: 88, width: 2, height: 24 },
      'Dash 3': { ...DASH, x: 329, y: 132, width: 2, height: 24 },
      Discount: { ...DISCOUNT, x: 36, y: 40, width: 276, height: 86 },
      Line: { ...LINE, x: 36, y: 128, width: 276, height: 30 },
      Label: { ...LABEL, x: 350, y: 34, width: 210, height: 24 },
      'Code ground': { ...BOX, x: 356, y: 66, width: 198, height: 56 },
      Code: { ...CODE, x: 364, y: 78, width: 182, height: 32 },
      Until: { ...UNTIL, x: 350, y: 134, width: 210, height: 26 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 340 },
    layers: {
      Ticket: { ...TICKET, x: 16, y: 16, width: 288, height: 308 },
      'Left notch': { ...NOTCH, x: 0, y: 162 },
      'Right notch': { ...NOTCH, x: 288, y: 162 },
      'Dash 1': { ...DASH, x: 56, y: 177, width: 48, height: 2 },
      'Dash 2': { ...DASH, x: 136, y: 177, width: 48, height: 2 },
      'Dash 3': { ...DASH, x: 216, y: 177, width: 48, height: 2 },
      Discount: { ...DISCOUNT, x: 30, y: 34, width: 260, height: 86 },
      Line: { ...LINE, x: 30, y: 124, width: 260, height: 30 },
      Label: { ...LABEL, x: 40, y: 196, width: 240, height: 24 },
      'Code ground': { ...BOX, x: 52, y: 226, width: 216, height: 54 },
      Code: { ...CODE, x: 60, y: 237, width: 200, height: 32 },
      Until: { ...UNTIL, x: 40, y: 288, width: 240, height: 24 },
    },
  },
};
