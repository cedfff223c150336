import type { ImageSummary } from '@vitrine/client';

/** The pictures that a design may show. */
export interface ImageChoices {
  readonly images: readonly ImageSummary[];
  /** Offers a picture that was just added. */
  readonly addImage: (image: ImageSummary) => void;
}
