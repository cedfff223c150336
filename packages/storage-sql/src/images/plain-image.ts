import type { ImageReplacement, NewImage } from '@vitrine/core/storage';

/** Returns the image without other members of the caller's object, so that only the row crosses to the writer. */
export function plainImage(image: NewImage): NewImage {
  const { accountId, publicId, type, name, folder, active, width, height, format, animated } = image;
  const { bytes, blob, timer, live, createdAt, updatedAt, uses } = image;
  return {
    ...{ accountId, publicId, type, name, folder, active, width, height, format, animated },
    ...{ bytes, blob, createdAt, updatedAt },
    ...plainDesign({ timer, live }),
    uses: [...uses],
  };
}

/** Returns the replacement without other members of the caller's object, as `plainImage`. */
export function plainReplacement(replacement: ImageReplacement): ImageReplacement {
  const { imageId, width, height, format, animated, bytes, uses, name, folder } = replacement;
  return {
    ...{ imageId, width, height, format, animated, bytes },
    ...plainDesign(replacement),
    uses: [...uses],
    ...(name === undefined ? {} : { name }),
    ...(folder === undefined ? {} : { folder }),
  };
}

function plainDesign({ timer, live }: Pick<NewImage, 'timer' | 'live'>): Pick<NewImage, 'timer' | 'live'> {
  return { timer: timer && { ...timer, target: { ...timer.target } }, live: live && { ...live } };
}
