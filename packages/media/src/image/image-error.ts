/** A picture is refused. The message is for the client. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

export function truncated(format: string): ImageError {
  return new ImageError(`The ${format} is cut off: it ends in the middle.`);
}

export function broken(format: string): ImageError {
  return new ImageError(`The ${format} can't be read: its parts do not fit together.`);
}
