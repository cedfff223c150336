import type { Page } from 'playwright-core';

interface TestFile {
  readonly name: string;
  readonly type?: string;
  readonly bytes: Uint8Array;
  /** Zeros that follow the bytes. */
  readonly padding?: number;
}

/** Drops files on the page, or on an element of it, as from the desktop, or pastes them. */
export async function sendFiles(
  page: Page,
  event: 'drop' | 'paste',
  files: readonly TestFile[],
  target = 'body',
): Promise<void> {
  const given = files.map(({ name, type = 'image/png', bytes, padding = 0 }) => ({
    name,
    type,
    padding,
    text: Buffer.from(bytes).toString('base64'),
  }));
  await page.evaluate(`{
    const transfer = new DataTransfer();
    for (const { name, type, text, padding } of ${JSON.stringify(given)}) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes, new Uint8Array(padding)], name, { type }));
    }
    const settings = { bubbles: true, cancelable: true };
    document.querySelector(${JSON.stringify(target)}).dispatchEvent(${JSON.stringify(event)} === 'drop'
      ? new DragEvent('drop', { ...settings, dataTransfer: transfer })
      : new ClipboardEvent('paste', { ...settings, clipboardData: transfer }));
  }`);
}
