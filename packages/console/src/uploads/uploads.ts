import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { ConnectionError, TimeoutError, UnauthorizedError, VitrineError } from '@vitrine/client';
import { isOnline } from '../requests/connection.ts';
import { newKey } from '../requests/creation.ts';
import { messageOf } from '../requests/describe-error.ts';
import { holdPage } from '../router/leave-question.ts';

/** A file on its way to the server. It leaves the queue when the server has it. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  /** `paused`: the server did not answer, or the key has ended; it is sent again when the server and the key allow it. */
  readonly state: 'waiting' | 'sending' | 'paused' | 'failed';
  /** Bytes that were sent. */
  readonly sent: number;
  /** Why the server refused it. */
  readonly problem: string | null;
  readonly isTooLarge: boolean;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Stays the same while it is not known whether an attempt has succeeded. */
  readonly idempotencyKey: string;
  readonly onSent: (bytes: number) => void;
}

export interface UploadQueue {
  readonly uploads: ReadonlySignal<readonly Upload[]>;
  /** The number of files that the server took since the queue was last empty. */
  readonly done: ReadonlySignal<number>;
  /** @param send sends one file. Kept for later attempts. */
  add(files: readonly File[], send: (file: File, options: SendOptions) => Promise<void>): void;
  retry(id: number): void;
  /** Removes a file, also while it is being sent. The server may have it already. */
  cancel(id: number): void;
  cancelAll(): void;
}

const CONCURRENT_MAX = 2;

interface Task {
  readonly send: (file: File, options: SendOptions) => Promise<void>;
  key: string;
  aborting: AbortController | null;
}

let lastId = 0;

/**
 * Creates a queue that sends two files at a time. It goes on when another screen is shown, when the server answers again,
 * and when its account signs in again.
 *
 * @param isAllowed whether its account has signed in: otherwise it waits.
 * @param bytesMax larger files fail with `tooLarge` and are not sent.
 * @param onEmpty is called with the number of files that the server took.
 */
export function createUploadQueue(settings: {
  readonly bytesMax: number;
  readonly tooLarge: string;
  readonly onEmpty?: (done: number) => void;
  readonly isAllowed: ReadonlySignal<boolean>;
}): UploadQueue {
  const uploads = signal<readonly Upload[]>([]);
  const done = signal(0);
  const tasks = new Map<number, Task>();

  function change(id: number, changes: Partial<Upload>): void {
    uploads.value = uploads.peek().map((upload) => (upload.id === id ? { ...upload, ...changes } : upload));
  }

  function remove(id: number): void {
    tasks.delete(id);
    uploads.value = uploads.peek().filter((upload) => upload.id !== id);
    if (uploads.peek().length > 0) return;
    const taken = done.peek();
    done.value = 0;
    if (taken > 0) settings.onEmpty?.(taken);
  }

  async function start({ id, file }: Upload, task: Task): Promise<void> {
    const aborting = new AbortController();
    task.aborting = aborting;
    change(id, { state: 'sending', sent: 0, problem: null });
    try {
      const onSent = (bytes: number) => change(id, { sent: Math.min(bytes, file.size) });
      await task.send(file, { signal: aborting.signal, idempotencyKey: task.key, onSent });
      done.value += 1;
      remove(id);
    } catch (error) {
      if (aborting.signal.aborted) return;
      if (error instanceof ConnectionError || error instanceof TimeoutError) {
        change(id, { state: isOnline.peek() ? 'failed' : 'paused', sent: 0, problem: messageOf(error) });
      } else if (error instanceof UnauthorizedError) {
        // That of the next session sends it, which may have begun meanwhile.
        change(id, { state: settings.isAllowed.peek() ? 'waiting' : 'paused', sent: 0 });
      } else {
        task.key = newKey();
        change(id, { state: 'failed', sent: 0, problem: reasonOf(error) });
      }
    } finally {
      task.aborting = null;
      next();
    }
  }

  function next(): void {
    if (!settings.isAllowed.peek()) return;
    const all = uploads.peek();
    let room = CONCURRENT_MAX - all.filter(({ state }) => state === 'sending').length;
    for (const upload of all) {
      const task = tasks.get(upload.id);
      if (room <= 0) return;
      if (upload.state !== 'waiting' || task === undefined) continue;
      room -= 1;
      void start(upload, task);
    }
  }

  function cancel(id: number): void {
    const task = tasks.get(id);
    remove(id);
    task?.aborting?.abort();
  }

  effect(() => {
    if (!isOnline.value || !settings.isAllowed.value) return;
    for (const { id, state } of uploads.peek()) if (state === 'paused') change(id, { state: 'waiting' });
    next();
  });

  // The page has the only copy of what was dropped or pasted.
  const isUnderWay = computed(() => uploads.value.some(({ state }) => state !== 'failed'));
  effect(() => (isUnderWay.value ? holdPage() : undefined));

  return {
    uploads,
    done,
    add(files, send) {
      const added = files.map((file): Upload => {
        lastId += 1;
        const isTooLarge = file.size > settings.bytesMax;
        if (!isTooLarge) tasks.set(lastId, { send, key: newKey(), aborting: null });
        return {
          id: lastId,
          file,
          state: isTooLarge ? 'failed' : 'waiting',
          sent: 0,
          problem: isTooLarge ? settings.tooLarge : null,
          isTooLarge,
        };
      });
      uploads.value = [...uploads.peek(), ...added];
      next();
    },
    retry(id) {
      change(id, { state: 'waiting', problem: null });
      next();
    },
    cancel,
    cancelAll() {
      for (const { id } of uploads.peek()) cancel(id);
    },
  };
}

/** Returns the findings of the server without their path, which is that of the file. */
function reasonOf(error: unknown): string {
  const findings = error instanceof VitrineError ? Object.values(error.errors).flat() : [];
  return findings.length > 0 ? findings.join(' ') : messageOf(error);
}
