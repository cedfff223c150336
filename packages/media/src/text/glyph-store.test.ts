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
