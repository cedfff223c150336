import sharp from 'sharp';
import { type SvgText, svg, svgText } from './svg-text.ts';

/** The mail around a timer. */
export interface PhoneMail {
  readonly sender: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly button: string;
  /** The color of the sender and the button. */
  readonly accent: string;
  readonly dark?: boolean;
}

const FRAME = 9;
const SIDE = 16;
const BUTTON = 42;
const LINE = 21;
const LIGHT = { paper: '#ffffff', ink: '#111827', soft: '#6b7280', rule: '#e5e7eb', tile: '#f1f3f7' };
const DARK = { paper: '#15171c', ink: '#f3f4f6', soft: '#9ca3af', rule: '#2a2e37', tile: '#20242c' };

/** The height of a phone whose timer is as high as this. */
export function phoneHeight(timerHeight: number): number {
  return timerHeight + 344;
}

/** Draws a phone that shows a timer in a mail. The timer takes the whole width of the mail. */
export async function phonePicture(
  mail: PhoneMail,
  timer: Buffer,
  width: number,
  height: number,
): Promise<Buffer> {
  const colors = mail.dark ? DARK : LIGHT;
  const screen = width - 2 * FRAME;
  const timerWidth = screen - 2 * SIDE;
  const picture = await sharp(timer).resize({ width: timerWidth, kernel: 'lanczos3' }).png().toBuffer();
  const { height: timerHeight = 0 } = await sharp(picture).metadata();
  const left = FRAME + SIDE;
  const timerTop = 156;
  const below = timerTop + timerHeight;
  const parts = [
    `<rect width="${width}" height="${height}" rx="46" fill="#0b0d12"/>`,
    `<rect x="${FRAME}" y="${FRAME}" width="${screen}" height="${height - 2 * FRAME}" rx="38" fill="${colors.paper}"/>`,
    `<rect x="${width / 2 - 42}" y="20" width="84" height="24" rx="12" fill="#0b0d12"/>`,
    await at(left + 14, 38, { text: '9:41', size: 15, color: colors.ink, bold: true }),
    `<rect x="${width - left - 36}" y="26" width="24" height="12" rx="4" fill="none" stroke="${colors.ink}" stroke-width="1.4"/>`,
    `<rect x="${width - left - 34}" y="28" width="16" height="8" rx="2" fill="${colors.ink}"/>`,
    `<circle cx="${left + 19}" cy="85" r="19" fill="${mail.accent}"/>`,
    await centred(left + 19, 91, { text: mail.sender.slice(0, 1), size: 17, color: '#ffffff', bold: true }),
    await at(left + 50, 82, { text: mail.sender, size: 15, color: colors.ink, bold: true }),
    await at(left + 50, 101, { text: 'to me', size: 13, color: colors.soft }),
    await at(left, 140, { text: mail.subject, size: 18, color: colors.ink, bold: true }),
    ...(await Promise.all(
      mail.lines.map((text, line) =>
        at(left, below + 32 + line * LINE, { text, size: 14, color: colors.soft }),
      ),
    )),
    `<rect x="${left}" y="${below + 72}" width="${timerWidth}" height="${BUTTON}" rx="10" fill="${mail.accent}"/>`,
    await centred(width / 2, below + 72 + 27, { text: mail.button, size: 15, color: '#ffffff', bold: true }),
    `<rect x="${left}" y="${below + 134}" width="${timerWidth}" height="${height - below - 134 - 38}" rx="10" fill="${colors.tile}"/>`,
    `<rect x="${width / 2 - 54}" y="${height - 24}" width="108" height="5" rx="2.5" fill="${colors.ink}"/>`,
  ];
  return sharp(svg(width, height, parts.join('')))
    .composite([{ input: picture, left, top: timerTop }])
    .png()
    .toBuffer();
}

async function at(x: number, y: number, text: SvgText): Promise<string> {
  const { paths } = await svgText(text);
  return `<g transform="translate(${x} ${y})">${paths}</g>`;
}

async function centred(x: number, y: number, text: SvgText): Promise<string> {
  const { width, paths } = await svgText(text);
  return `<g transform="translate(${x - width / 2} ${y})">${paths}</g>`;
}
