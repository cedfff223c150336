import type { NewImage, TimerReplacement } from '@vitrine/core/storage';

/** Returns the image without other members of the caller's object, so that only the row crosses to the writer. */
export function plainImage(image: NewImage): NewImage {
  const { accountId, publicId, type, name, folder, active, width, height, format, animated } = image;
  const { bytes, blob, timer, createdAt, updatedAt, uses } = image;
  return {
    ...{ accountId, publicId, type, name, folder, active, width, height, format, animated },
    ...{ bytes, blob, createdAt, updatedAt },
    timer: timer && { ...timer, target: { ...timer.target } },
    uses: [...uses],
  };
}

/** Returns the replacement without other members of the caller's object, as `plainImage`. */
export function plainReplacement(replacement: TimerReplacement): TimerReplacement {
  const { imageId, width, height, animated, bytes, timer, uses, name, folder } = replacement;
  return {
    ...{ imageId, width, height, animated, bytes },
    timer: { ...timer, target: { ...timer.target } },
    uses: [...uses],
    ...(name === undefined ? {} : { name }),
    ...(folder === undefined ? {} : { folder }),
  };
}
