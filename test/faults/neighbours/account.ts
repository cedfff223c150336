/** Records of a request. */
const BATCH = 100;

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

/** Creates a store of products `sku-0`, `sku-1`, … and returns its id. */
export async function addProducts(account: Account, count: number): Promise<string> {
  const { id } = await ask<{ id: string }>(account, 'POST', '/v2/stores', {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number' },
    ],
  });
  for (let from = 0; from < count; from += BATCH) {
    const length = Math.min(BATCH, count - from);
    const records = Array.from({ length }, (_, index) => productOf(from + index));
    await ask(account, 'POST', `/v2/stores/${id}/records/batch`, { records });
  }
  return id;
}

export function productOf(index: number) {
  return { sku: `sku-${index}`, title: `Product ${index % 97} of the range`, price: index % 500 };
}

/** Drafts and saves a live image of a product, and returns the path of its production URL. */
export async function makeOffer(
  account: Account,
  storeId: string,
  imageId: number | null = null,
): Promise<string> {
  const conversationId = 'neighbours';
  const draft = await ask<{ draftId: string }>(account, 'POST', '/v2/live-image-drafts', {
    conversationId,
    design: {
      variables: { sku: { sample: 'sku-1' }, name: { default: 'friend' } },
      sources: { product: { kind: 'record', storeId, key: { sku: '{{ sku }}' } } },
      layers: {
        photo: { type: 'image', width: 200, height: 200, imageId },
        title: { type: 'text', x: 220, width: 360, text: 'Hi {{ name }}, {{ product.title }} is back' },
        price: { type: 'text', x: 220, y: 100, text: '{{ product.price | money: "EUR" }}' },
      },
    },
  });
  const path = `/v2/live-image-drafts/${draft.draftId}/save`;
  const saved = await ask<{ productionUrl: string }>(account, 'POST', path, { conversationId });
  return new URL(saved.productionUrl).pathname;
}
