import type { Client, ImageSummary } from '@vitrine/client';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '../../../components/format.ts';
import { restoreImage } from '../../../components/pictures/restore-image.ts';
import { showToast, type Undo } from '../../../components/toast.tsx';
import { membersBefore } from '../../../forms/changed-members.ts';
import { forEachConcurrently } from '../../../requests/concurrency.ts';
import { messageOf } from '../../../requests/describe-error.ts';
import { isPassing } from '../../../requests/passing-error.ts';
import { useSession } from '../../../session/session.ts';
import { imagesTexts } from '../../../texts/en/images/images.ts';
import type { Library } from '../library/library.ts';

/** Changes of images. They tell the user what happened, and offer to undo it. */
export interface ImageActions {
  /** @throws VitrineError */
  rename(image: ImageSummary, name: string): Promise<void>;
  /** @throws VitrineError if no image could be moved. */
  move(images: readonly ImageSummary[], folder: string): Promise<void>;
  remove(images: readonly ImageSummary[]): Promise<void>;
  restore(images: readonly ImageSummary[]): Promise<void>;
}

const CONCURRENT_MAX = 4;

export function useImageActions(library: Library): ImageActions {
  const { client } = useSession();
  return useMemo(() => createImageActions(client, library), [client, library]);
}

function createImageActions(client: Client, library: Library): ImageActions {
  /** Gives an image another name or folder; null is the root folder. */
  async function change(image: ImageSummary, { name, folder }: Partial<Place>): Promise<void> {
    if (name !== undefined) await client.images.rename(image.id, name);
    if (folder !== undefined) await client.images.move(image.id, folder);
    library.put({ ...image, ...(name !== undefined && { name }), ...(folder !== undefined && { folder }) });
  }

  /** Undoes a change of images. Those that someone else has changed since stay, and are shown as they are now. */
  function undoChange(images: readonly ImageSummary[], after: Partial<Place>): Undo {
    return untilDone(images, async (image) => {
      const now = await client.images.get(image.id);
      library.put(now);
      await change(now, membersBefore<Place>(placeOf(image), { ...placeOf(image), ...after }, placeOf(now)));
    });
  }

  /** Restores images into the folders in which they were. */
  async function putBack(image: ImageSummary): Promise<void> {
    await restoreImage(client, image);
    library.put({ ...image, active: true, status: 'active' });
  }

  return {
    async rename(image, name) {
      await change(image, { name });
      showToast(imagesTexts.renamed(name), { undo: undoChange([image], { name }) });
    },
    async move(images, to) {
      const folder = to === '' ? null : to;
      const { done } = await each(images, (image) => change(image, { folder }));
      showToast(imagesTexts.moved(formatNumber(done.length), done.length === 1, to), {
        undo: undoChange(done, { folder }),
      });
    },
    async remove(images) {
      try {
        const { done } = await each(images, async (image) => {
          await client.images.delete(image.id);
          library.put({ ...image, active: false, status: 'deleted' });
        });
        const [first, ...others] = done;
        const text =
          first !== undefined && others.length === 0
            ? imagesTexts.deletedOne(first.name)
            : imagesTexts.deletedMany(formatNumber(done.length));
        showToast(text, { undo: untilDone(done, putBack, restored(done)) });
      } catch (error) {
        showError(error);
      }
    },
    async restore(images) {
      try {
        const { done } = await each(images, putBack);
        showToast(restored(done));
      } catch (error) {
        showError(error);
      }
    },
  };
}

/** What of an image can be changed. */
type Place = Pick<ImageSummary, 'name' | 'folder'>;

function placeOf({ name, folder }: Place): Place {
  return { name, folder };
}

function restored({ length }: readonly ImageSummary[]): string {
  return imagesTexts.restored(formatNumber(length), length === 1);
}

/**
 * Returns what does something with each image, and when it is called again, with those for which no server answered.
 *
 * @param done what is said then.
 */
function untilDone(
  images: readonly ImageSummary[],
  act: (image: ImageSummary) => Promise<void>,
  done?: string,
): Undo {
  let left = images;
  return async () => {
    ({ left } = await each(left, act));
    return left.length === 0 ? done : false;
  };
}

/**
 * Does something with each image, four at a time. Returns those with which it succeeded, tells of the others, and returns
 * those of them for which no server answered.
 *
 * @throws the first error if it succeeded with none.
 */
async function each(
  images: readonly ImageSummary[],
  act: (image: ImageSummary) => Promise<void>,
): Promise<{ readonly done: readonly ImageSummary[]; readonly left: readonly ImageSummary[] }> {
  const done: ImageSummary[] = [];
  const left: ImageSummary[] = [];
  const errors: unknown[] = [];
  await forEachConcurrently(images, CONCURRENT_MAX, async (image) => {
    try {
      await act(image);
      done.push(image);
    } catch (error) {
      errors.push(error);
      if (isPassing(error)) left.push(image);
    }
  });
  if (errors.length > 0 && done.length === 0) throw errors[0];
  if (errors.length > 0) {
    const [failed, total] = [formatNumber(errors.length), formatNumber(images.length)];
    showToast(imagesTexts.failedSome(failed, total, messageOf(errors[0])), { isBad: true });
  }
  return { done, left };
}

function showError(error: unknown): void {
  showToast(messageOf(error), { isBad: true });
}
