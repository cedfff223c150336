import { INTER_BOLD, type LiveTemplate, MONTSERRAT_BOLD } from './template.ts';

const PHOTO = { type: 'image', url: '$photo' } as const;
const SHADE = { type: 'shape', color: '#0b1020', gradient: { color: '#0b102066', angle: 90 } } as const;
const CALL = {
  type: 'text',
  text: 'Ends soon',
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
  design: {
    preset: 'midnight',
    target: { kind: 'value', value: '{{ $ends }}', missing: 'PT48H' },
    background: { transparent: true },
    digits: { fontId: INTER_BOLD, color: '#ffffff', size: 40 },
    labels: { color: '#c9d3f2', size: 12 },
    frames: 30,
  },
} as const;
const LOOK = { background: { color: '#0b1020' }, altText: '{{ $title }}' };

/** A countdown to a date of the record, over its photo. */
export const countdown: LiveTemplate = {
  name: 'countdown',
  wide: {
    ...{ ...LOOK, width: 600, height: 240 },
    layers: {
      Photo: { ...PHOTO, x: 240, y: 0, width: 360, height: 240 },
      Shade: { ...SHADE, x: 0, y: 0, width: 600, height: 240 },
      Call: { ...CALL, x: 32, y: 26, width: 320, height: 26 },
      Title: { ...TITLE, x: 32, y: 56, width: 350, height: 76 },
      Timer: { ...TIMER, x: 24, y: 140, width: 360, height: 84 },
    },
  },
  narrow: {
    ...{ ...LOOK, width: 320, height: 360 },
    layers: {
      Photo: { ...PHOTO, x: 0, y: 0, width: 320, height: 190 },
      Shade: {
        ...{ type: 'shape', x: 0, y: 90, width: 320, height: 100, color: '#0b102000' },
        gradient: { color: '#0b1020', angle: 180 },
      },
      Call: { ...CALL, x: 24, y: 168, width: 272, height: 26 },
      Title: { ...TITLE, x: 24, y: 196, width: 272, height: 66, size: 26 },
      Timer: {
        ...{ ...TIMER, x: 10, y: 266, width: 300, height: 80 },
        design: { ...TIMER.design, digits: { ...TIMER.design.digits, size: 36 } },
      },
    },
  },
};
