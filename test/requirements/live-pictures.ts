import { rule } from './requirement.ts';

/** Rules of live images, sections 2, 6 and 7, about what is drawn. */
export const livePictures = {
  'live-picture.text-fit': rule(
    'live images 2',
    'A text becomes smaller down to its minimum (shrink), keeps its size (wrap) or has one line (truncate). What does not fit is cut with an ellipsis, and a word that no line can hold is broken.',
  ),
  'live-picture.text-breaks': rule(
    'live images 2',
    'Lines end at spaces, after hyphens between letters, between words of scripts without spaces, and at line feeds, but never at a no-break space.',
  ),
  'live-picture.scripts': rule(
    'live images 2',
    'Texts are drawn as in Chromium: same letters, order, kerning and place. The mean difference of a pixel in their box is at most 4 of 255, in every script.',
  ),
  'live-picture.shapes': rule(
    'live images 2',
    'Shapes are rectangles with round corners, or ellipses, with a gradient, a border and a shadow. Under a translucent one, only what is below it shows.',
  ),
  'live-picture.images': rule(
    'live images 2',
    'A picture covers its box, is contained in it or fills it, with round corners. Layers may reach beyond the picture.',
  ),
  'live-picture.formats': rule(
    'live images 2',
    'auto is a GIF with a timer, else the smaller of PNG and JPEG; a transparent picture is a PNG. As PNG and JPEG, timers show their first frame; as JPEG, a transparent picture lies on its background color.',
  ),
  'live-picture.exact': rule(
    'live images 2',
    'A PNG has exactly the drawn pixels; with at most 256 colors it has a palette. Edges of a transparent one have their own color.',
  ),
  'live-picture.size': rule(
    'live images 7',
    'A file has at most 1 MB: first the quality of a JPEG goes down, then a PNG or GIF has fewer colors, and a GIF fewer frames.',
  ),
  'live-picture.timer': rule(
    'live images 7',
    'A GIF counts all its timers down over the layers below them, frame k as the first frame k seconds later; what does not change is drawn once.',
  ),
  'live-picture.static': rule(
    'live images 7',
    'The static layers of a design are drawn once for all its pictures, and the picture is the same as if they were not.',
  ),
  'live-picture.one-drawing': rule(
    'live images 7',
    'Concurrent calls of an account for the same scene draw once, and later calls get the cached file, until the memory for files is full.',
  ),
  'live-picture.deadline': rule(
    'live images 7',
    'An opening takes at most two seconds; then it shows the fallback, the drawing goes on, and the next opening gets its file.',
  ),
  'live-picture.turns': rule(
    'live images 7',
    'Accounts take turns with timers and live images: many drawings of one account do not delay those of others.',
  ),
  'live-picture.memory': rule(
    'live images 6',
    'The pictures of all image layers have at most 20 million pixels together; a layer beyond that is left out, with a warning.',
  ),
  'live-picture.warnings': rule(
    'live images 5',
    'A check names texts that are cut, letters that no font has, layers outside of the picture or left out, and a file over 400 KB.',
  ),
};
