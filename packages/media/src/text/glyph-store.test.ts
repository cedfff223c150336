import { expect, test } from 'vitest';
import { GlyphStore } from './glyph-store.ts';

const INTER = { builtin: 1 };
const unread = () => Promise.reject(new Error('a built-in font has no blob'));

/** Returns a store whose source counts the glyphs that it reads. */
function arrange() {
  const read: string[] = [];
  const store = new GlyphStore({
    async outlines(_source, _load, pieces) {
      read.push(...pieces);
      const glyphs = pieces.map((piece) =>
        piece === '?' ? null : { advance: 500, path: 'M0 0L400 0L400 700Z' },
      );
      return { glyphs, ascent: 900, descent: -200 };
    },
    kerning: async (_source, _load, pairs) => pairs.map(() => 0),
    picture: unread,
  });
  const draw = (text: Iterable<string>, account: string) => store.glyphs(INTER, unread, text, { account });
  return { read, draw };
}

test('a glyph is read once for all accounts, also one that the font lacks', async () => {
  const { read, draw } = arrange();
  expect([...(await draw('abba?', 'a')).keys()]).toEqual(['a', 'b']);
  expect([...(await draw('ab?', 'b')).keys()]).toEqual(['a', 'b']);
  expect(read).toEqual(['a', 'b', '?']);
});

test('texts of an account that are all different do not evict the glyphs of others', async () => {
  const { read, draw } = arrange();
  await draw('Only today', 'a');
  const before = read.length;
  for (let at = 0x4e00; at < 0x4e00 + 6_000; at += 100)
    await draw(
      Array.from({ length: 100 }, (_, letter) => String.fromCodePoint(at + letter)),
      'flood',
    );
  expect(read).toHaveLength(before + 6_000);
  await draw('Only today', 'a');
  expect(read).toHaveLength(before + 6_000);
});

test('fonts of an account do not evict the lines and the kerning of others', async () => {
  const read: string[] = [];
  const store = new GlyphStore({
    async outlines(source) {
      read.push(`line of ${JSON.stringify(source)}`);
      return { glyphs: [], ascent: 900, descent: -200 };
    },
    async kerning(source, _load, pairs) {
      read.push(`kerning of ${JSON.stringify(source)}`);
      return pairs.map(() => 0);
    },
    picture: unread,
  });
  const measure = async (source: Parameters<GlyphStore['line']>[0], account: string, pairs: string[]) => {
    await store.line(source, unread, { account });
    await store.kerning(source, unread, pairs, { account });
  };
  const many = Array.from({ length: 1_000 }, (_, at) => `A${String.fromCodePoint(0x100 + at)}`);
  await measure(INTER, 'a', ['AV']);
  for (let n = 0; n < 210; n++) await measure({ blob: `font ${n}` }, 'flood', many);
  read.length = 0;
  await measure(INTER, 'a', ['AV']);
  expect(read).toEqual([]);
  await measure({ blob: 'font 0' }, 'flood', ['AV']);
  expect(read).toEqual(['line of {"blob":"font 0"}', 'kerning of {"blob":"font 0"}']);
});
