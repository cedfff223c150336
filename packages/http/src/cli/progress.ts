import type { Writable } from 'node:stream';
import type { ImportCounts } from './import-rows.ts';
import { formatCount } from './terminal.ts';

const BAR_WIDTH = 30;
/** Milliseconds between two drawings of the bar, and between two lines where there is no terminal. */
const REDRAW_EVERY = 100;
const LINE_EVERY = 5_000;

/** How far an import is: a bar on a terminal, a line every five seconds elsewhere. */
export class ImportProgress {
  readonly #stream: Writable & { readonly isTTY?: boolean };
  readonly #bytes: number | null;
  readonly #bytesRead: () => number;
  readonly #startedAt = performance.now();
  #shownAt: number;

  constructor(
    stream: Writable & { readonly isTTY?: boolean },
    bytes: number | null,
    bytesRead: () => number,
  ) {
    this.#stream = stream;
    this.#bytes = bytes;
    this.#bytesRead = bytesRead;
    this.#shownAt = stream.isTTY === true ? 0 : this.#startedAt;
  }

  show(counts: Readonly<ImportCounts>): void {
    const now = performance.now();
    const isTTY = this.#stream.isTTY === true;
    if (now - this.#shownAt < (isTTY ? REDRAW_EVERY : LINE_EVERY)) return;
    this.#shownAt = now;
    const rate = Math.round(counts.rows / Math.max((now - this.#startedAt) / 1_000, 0.001));
    const failed = counts.failed === 0 ? '' : `, ${formatCount(counts.failed)} failed`;
    const text = `${this.#share(isTTY)}${formatCount(counts.rows)} rows${failed}, ${formatCount(rate)} a second`;
    // \r and "erase to the end of the line": the bar stays on one line.
    this.#stream.write(isTTY ? `\r${text}\u001b[K` : `${text}\n`);
  }

  /** Takes the bar away, so that what comes next stands on a line of its own. */
  end(): void {
    if (this.#stream.isTTY === true && this.#shownAt > 0) this.#stream.write('\r\u001b[K');
  }

  #share(isTTY: boolean): string {
    if (this.#bytes === null || this.#bytes === 0) return '';
    const share = Math.min(this.#bytesRead() / this.#bytes, 1);
    const percent = `${Math.floor(share * 100)}%`;
    if (!isTTY) return `${percent}, `;
    const full = Math.round(share * BAR_WIDTH);
    return `[${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}] ${percent.padStart(4)}  `;
  }
}
