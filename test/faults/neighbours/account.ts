/** An account as one of its clients uses it. */
export interface Account {
  readonly url: string;
  readonly key: string;
}

/** Sends JSON and returns the body. Rejects for a status other than 2xx. */
export async function ask<Body>(
  { url, key }: Account,
  method: string,
  path: string,
  json?: object,
): Promise<Body> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = json === undefined ? { method, headers } : { method, headers, body: JSON.stringify(json) };
  const response = await fetch(`${url}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? (undefined as Body) : JSON.parse(text);
}

/** Uploads a picture and returns its id. */
export async function upload({ url, key }: Account, picture: Uint8Array): Promise<number> {
  const form = new FormData();
  form.set('file', new File([Buffer.from(picture)], 'picture.png'));
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/admin/images`, { method: 'POST', headers, body: form });
  const text = await response.text();
  if (!response.ok) throw new Error(`upload: ${response.status} ${text}`);
  return JSON.parse(text).id;
}

/** Drafts and saves a timer, and returns the path of its production URL. */
export async function makeTimer(account: Account, design: object): Promise<string> {
  const conversationId = 'neighbours';
  const draft = await ask<{ timerFrameId: string }>(account, 'POST', '/v2/timer-frames', {
    conversationId,
    design,
  });
  const saved = await ask<{ productionUrl: string }>(
    account,
    'POST',
    `/v2/timer-frames/${draft.timerFrameId}/save`,
    { conversationId },
  );
  return new URL(saved.productionUrl).pathname;
}
