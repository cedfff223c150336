import type { NewImage } from '@vitrine/core/storage';

/** What crosses to the writer: the row's own members and nothing that a caller's object carries besides. */
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
