import * as fontkit from 'fontkit';
import fs from 'node:fs';
import { presetLabels } from '@vitrine/core';
import { ByteSink } from '../gif/byte-sink.ts';
import { readGlyph } from './glyph-reader.ts';
import { codePointsOf } from './text-line.ts';
import { Scene } from './scene.ts';
import { TimerGif } from './timer-gif.ts';
const d = '/tmp/w/gif/packages/media/node_modules/@fontsource/';
const cache = new Map();
export function files(n: string, w: number) {
  const key = n + w; if (cache.has(key)) return cache.get(key);
  const fsx = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'].map((s) => `${d}${n}/files/${n}-${s}-${w}-normal.woff2`).filter((f) => fs.existsSync(f)).map((f) => fontkit.create(fs.readFileSync(f)));
  cache.set(key, fsx); return fsx;
}
export function glyphs(n: string, w: number, text: string) {
  const out = new Map();
  for (const cp of codePointsOf(text)) { const g = readGlyph(files(n, w), cp) ?? readGlyph(files('noto-sans', 700), cp); if (g) out.set(cp, g); }
  return out;
}
const unit = { show: true, label: null, x: null, y: null };
export const DEFAULT: any = {
  width: 600, height: 150, scale: 1,
  background: { color: '#12204a', imageId: null, fit: 'cover', transparent: false },
  target: { date: '', timeZone: 'UTC' },
  layout: { align: 'center', gap: 24, padding: 12 },
  units: { days: unit, hours: unit, minutes: unit, seconds: unit },
  digits: { fontId: 1, size: 72, color: '#ffffff', minDigits: 2, box: null },
  labels: { show: true, fontId: 1, size: 15, color: '#ffc440', locale: 'en', position: 'below' },
  separator: { show: true, text: ':', color: null },
  expired: { behaviour: 'zeros', message: null, imageId: null },
  frames: 60, loop: false, optimize: true, altText: null,
};
export function scene(design: any, font: [string, number], bg: Uint8Array | null = null, ex: Uint8Array | null = null) {
  const labelTexts = presetLabels(design.labels.locale);
  return new Scene({ key: '', design, digitGlyphs: glyphs(...font, `0123456789${design.separator.text}${design.expired.message ?? ''}`), labelGlyphs: glyphs(...font, Object.values(labelTexts).join('') + 'H'), labelTexts, background: bg, expiredImage: ex });
}
if (import.meta.main) {
  const s = scene(DEFAULT, ['inter', 700]);
  const sink = new ByteSink();
  let t = performance.now();
  const g = new TimerGif(s);
  const gif = g.render(5 * 86400 + 13 * 3600 + 62 * 30 + 47, sink);
  console.log('cold', performance.now() - t, gif.length, s.palette.colors.length / 3);
  const times = [];
  for (let i = 0; i < 300; i++) { t = performance.now(); g.render(5 * 86400 + 13 * 3600 + 62 * 30 + 47 - i*7, sink); times.push(performance.now() - t); }
  times.sort((a, b) => a - b); console.log('warm', times[0], times[150], times[290], g.bytes);
  fs.writeFileSync('/tmp/xgif/out/a.gif', gif);
  const w = 600, h = 150;
  const noise = new Uint8Array(w * h * 4);
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) { const i = (y * w + x) * 4; noise[i] = 60 + 80 * Math.sin(x / 90 + y / 40); noise[i + 1] = 60 + 50 * Math.sin(x / 50 - y / 30); noise[i + 2] = 110 + 60 * Math.cos(x / 120) + Math.random()*6; noise[i + 3] = 255; }
  t = performance.now();
  const p = new TimerGif(scene(DEFAULT, ['inter', 700], noise));
  const pg = p.render(5 * 86400 + 13 * 3600 + 62 * 30 + 47, sink);
  console.log('photo cold', performance.now() - t, pg.length);
  const pt = [];
  for (let i = 0; i < 100; i++) { t = performance.now(); p.render(5 * 86400 + 13 * 3600 + 62 * 30 + 47 - i*7, sink); pt.push(performance.now() - t); }
  pt.sort((a, b) => a - b); console.log('photo warm', pt[0], pt[50], pt[95]);
  fs.writeFileSync('/tmp/xgif/out/p.gif', pg);
  const bx = { ...DEFAULT, digits: { ...DEFAULT.digits, size: 60, box: { color: '#ffffff', radius: 10, padding: 14, border: { color: '#ffc440', width: 3 } }, color: '#12204a' }, labels: { ...DEFAULT.labels, locale: 'el' } };
  fs.writeFileSync('/tmp/xgif/out/b.gif', new TimerGif(scene(bx, ['playfair-display', 700])).render(105 * 86400 + 5 * 3600, sink));
  const tr = { ...DEFAULT, background: { ...DEFAULT.background, transparent: true, color: '#ffffff' }, digits: { ...DEFAULT.digits, color: '#12204a' }, expired: { behaviour: 'message', message: 'This offer has ended. See you next time!', imageId: null } };
  const tg = new TimerGif(scene(tr, ['montserrat', 700]));
  const tb = tg.render(86400 * 2, sink); console.log('transparent', tb.length);
  fs.writeFileSync('/tmp/xgif/out/t.gif', tb);
  fs.writeFileSync('/tmp/xgif/out/m.gif', tg.render(0, sink));
  const sharp = (await import('sharp')).default;
  for (const n of ['a', 'p', 'b', 't', 'm']) await sharp(`/tmp/xgif/out/${n}.gif`).png().toFile(`/tmp/xgif/out/${n}.png`);
  await sharp({ create: { width: 620, height: 800, channels: 3, background: '#888' } }).composite(['a', 'p', 'b', 't', 'm'].map((n, i) => ({ input: `/tmp/xgif/out/${n}.png`, left: 10, top: 5 + i * 158 }))).png().toFile('/tmp/xgif/out/sheet.png');
}
