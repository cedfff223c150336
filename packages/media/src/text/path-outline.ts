import { CUBIC, LINE, MOVE, type Outline, POINTS_OF, QUADRATIC } from '../paint/glyph.ts';

const COMMANDS: Readonly<Record<string, number>> = { M: MOVE, L: LINE, Q: QUADRATIC, C: CUBIC };
const PARTS = /([MLQCZ])([^MLQCZ]*)/g;
const THOUSANDTHS = 1000;

/**
 * Reads the SVG path data of a glyph: numbers and the letters MLQCZ, in thousandths of an em with y downwards. Skips
 * invalid commands.
 */
export function outlineOfPath(path: string): Outline {
  const commands: number[] = [];
  const points: number[] = [];
  for (const [, letter = '', numbers = ''] of path.matchAll(PARTS)) {
    const command = COMMANDS[letter];
    if (command === undefined) continue;
    const values = numbers.trim().split(/\s+/u).map(Number);
    if (values.length !== (POINTS_OF[command] ?? 0) * 2 || !values.every(Number.isFinite)) continue;
    commands.push(command);
    values.forEach((value, at) => {
      points.push((at % 2 === 0 ? value : -value) / THOUSANDTHS);
    });
  }
  return { commands: Uint8Array.from(commands), points: Float32Array.from(points) };
}
