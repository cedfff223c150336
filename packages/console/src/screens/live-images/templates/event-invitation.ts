import { CENTERED, INTER, INTER_BOLD, type LiveTemplate, OSWALD_BOLD, PLAYFAIR_BOLD } from './template.ts';

/** Without a date there is no leaf of a calendar. */
const PAPER = { type: 'shape', show: '{{ $starts }}', color: '#f3d58a', radius: 14 } as const;
const MONTH = {
  type: 'text',
  text: '{{ $starts | date: "%b" | upcase }}',
  fontId: INTER_BOLD,
  color: '#5b4413',
  size: 19,
  ...CENTERED,
} as const;
const DAY = {
  type: 'text',
  text: '{{ $starts | date: "%-d" }}',
  fontId: OSWALD_BOLD,
  color: '#201808',
  size: 74,
  ...CENTERED,
} as const;
const CALL = {
  type: 'text',
  text: 'You are invited, {{ $first_name }}',
  fontId: INTER,
  color: '#f3d58a',
  size: 17,
  minSize: 12,
  valign: 'middle',
} as const;
const TITLE = {
  type: 'text',
  text: '{{ $title | default: "An evening with us" }}',
  fontId: PLAYFAIR_BOLD,
  color: '#ffffff',
  size: 36,
  minSize: 18,
  lineHeight: 1.12,
  valign: 'middle',
} as const;
const WHERE = {
  type: 'text',
  text: '{{ $starts | date: "%H:%M" }}{% if $starts and $place %} · {% endif %}{{ $place }}',
  fontId: INTER,
  color: '#c6c3d4',
  size: 17,
  minSize: 12,
} as const;
const LOOK = {
  background: { color: '#17152a', gradient: { color: '#2c2350', angle: 140 } },
  altText: '{{ $title }}, {{ $starts | date: "long" }}',
  samples: { title: 'Wine tasting by candlelight' },
};

/** A date as a leaf of a calendar, the name of the event and its place. */
export const eventInvitation: LiveTemplate = {
  name: 'event-invitation',
  wide: {
    ...{ ...LOOK, width: 600, height: 210 },
    layers: {
      Leaf: { ...PAPER, x: 30, y: 34, width: 136, height: 142 },
      Month: { ...MONTH, x: 30, y: 44, width: 136, height: 28 },
      Day: { ...DAY, x: 30, y: 70, width: 136, height: 98 },
      Call: { ...CALL, x: 196, y: 32, width: 376, height: 26 },
      Title: { ...TITLE, x: 196, y: 60, width: 376, height: 84 },
      Where: { ...WHERE, x: 196, y: 150, width: 376, height: 28 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 340 },
    layers: {
      Leaf: { ...PAPER, x: 24, y: 24, width: 116, height: 122 },
      Month: { ...MONTH, x: 24, y: 32, width: 116, height: 26 },
      Day: { ...DAY, x: 24, y: 54, width: 116, height: 86, size: 62 },
      Call: { ...CALL, x: 24, y: 162, width: 272, height: 26 },
      Title: { ...TITLE, x: 24, y: 192, width: 272, height: 84, size: 32 },
      Where: { ...WHERE, x: 24, y: 284, width: 272, height: 44, fit: 'wrap' },
    },
  },
};
