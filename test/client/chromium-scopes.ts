import { fileURLToPath } from 'node:url';
import { executablePath, launch } from '../console/chromium.ts';
import { bundle } from './bundle.ts';

/** A page or a worker: evaluates programs that use what `browser-entry.ts` gives it, and waits for their promises. */
export interface Scope {
  evaluate<Value>(program: string): Promise<Value>;
}

export interface ChromiumScopes {
  readonly page: Scope;
  /** A worker of the page. */
  readonly worker: Scope;
  close(): Promise<void>;
}

if (executablePath === null) {
  console.warn(
    '\nNO CHROMIUM: the client is NOT tested in a browser. Set CHROMIUM_PATH, or run .ci/install-chromium.\n',
  );
}

/** Opens a page of the origin of a server, as behind one reverse proxy, and a worker of it. The server is not asked. */
export async function openScopes(origin: string): Promise<ChromiumScopes> {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const script = await bundle(fileURLToPath(new URL('./browser-entry.ts', import.meta.url)));
    const html = '<!doctype html><script type="module" src="client-tests.js"></script>';
    await page.route('**/client-tests', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.route('**/client-tests.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await page.goto(`${origin}/client-tests`);
    await page.waitForFunction('"runSuite" in globalThis');
    const [worker] = await Promise.all([
      page.waitForEvent('worker'),
      page.evaluate(`void new Worker('/client-tests.js', { type: 'module' })`),
    ]);
    // A worker can be called before its script has run.
    while (!(await worker.evaluate('"runSuite" in globalThis'))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { page, worker, close: () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Calls a function of `browser-entry.ts` in a scope. */
export function callIn<Result>(scope: Scope, name: string, ...args: readonly unknown[]): Promise<Result> {
  return scope.evaluate(`${name}(...${JSON.stringify(args)})`);
}
