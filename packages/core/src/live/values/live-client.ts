import type { LiveClient } from '../../contracts/live/live-rules.ts';

/** The marks of clients in a User-Agent, the most telling first. */
const MARKS: readonly (readonly [client: LiveClient, mark: RegExp])[] = [
  // The proxy of Apple Mail sends this and nothing else.
  ['apple-privacy', /^Mozilla\/5\.0$/],
  ['gmail', /GoogleImageProxy/i],
  ['yahoo', /YahooMailProxy/i],
  ['outlook', /ms-?office|Outlook/i],
  ['mobile', /Mobile|Android|iPhone|iPad/i],
  ['desktop', /Windows NT|Macintosh|X11|CrOS/i],
];

/** Returns the client that a User-Agent names. */
export function liveClientOf(userAgent: string): LiveClient {
  const text = userAgent.trim();
  return MARKS.find(([, mark]) => mark.test(text))?.[0] ?? 'other';
}
