/** An event stream, as a test reads it. */
export interface EventReader {
  readonly response: Response;
  /** Returns the next event with data, parsed by lines. Rejects when the stream ends before. */
  next(): Promise<ReceivedEvent>;
  /** Returns the position from which the stream can be resumed before its first event. */
  opening(): Promise<string>;
  /** Returns the whole rest as text. */
  rest(): Promise<string>;
  close(): Promise<void>;
}

export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Reads a response as an event stream. */
export function readEvents(response: Response): EventReader {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let at = 0;

  async function more(): Promise<boolean> {
    const { done, value } = await reader.read();
    if (done) return false;
    text += decoder.decode(value, { stream: true });
    return true;
  }

  return {
    response,
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n', at);
        if (end < 0) {
          if (!(await more())) throw new Error('The stream has ended.');
          continue;
        }
        const lines = text.slice(at, end).split('\n');
        at = end + 2;
        const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)));
        if (fields.data !== undefined)
          return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
      }
    },
    async opening() {
      await more();
      const [, id = ''] = /^retry: \d+\nid: (.*)\n\n/.exec(text) ?? [];
      return id;
    },
    async rest() {
      const start = at;
      while (await more());
      return text.slice(start);
    },
    close: () => reader.cancel(),
  };
}
