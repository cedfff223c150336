import { type GalleryDesign, MONTSERRAT_BOLD, make, PHONE_WIDTH, preset } from './make-design.ts';
import type { PhoneMail } from './phone-picture.ts';

const PHONE = { width: PHONE_WIDTH, height: 100, scale: 2 } as const;

/** Mails on phones: a wide timer that the phone makes smaller, and timers in the width of phones. */
const MAILS: readonly { readonly design: GalleryDesign; readonly mail: PhoneMail }[] = [
  {
    mail: {
      sender: 'Alpine Outdoor',
      subject: 'Up to 40% off, this week only',
      lines: ['Tents, packs and boots for the season.', 'Free returns until the end of August.'],
      button: 'Shop the sale',
      accent: '#7c3a68',
      dark: true,
    },
    design: make(
      'home-page',
      [MONTSERRAT_BOLD, MONTSERRAT_BOLD],
      {
        height: 170,
        frames: 40,
        loop: true,
        headline: { text: 'Summer sale ends in', fontId: MONTSERRAT_BOLD, size: 21, color: '#ffffff' },
        digits: {
          size: 50,
          box: {
            style: 'digit',
            color: '#0b102a73',
            radius: 10,
            padding: 9,
            border: { color: '#ffffff66', width: 1 },
          },
        },
        labels: { color: '#fffffff0', size: 13 },
        separator: { show: false },
      },
      { photo: 'dusk' },
    ),
  },
  {
    mail: {
      sender: 'Northwind Coffee',
      subject: 'Your 15% is waiting',
      lines: ['Use it on any blend in the shop.', 'The code is already in your basket.'],
      button: 'Finish your order',
      accent: '#1f2a44',
    },
    design: preset('cards', PHONE),
  },
  {
    mail: {
      sender: 'The Late Show',
      subject: 'Doors open on Friday',
      lines: ['Two hundred seats are left.', 'Members enter half an hour early.'],
      button: 'Get your ticket',
      accent: '#b3263a',
      dark: true,
    },
    design: preset('flip-dark', PHONE),
  },
  {
    mail: {
      sender: 'Maison Claire',
      subject: 'The winter collection',
      lines: ['Forty pieces, made to order once.', 'Orders close on Sunday at midnight.'],
      button: 'See the collection',
      accent: '#7a1f2b',
    },
    design: preset('boutique', PHONE),
  },
];

export const PHONES: readonly GalleryDesign[] = MAILS.map(({ design }) => design);

/** Returns the mail that shows a design of `PHONES`. */
export function mailOf(design: GalleryDesign): PhoneMail | null {
  return MAILS.find((one) => one.design.name === design.name)?.mail ?? null;
}
