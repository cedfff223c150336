/** The escapes of one character in UTF-8. */
const CHARACTER =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi;

/** Decodes the percent-escapes of a text that are UTF-8, and leaves the others as they are. Never throws. */
export function decodePercent(text: string): string {
  return text.replace(CHARACTER, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      // Longer than need be, or half of a pair.
      return escapes;
    }
  });
}
