import { testSources } from '../../packages/media/src/timer/drawing/sample-scenes.ts';
import { INTER, INTER_BOLD } from './make-design.ts';

export interface SvgText {
  readonly text: string;
  readonly size: number;
  readonly color: string;
  readonly bold?: boolean;
}

/** Returns the width of a text and its outlines in SVG, with the origin at the left end of the baseline. */
export async function svgText({
  text,
  size,
  color,
  bold = false,
}: SvgText): Promise<{ readonly width: number; readonly paths: string }> {
  // The outlines of Inter, because other machines have other fonts.
  const font = { builtin: bold ? INTER_BOLD : INTER };
  const load = () => Promise.reject(new Error('no uploaded fonts here'));
  const { glyphs } = await testSources.outlines(font, load, Array.from(text), { account: null });
  let x = 0;
  const letters = glyphs.map((glyph) => {
    const letter = `<path transform="translate(${x} 0)" d="${glyph?.path ?? ''}"/>`;
    x += glyph?.advance ?? 0;
    return letter;
  });
  const scale = size / 1000;
  return {
    width: x * scale,
    paths: `<g fill="${color}" transform="scale(${scale})">${letters.join('')}</g>`,
  };
}

export function svg(width: number, height: number, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`,
  );
}
