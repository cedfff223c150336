/** A text of more characters is sent in slices. */
const LARGE_LENGTH = 256 * 1024;
const SLICE_LENGTH = 64 * 1024;

/** Whether the text is so large that its bytes are made as the client takes them. */
export function isLargeText(body: unknown): body is string {
  return typeof body === 'string' && body.length > LARGE_LENGTH;
}

/**
 * Returns the UTF-8 bytes of a text, a slice at a time. Writing the text as a whole would copy it into memory outside
 * of V8's heap, where it stays until the client has taken all of it, and which is seldom given back to the system.
 */
export function sliceText(text: string): ReadableStream<Uint8Array> {
  let start = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const end = sliceEnd(text, start);
        controller.enqueue(Buffer.from(text.slice(start, end)));
        start = end;
        if (start >= text.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The end of the slice, which is never between the two halves of a character. */
function sliceEnd(text: string, start: number): number {
  const end = start + SLICE_LENGTH;
  const isHalved = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isHalved ? end + 1 : end;
}
