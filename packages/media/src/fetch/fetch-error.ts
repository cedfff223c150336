/** A font is not fetched. The message is for the client and reveals nothing about the network. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

/**
 * Returns the error for every failure on the network. They are all alike, so that clients can't probe names and
 * addresses.
 */
export function unreachable(): FetchError {
  return new FetchError('No font could be fetched from this URL.');
}
