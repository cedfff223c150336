const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g;
/** Midnight in UTC, as exports write it. */
const MIDNIGHT = /T00:00:00\.000Z$/;

/**
 * Returns a stream that writes the moments of an exported CSV as days where they are midnight in UTC, as the grid shows
 * them: `2026-02-02`. Everything else stays as it is.
 *
 * @param isTime whether a column holds moments, by its place.
 */
export function daysOfCsv(isTime: readonly boolean[]): TransformStream<Uint8Array, Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  let rest = '';
  const showDays = (lines: string) => {
    let column = 0;
    return lines.replace(CELL, (_, cell: string, end: string) => {
      const shown = isTime[column] === true ? cell.replace(MIDNIGHT, '') : cell;
      column = end === ',' ? column + 1 : 0;
      return shown + end;
    });
  };
  return new TransformStream({
    transform(chunk, controller) {
      const text = rest + decoder.decode(chunk, { stream: true });
      const end = endOfLines(text);
      rest = text.slice(end);
      controller.enqueue(encoder.encode(showDays(text.slice(0, end))));
    },
    flush: (controller) => controller.enqueue(encoder.encode(showDays(rest + decoder.decode()))),
  });
}

/** Returns the place behind the last line of a CSV that is complete. A line break in quotes ends none. */
function endOfLines(text: string): number {
  let quotes = 0;
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/"|\r\n/g)) {
    if (found === '"') quotes += 1;
    else if (quotes % 2 === 0) end = index + found.length;
  }
  return end;
}
