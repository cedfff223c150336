import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../nightly.ts';
import type { verifies } from '../requirements.ts';
import { RETRIES } from '../retries.ts';
import { executablePath, openConsole, sharedBrowser } from './chromium.ts';
import { type ConsoleServer, openConsoleServer } from './console-server.ts';

if (executablePath === null) {
  console.warn(
    '\nNO CHROMIUM: the tests of the console are SKIPPED. Set CHROMIUM_PATH, or run .ci/install-chromium.\n',
  );
}

/** Enough for a slow machine; a test waits only for what it expects. */
const TEST_TIMEOUT = 240_000;
const ACTION_TIMEOUT = 90_000;

export interface ConsoleTest {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly server: ConsoleServer;
  /** Opens a path below `/console`, signed in with the account key unless another is given. */
  open(path: string, key?: string): Promise<void>;
  /**
   * Allows console errors that match, such as `/status of 400/`: Chromium logs each response with an error status.
   */
  allowErrors(pattern: RegExp): void;
}

interface Options {
  readonly width?: number;
  readonly height?: number;
  /** Permissions of the page, such as `clipboard-read`. */
  readonly permissions?: readonly string[];
  /** In milliseconds. */
  readonly timeout?: number;
  /** The rules that the test verifies: `...verifies('console.key')`. */
  readonly meta?: ReturnType<typeof verifies>['meta'];
}

export interface ConsoleTests {
  /**
   * Defines a test with a page of its own. It fails at any console error, report of the Content-Security-Policy, or
   * request to another host.
   */
  readonly inBrowser: (
    title: string,
    run: (context: ConsoleTest) => Promise<void>,
    options?: Options,
  ) => void;
  /** Returns the server of the file, inside a test. */
  readonly server: () => ConsoleServer;
}

/**
 * Starts a server for a test file, whose tests have a browser context each. Where there is no Chromium, they are skipped.
 * @param arrange adds the data that the tests of the file share.
 */
export function consoleTests(
  arrange: (server: ConsoleServer) => Promise<void> = async () => {},
  open: () => Promise<ConsoleServer> = openConsoleServer,
): ConsoleTests {
  let browser: Browser | undefined;
  let server: ConsoleServer | undefined;

  async function start(): Promise<void> {
    await server?.close();
    [browser, server] = await Promise.all([sharedBrowser(), open()]);
    await arrange(server);
  }

  beforeAll(async () => {
    if (executablePath !== null) await start();
  }, 120_000);
  afterAll(() => server?.close());

  return {
    server() {
      if (server === undefined) throw new Error('The server runs only inside tests.');
      return server;
    },
    inBrowser(title, run, options = {}) {
      const { meta, timeout = TEST_TIMEOUT } = options;
      const settings = { timeout, retry: RETRIES, ...(meta === undefined ? {} : { meta }) };
      test.skipIf(executablePath === null)(title, settings, async ({ task }) => {
        // The first attempt has changed the data.
        if ((task.result?.retryCount ?? 0) > 0) await start();
        if (browser === undefined || server === undefined) throw new Error('Nothing was started.');
        const { width = 1280, height = 800, permissions = [] } = options;
        const context = await browser.newContext({
          viewport: { width, height },
          permissions: [...permissions],
          reducedMotion: 'reduce',
        });
        context.setDefaultTimeout(ACTION_TIMEOUT);
        const { faults, allowErrors } = watch(context, server.url);
        try {
          const page = await context.newPage();
          const opened: ConsoleTest = {
            page,
            context,
            server,
            allowErrors,
            open: (path, key) => openConsole(page, server as ConsoleServer, path, key),
          };
          await run(opened);
          expect(faults(), faults().join('\n')).toEqual([]);
        } finally {
          // A handler of requests may still be running. An error that it throws after the end would fail the run.
          for (const routed of [context, ...context.pages()])
            await routed.unrouteAll({ behavior: 'ignoreErrors' });
          await context.close();
        }
      });
    },
  };
}

/** Collects what no page may do. */
function watch(
  context: BrowserContext,
  url: string,
): { faults: () => string[]; allowErrors(pattern: RegExp): void } {
  const found: string[] = [];
  const allowed: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => found.push(`fault: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(`${url}/`) && !/^(?:data|blob):/.test(to)) found.push(`request: ${to}`);
  });
  return {
    faults: () => found.filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
    allowErrors: (pattern) => allowed.push(pattern),
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Lines like those before them, of which axe would examine hundreds of cells and fields. */
const REPEATED = [
  '.grid-row:nth-child(n + 5):not([data-raised], [data-open], [data-gone], [data-new], [aria-selected="true"])',
  '.import-columns > li:nth-child(n + 9):not(:has([role="alert"]))',
];
/** The files whose first page was examined. */
const examined = new Set<string>();

/**
 * Fails if axe-core finds a violation of WCAG 2.2 AA on the page, in light or in dark. By day only the first page of each
 * file is examined: axe would take a quarter of the time of all browser tests.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { testPath = '' } = expect.getState();
  if (!isNightly && examined.has(testPath)) return;
  examined.add(testPath);
  await examineAccessibility(page);
}

/** Does what `expectAccessible` does, by day for each page. */
export async function examineAccessibility(page: Page): Promise<void> {
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(axe);
  await expectNoViolations(page, 'light', RULES);
  // Only the contrast depends on the colours.
  await expectNoViolations(page, 'dark', ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNoViolations(
  page: Page,
  colorScheme: 'light' | 'dark',
  rules: readonly string[],
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Until the colours are those of the scheme.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
  await page.evaluate(`Promise.allSettled(
    document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished),
  )`);
  const options = { runOnly: rules, resultTypes: ['violations'] };
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ exclude: ${JSON.stringify(REPEATED.map((selector) => [selector]))} }, ${JSON.stringify(options)})`,
  );
  const shown = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
  expect(shown, `violations in ${colorScheme}`).toEqual([]);
}
