import type { Writable } from 'node:stream';
import { formatCount } from './terminal.ts';

const BAR_WIDTH = 30;
/** Milliseconds between two drawings of the bar, and between two lines where there is no terminal. */
const REDRAW_EVERY = 100;
const LINE_EVERY = 5_000;

/** How far a long command is: a bar on a terminal, a line every five seconds elsewhere. */
export class Progress {
  readonly #stream: Writable & { readonly isTTY?: boolean };
  readonly #share: () => number | null;
  readonly #startedAt = performance.now();
  #shownAt: number;

  /** @param share how much is done, from 0 to 1; null: unknown. */
  constructor(stream: Writable & { readonly isTTY?: boolean }, share: () => number | null) {
    this.#stream = stream;
    this.#share = share;
    this.#shownAt = stream.isTTY === true ? 0 : this.#startedAt;
  }

  /** @param what what is counted, and anything to be said of it: `rows, 3 failed`. */
  show(count: number, what: string): void {
    const now = performance.now();
    const isTTY = this.#stream.isTTY === true;
    if (now - this.#shownAt < (isTTY ? REDRAW_EVERY : LINE_EVERY)) return;
    this.#shownAt = now;
    const rate = Math.round(count / Math.max((now - this.#startedAt) / 1_000, 0.001));
    const text = `${this.#bar(isTTY)}${formatCount(count)} ${what}, ${formatCount(rate)} a second`;
    // \r and "erase to the end of the line": the bar stays on one line.
    this.#stream.write(isTTY ? `\r${text}\u001b[K` : `${text}\n`);
  }

  /** Takes the bar away, so that what comes next stands on a line of its own. */
  end(): void {
    if (this.#stream.isTTY === true && this.#shownAt > 0) this.#stream.write('\r\u001b[K');
  }

  #bar(isTTY: boolean): string {
    const known = this.#share();
    if (known === null) return '';
    const share = Math.min(known, 1);
    const percent = `${Math.floor(share * 100)}%`;
    if (!isTTY) return `${percent}, `;
    const full = Math.round(share * BAR_WIDTH);
    return `[${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}] ${percent.padStart(4)}  `;
  }
}
