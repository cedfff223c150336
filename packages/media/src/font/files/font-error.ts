/** A font is refused. The message is for the client. */
export class FontError extends Error {
  override readonly name = 'FontError';
}
