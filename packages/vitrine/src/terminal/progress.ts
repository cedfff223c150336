import type { Writable } from 'node:stream';
import { formatCount } from './terminal.ts';

const BAR_WIDTH = 30;
/** The minimum time between two updates of the bar. */
const REDRAW_MS = 100;
/** The minimum time between two lines where there is no terminal. */
const LINE_MS = 5_000;

/** Shows the progress of a long command: a bar on a terminal, otherwise a line every five seconds. */
export class Progress {
  readonly #stream: Writable & { readonly isTTY?: boolean };
  readonly #share: () => number | null;
  readonly #startedAt = performance.now();
  #shownAt: number;

  /** @param share returns the completed share, from 0 to 1; null if unknown. */
  constructor(stream: Writable & { readonly isTTY?: boolean }, share: () => number | null) {
    this.#stream = stream;
    this.#share = share;
    this.#shownAt = stream.isTTY === true ? 0 : this.#startedAt;
  }

  /** @param label the noun of the count, with details if there are any: `rows, 3 failed`. */
  show(count: number, label: string): void {
    const now = performance.now();
    const isTTY = this.#stream.isTTY === true;
    if (now - this.#shownAt < (isTTY ? REDRAW_MS : LINE_MS)) return;
    this.#shownAt = now;
    const rate = Math.round(count / Math.max((now - this.#startedAt) / 1_000, 0.001));
    const text = `${this.#bar(isTTY)}${formatCount(count)} ${label}, ${formatCount(rate)} per second`;
    // Carriage return and "erase to end of line" keep the bar on one line.
    this.#stream.write(isTTY ? `\r${text}\u001b[K` : `${text}\n`);
  }

  /** Erases the bar, so that the next output starts on an empty line. */
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
