/** Why a font is not fetched: a sentence for whoever named the URL, which tells nothing of the network. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

/** The one sentence for everything that happens on the network: a name or an address must not be probed by what is answered. */
export function unreachable(): FetchError {
  return new FetchError('No font could be fetched from this URL.');
}
