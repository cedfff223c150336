import { ask } from '../seed.ts';
import type { Served } from '../served.ts';

/** Creates a live image of a record, with a photo, three texts and a shape. Returns the path of its production URL. */
export async function makeOffer(served: Served, picture: Uint8Array): Promise<string> {
  const at = (path: string) => ({ ...served, path });
  const form = new FormData();
  form.set('file', new File([Buffer.from(picture)], 'photo.jpg'));
  const uploaded = await fetch(`http://127.0.0.1:${served.port}/admin/images`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${served.key}` }, body: form },
  });
  if (uploaded.status !== 201) throw new Error(`The photo: ${uploaded.status} ${await uploaded.text()}`);
  const { id: imageId } = (await uploaded.json()) as { id: number };
  const [, storeId] = /^\/v2\/stores\/([^/]+)\/records$/.exec(served.path) ?? [];
  const conversationId = 'bench';
  const draft = await ask(at('/v2/live-image-drafts'), {
    method: 'POST',
    path: '',
    body: { conversationId, design: designOf(storeId ?? '', imageId) },
  });
  const { draftId } = draft as { draftId: string };
  const saved = await ask(at(`/v2/live-image-drafts/${draftId}`), {
    ...{ method: 'POST', path: '/save', body: { conversationId } },
  });
  return new URL((saved as { productionUrl: string }).productionUrl).pathname;
}

const INTER_BOLD = 2;

function designOf(storeId: string, imageId: number) {
  return {
    ...{ width: 600, height: 200 },
    variables: { sku: { sample: 'SKU-0000001' }, name: { default: 'friend' } },
    sources: { product: { kind: 'record', storeId, key: { sku: '{{ sku }}' } } },
    layers: {
      photo: { type: 'image', order: 1, width: 200, height: 200, radius: 12, imageId },
      title: {
        ...{ type: 'text', order: 2, x: 220, y: 16, width: 360, height: 72, size: 26, fontId: INTER_BOLD },
        text: 'Hi {{ name }}, your {{ product.name }} is back',
      },
      price: {
        ...{ type: 'text', order: 3, x: 220, y: 92, width: 360, height: 26, size: 16 },
        text: 'Only {{ product.stock }} left at {{ product.price | money: "EUR" }} in {{ product.color }}',
      },
      pill: { type: 'shape', order: 4, x: 220, y: 136, width: 150, height: 44, radius: 22 },
      button: {
        ...{ type: 'text', order: 5, x: 220, y: 136, width: 150, height: 44, size: 15, fontId: INTER_BOLD },
        ...{ color: '#ffffff', align: 'center', valign: 'middle', text: 'Order {{ product.sku }}' },
      },
    },
  };
}
