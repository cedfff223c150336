import type { Send } from '../requests/connection.ts';

/** Statuses of responses that can't have a body. */
const BODILESS = new Set([204, 205, 304]);

/** Returns a kind of `fetch` that tells how many bytes of the body were sent, which `fetch` itself can't. */
export function uploadFetch(onSent: (bytes: number) => void): Send {
  return (url, { method = 'GET', headers, body = null, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.responseType = 'arraybuffer';
      request.upload.onprogress = ({ loaded }) => onSent(loaded);
      request.onload = () => {
        const { status, statusText, response } = request;
        const content = BODILESS.has(status) ? null : (response as ArrayBuffer);
        resolve(new Response(content, { status, statusText, headers: headersOf(request) }));
      };
      request.onerror = () => reject(new TypeError('Failed to send.'));
      request.onabort = () => reject(signal?.reason);
      request.onloadend = () => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort);
      // The client sends forms and text only.
      request.send(body as XMLHttpRequestBodyInit | null);
    });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
