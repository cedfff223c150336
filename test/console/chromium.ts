import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { ConsoleServer } from './console-server.ts';

/** The headless shell first: it has no windows, so that a page costs it a third of the processor time. */
const USUAL_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function findChromium(): string | null {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  return USUAL_PATHS.find((path) => existsSync(path)) ?? null;
}

/** The Chromium that tests drive: `CHROMIUM_PATH`, or one at a usual place. Null if there is none. */
export const executablePath: string | null = findChromium();

/** Starts the Chromium that was found. */
export function launch(args: readonly string[] = []): Promise<Browser> {
  if (executablePath === null) throw new Error('There is no Chromium.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb', ...args] });
}

let shared: Promise<Browser> | null = null;

/** Returns the browser that all console tests of this process share. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launch();
  return shared;
}

/** Opens a path of the console with the key in the fragment, as the link that the server prints. */
export async function openConsole(
  page: Page,
  server: ConsoleServer,
  path: string,
  key = server.key,
): Promise<void> {
  await page.goto(`${server.url}/console${path}#key=${encodeURIComponent(key)}`);
  await page.locator('.shell').waitFor();
}
