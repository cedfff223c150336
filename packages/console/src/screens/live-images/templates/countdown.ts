import { INTER_BOLD, type LiveTemplate, MONTSERRAT_BOLD, OPEN_SANS_BOLD } from './template.ts';

const SHADE = {
  type: 'shape',
  color: '#33447f',
  gradient: { color: '#18224a', angle: 135 },
  radius: 16,
} as const;
const PHOTO = { type: 'image', url: '$photo', radius: 16 } as const;
const CALL = {
  type: 'text',
  text: 'Ends soon',
  show: '{{ $ends }}',
  fontId: INTER_BOLD,
  color: '#ffd166',
  size: 17,
  valign: 'middle',
} as const;
const TITLE = {
  type: 'text',
  text: '{{ $title | default: "The offer" }}',
  fontId: MONTSERRAT_BOLD,
  color: '#ffffff',
  size: 30,
  minSize: 16,
  lineHeight: 1.15,
  valign: 'middle',
} as const;
const TIMER = {
  type: 'timer',
  show: '{{ $ends }}',
  design: {
    preset: 'midnight',
    target: { kind: 'value', value: '{{ $ends }}' },
    // Its padding is left of the texts above it.
    layout: { align: 'left', padding: 12 },
    background: { transparent: true },
    // No gap is around its 1.
    digits: { fontId: OPEN_SANS_BOLD, color: '#ffffff', size: 44 },
    labels: { color: '#c9d3f2', size: 12 },
    frames: 30,
  },
} as const;
const LOOK = { background: { color: '#0b1020' }, altText: '{{ $title }}' };

/** A countdown to a date of the record, beside its photo. */
export const countdown: LiveTemplate = {
  name: 'countdown',
  wide: {
    ...{ ...LOOK, width: 600, height: 240 },
    layers: {
      'Photo ground': { ...SHADE, x: 388, y: 24, width: 192, height: 192 },
      Photo: { ...PHOTO, x: 388, y: 24, width: 192, height: 192 },
      Call: { ...CALL, x: 32, y: 24, width: 330, height: 26 },
      Title: { ...TITLE, x: 32, y: 54, width: 334, height: 76 },
      Timer: { ...TIMER, x: 20, y: 138, width: 350, height: 84 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 420 },
    layers: {
      'Photo ground': { ...SHADE, x: 20, y: 20, width: 280, height: 190 },
      Photo: { ...PHOTO, x: 20, y: 20, width: 280, height: 190 },
      Call: { ...CALL, x: 24, y: 224, width: 272, height: 26 },
      Title: { ...TITLE, x: 24, y: 252, width: 272, height: 66, size: 26 },
      Timer: {
        ...{ ...TIMER, x: 12, y: 326, width: 300, height: 80 },
        design: { ...TIMER.design, digits: { ...TIMER.design.digits, size: 40 } },
      },
    },
  },
};
