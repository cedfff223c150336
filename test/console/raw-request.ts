import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** Sends a request and returns the response as it was sent: `fetch` would decode the body. */
export async function send(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  const sending = request(url, { method, headers, agent: false });
  sending.end();
  const [response]: IncomingMessage[] = await once(sending, 'response');
  if (response === undefined) throw new Error('no response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}
