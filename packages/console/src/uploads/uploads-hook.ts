import { computed, effect, untracked } from '@preact/signals';
import type { Client } from '@vitrine/client';
import { useEffect, useMemo } from 'preact/hooks';
import { createSessionClient, sessionState, signedInAs, useSession } from '../session/session.ts';
import { uploadFetch } from './upload-fetch.ts';
import { createUploadQueue, type UploadQueue } from './uploads.ts';

interface UploadsSettings<Added> {
  /** Larger files fail with `tooLarge` and are not sent. */
  readonly bytesMax: number;
  readonly tooLarge: string;
  /** Called with the number of files that the server took. */
  readonly onEmpty?: (done: number) => void;
  /**
   * Called with the number of files that wait, because nobody has signed in, or another account. Returns a function that
   * takes back what was said.
   */
  readonly onHeld: (count: number, accountName: string, isOther: boolean) => () => void;
  /** @param folder the folder that was shown when the file was dropped. */
  readonly send: (client: Client, file: File, folder: string, options: SendOptions) => Promise<Added>;
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly idempotencyKey: string;
  readonly timeout: number;
}

interface Uploads {
  readonly queue: UploadQueue;
  readonly add: (files: readonly File[], folder?: string) => void;
}

interface Held<Added> {
  readonly queue: UploadQueue;
  /** Called with what was added, while the screen is shown. */
  onAdded: ((added: Added) => void) | null;
}

/** Characters of a file name. Longer ones do not fit into the header of a form, and no file system has them. */
const NAME_MAX = 255;
/** Large files need time on the way. */
const UPLOAD_MS = 60 * 60_000;

/**
 * Returns a hook for a screen that sends files. Each account has one queue, which goes on when the screen is left, and when
 * the account signs in again.
 */
export function createUploadsHook<Added>(
  settings: UploadsSettings<Added>,
): (onAdded: (added: Added) => void) => Uploads {
  const held = new Map<string | null, Held<Added>>();
  return (onAdded) => {
    const { accountName } = useSession().identity;
    const owner = signedInAs.value;
    const own = held.get(owner) ?? { queue: openQueue(settings, owner, accountName), onAdded: null };
    held.set(owner, own);
    useEffect(() => {
      own.onAdded = onAdded;
      return () => {
        own.onAdded = null;
      };
    }, [own, onAdded]);
    return useMemo(
      () => ({
        queue: own.queue,
        add: (files, folder = '') =>
          own.queue.add(files, async (file, { signal, idempotencyKey, onSent }) => {
            const sender = createSessionClient(currentKey(), uploadFetch(onSent));
            const options = { signal, idempotencyKey, timeout: UPLOAD_MS };
            const added = await settings.send(sender, withShortName(file), folder, options);
            own.onAdded?.(added);
          }),
      }),
      [own],
    );
  };
}

/** Creates the queue of an account, which says how many files are left in it when the session ends. */
function openQueue<Added>(
  settings: UploadsSettings<Added>,
  owner: string | null,
  accountName: string,
): UploadQueue {
  const isAllowed = computed(() => signedInAs.value === owner);
  const queue = createUploadQueue({ ...settings, isAllowed });
  /** What was said since somebody has signed in or out. */
  let said: { readonly to: string | null; readonly count: number } = { to: owner, count: 0 };
  let takeBack = () => {};
  effect(() => {
    const to = signedInAs.value;
    if (said.to !== to) said = { to, count: 0 };
    if (isAllowed.value) return;
    // Those on their way wait only if the server refuses their key.
    const held = queue.uploads.value.filter(({ state }) => state === 'waiting' || state === 'paused');
    const count = held.length;
    if (count <= said.count) return;
    said = { to, count };
    untracked(() => {
      takeBack();
      takeBack = settings.onHeld(count, accountName, to !== null);
    });
  });
  return queue;
}

/** A queue sends only while its account has signed in. */
function currentKey(): string {
  const state = sessionState.peek();
  return state.kind === 'signedIn' ? state.session.key : '';
}

function withShortName(file: File): File {
  if (file.name.length <= NAME_MAX) return file;
  return new File([file], file.name.slice(0, NAME_MAX).toWellFormed(), { type: file.type });
}
