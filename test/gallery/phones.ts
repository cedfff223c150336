import { type GalleryDesign, INTER, INTER_BOLD, make, PHONE_WIDTH, preset } from './make-design.ts';

/** The width of phones, with twice the pixels. */
export const PHONES: readonly GalleryDesign[] = [
  make('phone-width', [INTER_BOLD, INTER], {
    width: PHONE_WIDTH,
    height: 100,
    scale: 2,
    background: { color: '#ffffff' },
    digits: { color: '#0f172a' },
  }),
  preset('cards', { width: PHONE_WIDTH, height: 100, scale: 2 }),
  preset('flip-light', { width: PHONE_WIDTH, height: 100, scale: 2 }),
  preset('midnight', { width: PHONE_WIDTH, height: 100, scale: 2, labels: { locale: 'ar' } }),
];
