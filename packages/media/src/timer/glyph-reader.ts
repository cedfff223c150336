import type { Font, Glyph as FontGlyph } from 'fontkit';
import { CUBIC, type Glyph, LINE, MOVE, type Outline, QUADRATIC } from './glyph.ts';
import { liningFigure } from './lining-figures.ts';

const MAX_COMMANDS = 65_536;
const COMMANDS = { moveTo: MOVE, lineTo: LINE, quadraticCurveTo: QUADRATIC, bezierCurveTo: CUBIC } as const;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * A code point's glyph from the first of a font's files that has it, by the plain character map: no shaping. Figures are
 * lining ones. Null: none has it, or its outline is not to be drawn (more than 65,536 commands, no finite numbers).
 */
export function readGlyph(files: readonly Font[], codePoint: number): Glyph | null {
  for (const font of files) {
    if (!font.hasGlyphForCodePoint(codePoint)) continue;
    const plain = font.glyphForCodePoint(codePoint);
    const glyph =
      codePoint >= ZERO && codePoint <= NINE
        ? font.getGlyph(liningFigure(font, plain.id), [codePoint])
        : plain;
    const read = toEms(glyph, font.unitsPerEm);
    if (read !== null) return read;
  }
  return null;
}

function toEms(glyph: FontGlyph, unitsPerEm: number): Glyph | null {
  const advance = glyph.advanceWidth / unitsPerEm;
  const outline = outlineOf(glyph.path.commands, unitsPerEm);
  return outline === null || !Number.isFinite(advance) ? null : { advance, outline };
}

function outlineOf(
  drawn: readonly { readonly command: string; readonly args: readonly number[] }[],
  unitsPerEm: number,
): Outline | null {
  if (drawn.length > MAX_COMMANDS) return null;
  const commands: number[] = [];
  const points: number[] = [];
  for (const { command, args } of drawn) {
    if (!isDrawing(command)) continue;
    commands.push(COMMANDS[command]);
    for (const value of args) points.push(value / unitsPerEm);
  }
  if (!points.every(Number.isFinite)) return null;
  return { commands: Uint8Array.from(commands), points: Float32Array.from(points) };
}

function isDrawing(command: string): command is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, command);
}
