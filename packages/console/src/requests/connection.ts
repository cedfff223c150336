import { signal } from '@preact/signals';
import { SERVER_URL } from '../router/location.ts';

/** Whether the last request got a response from the server. */
export const isOnline = signal(true);

const CHECK_MS = 2_000;

export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** `fetch`, or another way to send, which also notices whether the server answers. */
export async function watchedFetch(
  url: string,
  init: RequestInit,
  send: Send = (address, settings) => fetch(address, settings),
): Promise<Response> {
  try {
    const response = await send(url, init);
    isOnline.value = true;
    return response;
  } catch (error) {
    if (!(init.signal?.aborted ?? false)) noticeSilence();
    throw error;
  }
}

/** Notes that the server does not answer, and asks it until it does. */
function noticeSilence(): void {
  if (!isOnline.peek()) return;
  isOnline.value = false;
  const timer = setInterval(async () => {
    const isAnswering = await fetch(`${SERVER_URL}healthz`, { cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    if (isAnswering) isOnline.value = true;
    if (isOnline.peek()) clearInterval(timer);
  }, CHECK_MS);
}
