import { Worker } from 'node:worker_threads';
import { UnavailableError, VitrineError } from '@vitrine/core';
import { inheritedArguments } from '@vitrine/core/node';
import { closedError } from '../closed-error.ts';
import { entries } from '../entries.ts';
import type { RenderReport, RenderRequest, RenderTask, RenderThreadOptions } from './render-messages.ts';

/** A thread without a call for these milliseconds ends if its scenes take more than these bytes. */
const IDLE_LIMIT = 10_000;
const IDLE_SCENE_BYTES = 16 * 1024 * 1024;

interface PendingCall {
  readonly id: number;
  resolve(report: RenderReport): void;
  reject(error: Error): void;
}

/**
 * A thread that draws scenes. Starts with the first call. Ends after 10 s without a call if it caches many scenes, so that
 * their memory is given back. Starts again with the next call after that, and after a crash. Does not keep the program
 * running.
 */
export class RenderThread {
  /** Set by `RenderThreads`, because the thread takes one call at a time. */
  isBusy = false;
  readonly #options: RenderThreadOptions;
  readonly #patience: number;
  #pending: PendingCall | null = null;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #next = 0;
  #sceneBytes = 0;
  #closed = false;

  /** @param patience milliseconds of a call. A thread that takes longer is terminated. */
  constructor(options: RenderThreadOptions, patience: number) {
    this.#options = options;
    this.#patience = patience;
  }

  /**
   * Sends a request and waits for its report.
   *
   * @throws UnavailableError if the thread takes too long or crashes.
   * @throws VitrineError `internal` if drawing fails or the thread is closed.
   */
  async send(request: RenderTask): Promise<RenderReport> {
    if (this.#closed) throw closedError();
    if (this.#pending !== null) throw new Error('A render thread takes one call at a time.');
    const id = this.#next++;
    const worker = this.#started();
    clearTimeout(this.#idle);
    const late = setTimeout(() => {
      void this.#end(new UnavailableError('The picture took too long to draw.'));
    }, this.#patience);
    worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#pending = { id, resolve, reject };
        worker.postMessage({ id, ...request } satisfies RenderRequest);
      });
    } finally {
      clearTimeout(late);
      worker.unref();
      this.#idle = setTimeout(() => this.#endIdle(), IDLE_LIMIT).unref();
    }
  }

  /** Starts the thread, so that its next call does not wait for that. */
  start(): void {
    if (!this.#closed) this.#started().unref();
  }

  /** Bytes of its cached scenes, as of its last report. */
  get sceneBytes(): number {
    return this.#sceneBytes;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(closedError());
  }

  #started(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(entries.url('render-thread'), {
      name: 'vitrine-render-thread',
      workerData: this.#options,
      ...inheritedArguments(),
    });
    worker.on('message', (report: RenderReport) => this.#settle(report));
    const lost = () => {
      if (this.#worker === worker)
        void this.#end(new UnavailableError('The thread that draws pictures has crashed.'));
    };
    worker.on('error', lost);
    worker.on('exit', lost);
    this.#worker = worker;
    return worker;
  }

  #settle(report: RenderReport): void {
    const pending = this.#pending;
    if (pending === null || pending.id !== report.id) return;
    this.#pending = null;
    this.#sceneBytes = report.sceneBytes;
    if ('failure' in report) {
      const cause = new Error(report.failure);
      pending.reject(new VitrineError('internal', 'The picture could not be drawn.', { cause }));
    } else pending.resolve(report);
  }

  #endIdle(): void {
    if (this.#sceneBytes > IDLE_SCENE_BYTES) void this.#end(closedError());
  }

  async #end(reason: Error): Promise<void> {
    const worker = this.#worker;
    const pending = this.#pending;
    clearTimeout(this.#idle);
    this.#worker = null;
    this.#pending = null;
    this.#sceneBytes = 0;
    pending?.reject(reason);
    await worker?.terminate();
  }
}
