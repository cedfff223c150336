import { CENTERED, INTER, INTER_BOLD, type LiveTemplate, OSWALD_BOLD } from './template.ts';

/** Without a date there is no leaf of a calendar. */
const DATED = '{{ $starts }}';
const SHEET = {
  type: 'shape',
  show: DATED,
  color: '#ffffff',
  radius: 14,
  shadow: { color: '#1b2a5533', x: 0, y: 4, blur: 14 },
} as const;
const BAND = { type: 'shape', show: DATED, color: '#d6453d', radius: 14 } as const;
const BAND_END = { type: 'shape', show: DATED, color: '#d6453d' } as const;
const MONTH = {
  type: 'text',
  text: '{{ $starts | date: "%B" }}',
  fontId: INTER_BOLD,
  color: '#ffffff',
  size: 17,
  minSize: 11,
  ...CENTERED,
} as const;
const DAY = {
  type: 'text',
  text: '{{ $starts | date: "%-d" }}',
  fontId: OSWALD_BOLD,
  color: '#1a2340',
  size: 64,
  ...CENTERED,
} as const;
const CALL = {
  type: 'text',
  text: 'See you soon, {{ $first_name }}',
  fontId: INTER,
  color: '#40507f',
  size: 18,
  minSize: 12,
  valign: 'middle',
} as const;
const WHEN = {
  type: 'text',
  text: '{% if $starts %}{{ $starts | date: "%A, %H:%M" }}{% else %}Your appointment{% endif %}',
  fontId: INTER_BOLD,
  color: '#1a2340',
  size: 31,
  minSize: 16,
  valign: 'middle',
} as const;
const WHAT = {
  type: 'text',
  text: '{{ $title }}{% if $place %}, {{ $place }}{% endif %}',
  fontId: INTER,
  color: '#40507f',
  size: 18,
  minSize: 12,
  lineHeight: 1.25,
} as const;
const LOOK = {
  background: { color: '#e3eafb' },
  altText: '{{ $title }}, {{ $starts | date: "%A, %H:%M" }}',
  samples: { title: 'Eye test', place: '12 Market Street' },
};

/** When and where the reader is expected. */
export const appointment: LiveTemplate = {
  name: 'appointment',
  wide: {
    ...{ ...LOOK, width: 600, height: 190 },
    layers: {
      Sheet: { ...SHEET, x: 32, y: 28, width: 130, height: 134 },
      Band: { ...BAND, x: 32, y: 28, width: 130, height: 38 },
      'Band end': { ...BAND_END, x: 32, y: 48, width: 130, height: 18 },
      Month: { ...MONTH, x: 38, y: 29, width: 118, height: 36 },
      Day: { ...DAY, x: 32, y: 70, width: 130, height: 88 },
      Call: { ...CALL, x: 194, y: 28, width: 376, height: 28 },
      When: { ...WHEN, x: 194, y: 58, width: 376, height: 46 },
      What: { ...WHAT, x: 194, y: 110, width: 376, height: 52, fit: 'wrap' },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 340 },
    layers: {
      Sheet: { ...SHEET, x: 95, y: 24, width: 130, height: 134 },
      Band: { ...BAND, x: 95, y: 24, width: 130, height: 38 },
      'Band end': { ...BAND_END, x: 95, y: 44, width: 130, height: 18 },
      Month: { ...MONTH, x: 101, y: 25, width: 118, height: 36 },
      Day: { ...DAY, x: 95, y: 66, width: 130, height: 88 },
      Call: { ...CALL, x: 20, y: 176, width: 280, height: 28, align: 'center' },
      When: { ...WHEN, x: 20, y: 206, width: 280, height: 46, size: 27, align: 'center' },
      What: { ...WHAT, x: 20, y: 258, width: 280, height: 60, align: 'center', fit: 'wrap' },
    },
  },
};
