import { type ReadonlySignal, signal } from '@preact/signals';

/** The picture of a draft, as a `blob:` URL. */
export interface Picture {
  readonly url: string;
  readonly blob: Blob;
}

/** The picture of a draft that changes. */
export interface DraftPicture {
  /** The last picture. It stays while the next one is drawn. */
  readonly picture: ReadonlySignal<Picture | null>;
  readonly isDrawing: ReadonlySignal<boolean>;
  /** Why the picture is not that of this moment: the last drawing failed. */
  readonly notDrawn: ReadonlySignal<unknown>;
  /** Fetches the picture of this moment. An earlier request is given up. */
  redraw(): Promise<void>;
  /** Frees the picture. Nothing is drawn afterwards. */
  dispose(): void;
}

/** @param preview requests the picture of this moment. */
export function createDraftPicture(preview: (signal: AbortSignal) => Promise<Blob>): DraftPicture {
  const picture = signal<Picture | null>(null);
  const isDrawing = signal(false);
  const notDrawn = signal<unknown>(null);
  let drawing = new AbortController();
  let isDisposed = false;

  const free = () => {
    const shown = picture.peek();
    if (shown !== null) URL.revokeObjectURL(shown.url);
  };

  return {
    picture,
    isDrawing,
    notDrawn,
    async redraw() {
      if (isDisposed) return;
      drawing.abort();
      const own = new AbortController();
      drawing = own;
      isDrawing.value = true;
      try {
        const blob = await preview(own.signal);
        if (own.signal.aborted) return;
        free();
        picture.value = { url: URL.createObjectURL(blob), blob };
        notDrawn.value = null;
      } catch (error) {
        if (!own.signal.aborted) notDrawn.value = error;
      } finally {
        if (drawing === own) isDrawing.value = false;
      }
    },
    dispose() {
      isDisposed = true;
      drawing.abort();
      free();
    },
  };
}
