import { Worker } from 'node:worker_threads';
import { UnavailableError, VitrineError } from '@vitrine/core';
import { inheritedArguments } from '@vitrine/core/thread-arguments';
import type { RenderReport, RenderRequest, RenderThreadOptions } from './render-messages.ts';

/** Milliseconds for one answer; a thread that takes longer is ended. */
const ANSWER_LIMIT = 10_000;

type Question = Omit<RenderRequest, 'id'>;

interface Asked {
  readonly id: number;
  resolve(report: RenderReport): void;
  reject(error: Error): void;
}

/** A thread that draws scenes; it starts with its first call and again after it was lost. It keeps no program running. */
export class RenderThread {
  /** Set by whoever hands out its time: it takes one call at a time. */
  isBusy = false;
  readonly #options: RenderThreadOptions;
  #asked: Asked | null = null;
  #worker: Worker | null = null;
  #next = 0;
  #sceneBytes = 0;
  #closed = false;

  constructor(options: RenderThreadOptions) {
    this.#options = options;
  }

  /**
   * @throws UnavailableError when the thread takes too long, or was lost meanwhile.
   * @throws VitrineError `internal` when drawing failed, or the thread is closed.
   */
  async ask(question: Question): Promise<RenderReport> {
    if (this.#closed) throw closedError();
    if (this.#asked !== null) throw new Error('A render thread takes one call at a time.');
    const id = this.#next++;
    const worker = this.#started();
    const late = setTimeout(() => {
      void this.#end(new UnavailableError('The timer took too long to draw.'));
    }, ANSWER_LIMIT);
    worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#asked = { id, resolve, reject };
        worker.postMessage({ id, ...question } satisfies RenderRequest);
      });
    } finally {
      clearTimeout(late);
      worker.unref();
    }
  }

  /** Bytes of the scenes that it keeps, as of its last answer. */
  get sceneBytes(): number {
    return this.#sceneBytes;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(closedError());
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
    const asked = this.#asked;
    if (asked === null || asked.id !== report.id) return;
    this.#asked = null;
    this.#sceneBytes = report.sceneBytes;
    if ('failure' in report) {
      const cause = new Error(report.failure);
      asked.reject(new VitrineError('internal', 'The timer could not be drawn.', { cause }));
    } else asked.resolve(report);
  }

  async #end(reason: Error): Promise<void> {
    const worker = this.#worker;
    const asked = this.#asked;
    this.#worker = null;
    this.#asked = null;
    this.#sceneBytes = 0;
    asked?.reject(reason);
    await worker?.terminate();
  }
}

function closedError(): VitrineError {
  return new VitrineError('internal', 'The media engine is closed.');
}
