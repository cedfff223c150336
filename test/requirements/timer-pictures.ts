import { rule } from './requirement.ts';

/** Rules of decisions section 10 and 12.22 about the picture of a timer. */
export const timerPictures = {
  'timer-picture.frame-zero': rule(
    'decisions 10',
    'Frame 0 is complete: it covers the whole picture and shows the time of opening without any other frame.',
  ),
  'timer-picture.same-second': rule(
    'decisions 10',
    'Frame k of a timer with R seconds left equals, pixel for pixel, frame 0 of one with R-k seconds left.',
  ),
  'timer-picture.dithered': rule(
    'beyond E',
    'A picture behind a timer is dithered in the first frame, so that gradients show no bands; later frames leave it as it is, flat colors stay, and with optimize off it is not dithered.',
  ),
  'timer-picture.stops': rule(
    'decisions 10',
    'There is a frame for each second, at most as many as the design allows, and none after the target, where the last one shows the expired state. A recurring target has frames beyond it.',
  ),
  'timer-picture.expired': rule(
    'decisions 10',
    'After the target there is one frame with the expired state: zeros, a message or a picture.',
  ),
  'timer-picture.expired.nothing-given': rule(
    'decisions 12.22',
    'An expired state without its message or its picture shows zeros.',
  ),
  'timer-picture.plays-once': rule('decisions 10', 'A timer plays once unless its design sets loop.'),
  'timer-picture.whole-frames': rule('decisions 10', 'With optimize off every frame is complete.'),
  'timer-picture.roll-up': rule(
    'decisions 10',
    'A hidden unit is added to the next smaller shown one: without days, hours exceed 24.',
  ),
  'timer-picture.rounded-up': rule('decisions 12.22', 'The displayed seconds are rounded up.'),
  'timer-picture.locales': rule(
    'decisions 10',
    'Labels of at least 12 locales are drawn, each letter in a font that contains it.',
  ),
  'timer-picture.scripts': rule(
    'beyond E',
    'Labels, headlines and messages are drawn in every script that a font covers, with joined letters and in the order of reading; letters of no font are named.',
  ),
  'timer-picture.substitutes': rule(
    'beyond E',
    'Arrows, signs and emoji come from Noto fonts in one color. Hyphens and spaces that a font lacks are drawn as others of it; what no font has is drawn as its compatible letters with a warning.',
  ),
  'timer-picture.size': rule(
    'decisions 10',
    'The picture has the width and height of the design, at scale 2 twice as many pixels each way.',
  ),
  'timer-picture.transparent': rule(
    'decisions 10',
    'With background.transparent, pixels outside of text and boxes are transparent, in every frame.',
  ),
  'timer-picture.fit': rule(
    'beyond E',
    'With layout.fit shrink all is inside the padding, digits are centred by their ink, separators are muted and touch no box, gaps follow the digits, and a message takes at most 60 % of the height.',
  ),
  'timer-picture.earlier': rule(
    'beyond E',
    'A design that was stored before layout.fit existed keeps its picture.',
  ),
  'timer-picture.looks': rule(
    'beyond E',
    'Flip boxes, boxes for each digit, rings, gradients, shadows, headlines and opacities are drawn.',
  ),
  'timer-picture.transparent.size': rule(
    'beyond E',
    'A transparent timer of 60 frames at 600×150 has at most 60 KB.',
  ),
  'timer-picture.warnings': rule(
    'decisions 10',
    'Overflow, missing glyphs, low contrast and a size above 400 KB cause warnings.',
  ),
  'timer-picture.one-render': rule(
    'decisions 10',
    'Requests for the same second of the same design share one render.',
  ),
};
