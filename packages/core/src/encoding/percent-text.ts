/** Decodes the percent-escapes of a text that are UTF-8, and leaves the others as they are. Never throws. */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
