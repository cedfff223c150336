import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { builtinFiles } from './builtin-fonts.ts';
import { readFontFile } from './files/font-tables.ts';
import { SHAPING_TABLES, writeSfnt } from './files/sfnt.ts';
import { fontTasks } from './font-tasks.ts';
import { openFont } from './open-font.ts';

const SAMPLE = Array.from('0123456789AaBb ');

/** Returns Inter with a character map of symbols alone, with a segment for each letter. */
async function symbolFont(changes: (cmap: Buffer) => void = () => {}): Promise<Buffer> {
  const [latin] = await builtinFiles(2);
  const { tables } = readFontFile(Buffer.from(latin ?? []));
  const { font } = openFont(Buffer.from(latin ?? []));
  const segments = SAMPLE.map((letter) => letter.charCodeAt(0))
    .toSorted((a, b) => a - b)
    .map((code) => ({
      code: 0xf000 + code,
      delta: (font.glyphForCodePoint(code).id - 0xf000 - code) & 0xffff,
    }));
  segments.push({ code: 0xffff, delta: 1 });
  const bytes = 2 * segments.length;
  const cmap = Buffer.alloc(12 + 16 + 4 * bytes);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(4, 12);
  cmap.writeUInt16BE(16 + 4 * bytes, 14);
  cmap.writeUInt16BE(bytes, 18);
  segments.forEach(({ code, delta }, at) => {
    cmap.writeUInt16BE(code, 26 + 2 * at);
    cmap.writeUInt16BE(code, 28 + bytes + 2 * at);
    cmap.writeUInt16BE(delta, 28 + 2 * bytes + 2 * at);
  });
  changes(cmap);
  return writeSfnt(new Map([...tables, ['cmap', cmap]]), SHAPING_TABLES);
}

test(
  'draws the letters of a font whose character map is that of symbols',
  verifies('fonts.symbol-map'),
  async () => {
    const read = await fontTasks.readFont(await symbolFont());
    expect(read).toMatchObject({ facts: { family: 'Inter', hasDigits: true } });
    const pieces = [...SAMPLE, '\uf030', 'C'];
    const [latin] = await builtinFiles(2);
    const [symbols, plain] = await Promise.all(
      [await symbolFont(), latin ?? Buffer.alloc(0)].map((file) =>
        fontTasks.outlines({ files: [file], pieces }),
      ),
    );
    expect(symbols?.glyphs.slice(0, SAMPLE.length)).toEqual(plain?.glyphs.slice(0, SAMPLE.length));
    expect(symbols?.glyphs.at(-2)?.path).toBe(plain?.glyphs[0]?.path);
    expect(symbols?.glyphs.at(-1)).toBeNull();
  },
);

test('refuses a broken character map of symbols', async () => {
  for (const value of [0, 7, 0xfffe, 0xffff]) {
    const read = await fontTasks.readFont(await symbolFont((cmap) => cmap.writeUInt16BE(value, 18)));
    expect(read).toHaveProperty('refused');
  }
});
