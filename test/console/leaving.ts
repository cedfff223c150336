import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Notes the questions of the browser, and stays each time. */
export function stayAlways(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  return asked;
}

/** Waits until a reload would not be asked about. */
export async function untilSent(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))"))
    .toBe(true);
}
