import { Worker } from 'node:worker_threads';
import { UnavailableError, VitrineError } from '@vitrine/core';
import type { RenderReport, RenderRequest, RenderThreadOptions } from './render-messages.ts';

/** Calls that wait for a thread; more are refused. */
const MAX_WAITING = 256;
/** Milliseconds without any answer, after which a thread that has work is stopped. */
const SILENCE = 10_000;

type Question = Omit<RenderRequest, 'id'>;

interface Waiting {
  resolve(report: RenderReport): void;
  reject(error: Error): void;
}

/** A thread that draws scenes; it starts with its first call and again after it was lost. It keeps no program running. */
export class RenderThread {
  readonly #options: RenderThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #next = 0;
  #silence: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: RenderThreadOptions) {
    this.#options = options;
  }

  /**
   * @throws UnavailableError when too many calls wait, or the thread was lost meanwhile.
   * @throws VitrineError `internal` when drawing failed, or the thread is closed.
   */
  ask(question: Question): Promise<RenderReport> {
    if (this.#closed) return Promise.reject(new VitrineError('internal', 'The media engine is closed.'));
    if (this.#waiting.size >= MAX_WAITING) {
      return Promise.reject(new UnavailableError('Too many timers are waiting to be drawn.'));
    }
    const id = this.#next++;
    const worker = this.#started();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, ...question } satisfies RenderRequest);
      this.#watch();
    });
  }

  /** Calls that were not answered yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(new VitrineError('internal', 'The media engine is closed.'));
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const folder = extension === 'ts' ? '../' : './';
    const worker = new Worker(new URL(`${folder}render-thread.${extension}`, import.meta.url), {
      name: 'vitrine-render-thread',
      workerData: this.#options,
      ...inheritedArguments(),
    });
    worker.on('message', (report: RenderReport) => this.#settle(report));
    const lost = () => {
      if (this.#worker === worker)
        void this.#end(new UnavailableError('The thread that draws timers was lost.'));
    };
    worker.on('error', lost);
    worker.on('exit', lost);
    this.#worker = worker;
    return worker;
  }

  #settle(report: RenderReport): void {
    const waiting = this.#waiting.get(report.id);
    this.#waiting.delete(report.id);
    this.#watch();
    if ('failure' in report) {
      const cause = new Error(report.failure);
      waiting?.reject(new VitrineError('internal', 'The timer could not be drawn.', { cause }));
    } else waiting?.resolve(report);
  }

  #watch(): void {
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = null;
    if (this.#waiting.size === 0) {
      this.#worker?.unref();
      return;
    }
    this.#silence = setTimeout(() => {
      void this.#end(new UnavailableError('The timer took too long to draw.'));
    }, SILENCE);
  }

  async #end(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    if (this.#silence !== null) clearTimeout(this.#silence);
    this.#silence = null;
    for (const { reject } of waiting) reject(reason);
    await worker?.terminate();
  }
}

/** Threads refuse to start with `--input-type` among their arguments; then what finds packages is handed on alone. */
function inheritedArguments(): { execArgv?: string[] } {
  const { execArgv } = process;
  if (!execArgv.some((argument) => argument.startsWith('--input-type'))) return {};
  return { execArgv: execArgv.filter((argument) => argument.startsWith('--conditions=')) };
}
