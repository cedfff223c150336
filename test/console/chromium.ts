import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
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

/** What the console tests of a process share: a browser, its context, and a tab that keeps the renderer alive. */
interface SharedContext {
  readonly context: BrowserContext;
  readonly session: CDPSession;
}

let shared: Promise<SharedContext> | null = null;

/**
 * Opens one tab after another in one context, and all tabs in one renderer: to start one takes longer than most tests. A test
 * finds nothing that an earlier one has left, except files of the console in the cache.
 * @returns the context and the function that ends the test.
 */
export async function openContext(origin: string): Promise<{
  readonly context: BrowserContext;
  /** Closes all tabs of the test and clears what the origin has stored. */
  close(): Promise<void>;
}> {
  shared ??= share();
  const { context, session } = await shared;
  const [kept] = context.pages();
  return {
    context,
    async close() {
      await Promise.all(context.pages().map((page) => (page === kept ? null : page.close())));
      await context.unrouteAll();
      await context.clearPermissions();
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    },
  };
}

async function share(): Promise<SharedContext> {
  const browser = await launch(['--renderer-process-limit=1']);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const session = await context.newCDPSession(await context.newPage());
  return { context, session };
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
