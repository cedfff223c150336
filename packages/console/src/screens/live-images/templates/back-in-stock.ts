import { CENTERED, INTER, INTER_BOLD, type LiveTemplate, MONTSERRAT_BOLD } from './template.ts';

const SHADE = { type: 'shape', color: '#dfe9fb', gradient: { color: '#b4caf0', angle: 135 } } as const;
const PHOTO = { type: 'image', url: '$photo' } as const;
const BADGE = { type: 'shape', color: '#157347', radius: 17 } as const;
const BADGE_TEXT = {
  type: 'text',
  text: 'Back in stock',
  fontId: INTER_BOLD,
  color: '#ffffff',
  size: 15,
  ...CENTERED,
} as const;
const TITLE = {
  type: 'text',
  text: '{{ $title | default: "What you were waiting for" }}',
  fontId: MONTSERRAT_BOLD,
  color: '#15213d',
  size: 28,
  minSize: 16,
  lineHeight: 1.15,
  valign: 'middle',
} as const;
const LINE = {
  type: 'text',
  text: '{% if $stock %}{{ $stock | number }} on the shelf, {% endif %}{{ $price | money: $currency }}',
  show: '{{ $price }}',
  fontId: INTER,
  color: '#46557a',
  size: 19,
  minSize: 13,
  valign: 'middle',
} as const;
const LOOK = { background: { color: '#edf3fe' }, altText: 'Back in stock: {{ $title }}' };

/** A photo and the news that it can be had again. */
export const backInStock: LiveTemplate = {
  name: 'back-in-stock',
  wide: {
    ...{ ...LOOK, width: 600, height: 200 },
    layers: {
      'Photo ground': { ...SHADE, x: 360, y: 0, width: 240, height: 200 },
      Photo: { ...PHOTO, x: 360, y: 0, width: 240, height: 200 },
      Badge: { ...BADGE, x: 32, y: 26, width: 138, height: 34 },
      'Badge text': { ...BADGE_TEXT, x: 32, y: 26, width: 138, height: 34 },
      Title: { ...TITLE, x: 32, y: 70, width: 304, height: 70 },
      Line: { ...LINE, x: 32, y: 146, width: 304, height: 30 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 380 },
    layers: {
      'Photo ground': { ...SHADE, x: 0, y: 0, width: 320, height: 210 },
      Photo: { ...PHOTO, x: 0, y: 0, width: 320, height: 210 },
      Badge: { ...BADGE, x: 24, y: 193, width: 138, height: 34 },
      'Badge text': { ...BADGE_TEXT, x: 24, y: 193, width: 138, height: 34 },
      Title: { ...TITLE, x: 24, y: 240, width: 272, height: 72, size: 26 },
      Line: { ...LINE, x: 24, y: 322, width: 272, height: 32 },
    },
  },
};
