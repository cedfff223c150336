const IGNORED = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** Returns the letters of a text to draw: composed (NFC), and without invisible ones. */
export function piecesOf(text: string): string[] {
  return Array.from(text.normalize('NFC').replaceAll(IGNORED, ''));
}
