/** No stored text, and so no id, holds U+0000 or a lone surrogate: no storage is asked for one. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
