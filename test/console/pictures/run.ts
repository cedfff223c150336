// Takes the pictures of the console in docs/screens: `pnpm screens`, or `pnpm screens grid stores` for some screens.
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { buildConsole } from '../../../packages/console/build/build-console.ts';
import { ROOT } from '../../docs/code-blocks.ts';
import { launch, openConsole } from '../chromium.ts';
import { openConsoleServer } from '../console-server.ts';
import type { PictureSet } from './picture.ts';

const FOLDER = join(ROOT, 'docs/screens');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;
/** Two columns of templates, each at 600 and 320 pixels. */
const SHEET = { width: 2008, height: 800 } as const;
const PATIENCE_MS = 120_000;
/** The pictures are part of the repository. */
const TOTAL_MAX = 4_300_000;

await buildConsole();
mkdirSync(FOLDER, { recursive: true });
const wanted = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => name !== 'run' && name !== 'picture')
  .filter((name) => wanted.length === 0 || wanted.includes(name));
const browser = await launch();
try {
  for (const name of names) {
    const module: Readonly<Record<string, PictureSet>> = await import(`./${name}.ts`);
    for (const set of Object.values(module)) await takeSet(set);
  }
} finally {
  await browser.close();
}
const total = readdirSync(FOLDER).reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
console.log(`${readdirSync(FOLDER).length} pictures, ${(total / 1e6).toFixed(2)} MB`);
if (total > TOTAL_MAX) throw new Error(`The pictures have more than ${TOTAL_MAX / 1e6} MB together.`);

async function takeSet({ arrange, pictures }: PictureSet): Promise<void> {
  const server = await openConsoleServer();
  try {
    await arrange?.(server);
    for (const picture of pictures) {
      const { name, isSheet = false } = picture;
      for (const viewport of isSheet ? [SHEET] : SIZES) {
        for (const colorScheme of ['light', 'dark'] as const) {
          const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
          const page = await context.newPage();
          // A busy machine takes its time.
          page.setDefaultTimeout(PATIENCE_MS);
          // A stream of changes would keep the network busy.
          await page.route('**/v2/stores/*/changes*', (route) => route.fulfill({ status: 403 }));
          await picture.show({ page, server, open: (path) => openConsole(page, server, path) });
          await page.waitForLoadState('networkidle');
          await page.evaluate('document.fonts.ready.then(() => {})');
          const file = join(FOLDER, `${isSheet ? name : `${name}-${viewport.width}`}-${colorScheme}.webp`);
          const shot = sharp(await page.screenshot({ fullPage: isSheet }));
          if (isSheet) await shot.webp({ quality: 85, smartSubsample: true, effort: 6 }).toFile(file);
          else {
            // Few colours make the file of a screen smaller than what WebP can leave out.
            const quantized = await shot.png({ palette: true, colours: 128 }).toBuffer();
            await sharp(quantized).webp({ lossless: true, effort: 6 }).toFile(file);
          }
          await context.close();
        }
      }
      console.log(name);
    }
  } finally {
    await server.close();
  }
}
