import type { Client, ImageSummary } from '@vitrine/client';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '../../../components/format.ts';
import { showToast } from '../../../components/toast.tsx';
import { forEachConcurrently } from '../../../requests/concurrency.ts';
import { messageOf } from '../../../requests/describe-error.ts';
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
  async function rename(image: ImageSummary, name: string): Promise<void> {
    await client.images.rename(image.id, name);
    library.put({ ...image, name });
  }

  /** Puts each image into a folder; null is the root folder. */
  function place(images: readonly ImageSummary[], folderOf: (image: ImageSummary) => string | null) {
    return each(images, async (image) => {
      const folder = folderOf(image);
      await client.images.move(image.id, folder);
      library.put({ ...image, folder });
    });
  }

  /** Restores images into the folders in which they were. The server restores them into the root folder. */
  function putBack(images: readonly ImageSummary[]) {
    return each(images, async (image) => {
      await client.images.restore(image.id);
      if (image.folder !== null) await client.images.move(image.id, image.folder);
      library.put({ ...image, active: true, status: 'active' });
    });
  }

  return {
    async rename(image, name) {
      await rename(image, name);
      showToast(imagesTexts.renamed(name), {
        undo: () => void rename({ ...image, name }, image.name).catch(showError),
      });
    },
    async move(images, folder) {
      const moved = await place(images, () => (folder === '' ? null : folder));
      const undo = () => void place(moved, (image) => image.folder).catch(showError);
      showToast(imagesTexts.moved(formatNumber(moved.length), moved.length === 1, folder), { undo });
    },
    async remove(images) {
      try {
        const removed = await each(images, async (image) => {
          await client.images.delete(image.id);
          library.put({ ...image, active: false, status: 'deleted' });
        });
        const [first, ...others] = removed;
        const text =
          first !== undefined && others.length === 0
            ? imagesTexts.deletedOne(first.name)
            : imagesTexts.deletedMany(formatNumber(removed.length));
        showToast(text, { undo: () => void putBack(removed).catch(showError) });
      } catch (error) {
        showError(error);
      }
    },
    async restore(images) {
      try {
        const restored = await putBack(images);
        showToast(imagesTexts.restored(formatNumber(restored.length), restored.length === 1));
      } catch (error) {
        showError(error);
      }
    },
  };
}

/**
 * Does something with each image, four at a time. Returns those with which it succeeded, and tells of the others.
 *
 * @throws the first error if it succeeded with none.
 */
async function each(
  images: readonly ImageSummary[],
  act: (image: ImageSummary) => Promise<void>,
): Promise<readonly ImageSummary[]> {
  const done: ImageSummary[] = [];
  const errors: unknown[] = [];
  await forEachConcurrently(images, CONCURRENT_MAX, async (image) => {
    try {
      await act(image);
      done.push(image);
    } catch (error) {
      errors.push(error);
    }
  });
  if (errors.length > 0 && done.length === 0) throw errors[0];
  if (errors.length > 0) {
    const [failed, total] = [formatNumber(errors.length), formatNumber(images.length)];
    showToast(imagesTexts.failedSome(failed, total, messageOf(errors[0])), { isBad: true });
  }
  return done;
}

function showError(error: unknown): void {
  showToast(messageOf(error), { isBad: true });
}
