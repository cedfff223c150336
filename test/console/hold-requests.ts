import type { Page } from 'playwright-core';

interface Held {
  /** Resolves when the first of them was made; for responses, when the server has answered it. */
  readonly asked: Promise<void>;
  readonly release: () => void;
}

/** Holds the requests of a method whose path matches, or the responses to them, until they are released. */
export async function holdRequests(
  page: Page,
  method: string,
  path: RegExp,
  what: 'request' | 'response' = 'request',
): Promise<Held> {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue();
    const response = what === 'request' ? null : await route.fetch();
    asked.resolve();
    await held.promise;
    if (response === null) await route.continue();
    else await route.fulfill({ response });
  });
  return { asked: asked.promise, release: held.resolve };
}
