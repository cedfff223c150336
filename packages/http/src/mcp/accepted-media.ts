export const JSON_TYPE = 'application/json';
export const EVENTS = 'text/event-stream';

/** Media ranges that include JSON. A client that names none accepts everything (RFC 9110, section 12.5.1). */
const INCLUDES_JSON = /(?:^|,)\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:;|,|$)/i;

/** How the response to a message is written for its client. */
export interface AcceptedMedia {
  /** The request for the protocol library, which demands that a client names JSON and event streams. */
  readonly request: Request;
  /** Whether the client names event streams. If not, the events of a response become JSON (`eventsToJson`). */
  readonly takesEvents: boolean;
}

/**
 * Reads the media types of a request. One that accepts JSON in any way is served, because curl accepts everything by
 * default and many HTTP libraries name no type. Any other is left to the protocol library, which responds with 406.
 */
export function acceptedMedia(request: Request): AcceptedMedia {
  const accept = request.headers.get('accept') ?? '*/*';
  const takesEvents = accept.includes(EVENTS);
  if (takesEvents || !INCLUDES_JSON.test(accept)) return { request, takesEvents };
  const headers = new Headers(request.headers);
  headers.set('accept', `${JSON_TYPE}, ${EVENTS}`);
  // Without the body, which the caller has read.
  const { url, method, signal } = request;
  return { request: new Request(url, { method, headers, signal }), takesEvents };
}

/** Returns the messages of an event stream as JSON: the only one, or a list of several. */
export function eventsToJson(text: string): string {
  const messages = text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .filter((message) => message !== '');
  return messages.length === 1 ? (messages[0] ?? '') : `[${messages.join(',')}]`;
}
