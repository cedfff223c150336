/** Why a font is not taken: a sentence for whoever sent it. */
export class FontError extends Error {
  override readonly name = 'FontError';
}
