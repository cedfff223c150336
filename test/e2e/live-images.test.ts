import type {
  ImageDetail,
  LiveDesignChanges,
  LiveImageDetail,
  LiveImageDraftResponse,
  LiveImageHtmlResponse,
  LiveImageSummary,
  Page,
  ResolveLiveImageResponse,
} from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, expectRefused } from './arrange.ts';
import { type Client, pathOf } from './client.ts';
import { onOneStorage } from './world.ts';

const conversationId = 'chat-1';

async function draftLive(client: Client, design: LiveDesignChanges): Promise<LiveImageDraftResponse> {
  const { status, body } = await client.post<LiveImageDraftResponse>('/v2/live-image-drafts', {
    ...{ conversationId, name: 'Greeting', design },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const draftPath = ({ draftId }: LiveImageDraftResponse) => `/v2/live-image-drafts/${draftId}`;

async function saveLive(client: Client, draft: LiveImageDraftResponse): Promise<LiveImageHtmlResponse> {
  const { status, body } = await client.post<LiveImageHtmlResponse>(`${draftPath(draft)}/save`, {
    conversationId,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const GREETING: LiveDesignChanges = {
  variables: { first_name: { default: 'friend', sample: 'Jana' } },
  layers: { title: { type: 'text', x: 20, y: 20, width: 560, text: 'Hi {{ first_name }}' } },
  link: 'https://shop.example/hello?name={{ first_name }}',
};

onOneStorage((arrange) => {
  test(
    'a draft is changed, previewed, resolved, saved and read again',
    verifies('live.operations'),
    async () => {
      const { a } = await arrange();
      const draft = await draftLive(a, GREETING);
      expect(draft).toMatchObject({
        ...{ conversationId, name: 'Greeting', revision: 1, status: 'draft', liveImageId: null },
        ...{ variables: ['first_name'], warnings: [] },
      });
      const changes = { layers: { title: { size: 40 } } };
      const changed = await a.patch<LiveImageDraftResponse>(draftPath(draft), {
        conversationId,
        changes,
        revision: 1,
      });
      expect(changed.body).toMatchObject({ revision: 2, design: { layers: { title: { size: 40 } } } });
      expectRefused(await a.patch(draftPath(draft), { conversationId, changes, revision: 1 }), ['revision']);

      const previewOf = async (query: string) => a.get(`${pathOf(changed.body.previewUrl)}${query}`);
      const preview = await previewOf('');
      expect(preview.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/);
      expect(await sharp(preview.bytes).metadata()).toMatchObject({ width: 600, height: 200 });
      const [jana, tom] = [
        await previewOf('&first_name=Jana&client=gmail'),
        await previewOf('&first_name=Tom'),
      ];
      expect(Buffer.from(jana.bytes).equals(Buffer.from(preview.bytes))).toBe(true);
      expect(Buffer.from(tom.bytes).equals(Buffer.from(preview.bytes))).toBe(false);

      const resolve = (request: object) =>
        a.post<ResolveLiveImageResponse>(`${draftPath(draft)}/resolve`, { conversationId, ...request });
      expect((await resolve({ variables: { first_name: 'J ü' } })).body).toEqual({
        rule: null,
        values: { first_name: { value: 'J ü', from: 'url' } },
        records: {},
        texts: { title: 'Hi J ü' },
        link: 'https://shop.example/hello?name=J%20%C3%BC',
        warnings: [],
      });
      expect((await resolve({ variables: {} })).body.values).toEqual({
        first_name: { value: 'friend', from: 'default' },
      });
      expectRefused(await resolve({ at: 'soon' }), ['at']);
      expectRefused(await resolve({ client: 'netscape', variables: { x: 5 } }), ['client', 'variables.x']);

      const saved = await saveLive(a, draft);
      expect(await saveLive(a, draft)).toEqual(saved);
      expectRefused(await a.patch(draftPath(draft), { conversationId, changes }), ['']);
      const detail = (await a.get<LiveImageDetail>(`/v2/live-images/${saved.imageId}`)).body;
      expect(detail).toMatchObject({
        id: saved.imageId,
        name: 'Greeting',
        design: changed.body.design,
        warnings: [],
      });
      const list = (await a.get<Page<LiveImageSummary>>('/v2/live-images?q=GREET')).body;
      const { design: _, warnings: __, ...summary } = detail;
      expect(list.items).toMatchObject([{ ...summary, thumbnailUrl: expect.any(String) }]);
      expect((await a.send('DELETE', `${draftPath(draft)}?conversationId=${conversationId}`)).status).toBe(
        204,
      );
      expect((await a.send('DELETE', `/v2/live-images/${saved.imageId}`)).status).toBe(204);
      expect((await a.get<Page<unknown>>('/v2/live-images')).body.items).toEqual([]);
      expect((await a.get<LiveImageDetail>(`/v2/live-images/${saved.imageId}`)).body.status).toBe('deleted');
    },
  );

  test('a live image is an image', verifies('live.image'), async () => {
    const { a } = await arrange();
    const { imageId, productionUrl } = await saveLive(a, await draftLive(a, GREETING));
    const path = `/v2/images/${imageId}`;
    const image = (await a.get<ImageDetail>(path)).body;
    expect(image).toMatchObject({
      ...{ id: imageId, type: 'live', active: true, width: 600, height: 200, animated: false, productionUrl },
      live: { design: { variables: { first_name: { sample: 'Jana' } } } },
    });
    expect((await a.get<Page<unknown>>('/v2/images?type=live')).body.items).toHaveLength(1);
    expect((await a.get<Page<unknown>>('/v2/images?type=timer')).body.items).toEqual([]);
    expect((await a.get<{ items: object[] }>('/v2/image-types')).body.items).toContainEqual({
      ...{ value: 'live', label: 'Live image' },
    });
    expect((await a.post('/v2/images/lookup', { url: `${productionUrl}?first_name=x` })).body).toMatchObject({
      id: imageId,
    });
    expect((await a.get(pathOf(image.thumbnailUrl))).headers.get('content-type')).toBe('image/webp');
    expect((await a.patch(path, { name: 'Renamed' })).status).toBe(204);
    expect((await a.post(`${path}/move`, { folder: 'Campaigns' })).status).toBe(204);
    expect((await a.send('DELETE', path)).status).toBe(204);
    expect((await a.post(`${path}/restore`)).status).toBe(204);
    expect((await a.get<LiveImageDetail>(`/v2/live-images/${imageId}`)).body).toMatchObject({
      ...{ name: 'Renamed', status: 'active' },
    });
    expect((await a.get(`/v2/timers/${imageId}`)).status).toBe(404);

    const shown = async (query: string) => Buffer.from((await a.get(pathOf(productionUrl) + query)).bytes);
    const [jana, again, tom] = [
      await shown('?first_name=Jana'),
      await shown('?utm=1&amp;first_name=Jana'),
      await shown('?first_name=Tom'),
    ];
    expect(jana.equals(again)).toBe(true);
    expect(jana.equals(tom)).toBe(false);
  });

  test('the HTML has the merge tags of the mail tool', verifies('live.html'), async () => {
    const { a } = await arrange();
    const { imageId, productionUrl, clickUrl, html } = await saveLive(a, await draftLive(a, GREETING));
    const htmlWith = (tag: string) =>
      `<a href="${clickUrl}?first_name=${tag}"><img src="${productionUrl}?first_name=${tag}" width="600" height="200" ` +
      'alt="Greeting" style="display:block;border:0;max-width:100%;height:auto"></a>';
    expect(clickUrl).toBe(productionUrl.replace('/i/', '/l/'));
    expect(html).toBe(htmlWith('{{first_name}}'));
    const tags = {
      plain: '{{first_name}}',
      mailchimp: '*|FIRST_NAME|*',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the tag of a mail tool
      braze: '{{${first_name}}}',
      salesforce: '%%first_name%%',
      hubspot: '{{ contact.first_name }}',
      klaviyo: "{{ person|lookup:'first_name' }}",
      brevo: '{{ contact.FIRST_NAME }}',
    };
    for (const [mergeTags, tag] of Object.entries(tags)) {
      const { body } = await a.post<LiveImageHtmlResponse>(`/v2/live-images/${imageId}/html`, { mergeTags });
      expect(body.html).toBe(htmlWith(tag));
    }
    expectRefused(await a.post(`/v2/live-images/${imageId}/html`, { mergeTags: 'pigeon' }), ['mergeTags']);
    // A mail tool can't sign: its contacts have the URLs, from an export.
    const signed = await saveLive(a, await draftLive(a, { ...GREETING, access: 'signed' }));
    expect(signed.html).toMatch(/^<a href="{{liveClickUrl}}"><img src="{{liveUrl}}" width="/);
    const plain = await saveLive(a, await draftLive(a, { ...GREETING, link: null }));
    expect(plain.html).toMatch(/^<img /);
  });

  test(
    'refuses names that nothing has, and removals of what is in use',
    verifies('live.design.unknown', 'live.design.in-use'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', name: 'string', page: 'url_link' });
      await addRecord(a, store, { sku: 'A-1', name: 'Boots', page: 'https://shop.example/boots' });
      const draft = await draftLive(a, {
        variables: { sku: { sample: 'A-1' } },
        sources: { product: { kind: 'record', storeId: store.id, key: { sku: '{{ sku }}' } } },
        layers: { title: { type: 'text', text: '{{ product.name }}' } },
        rules: { none: { when: [{ field: 'product.name', op: 'empty' }], layers: { title: false } } },
        link: '{{ product.page }}',
      });
      const refused: [LiveDesignChanges, Record<string, unknown>][] = [
        [
          { layers: { title: { text: '{{ produkt.name }}' } } },
          { 'changes.layers.title.text': [expect.stringContaining('Did you mean "product"?')] },
        ],
        [
          { layers: { title: { text: 'a\n{{ product.nam }}' } } },
          {
            'changes.layers.title.text': [
              expect.stringMatching(/Did you mean "name"\?.*\(line 2, column 4\)$/),
            ],
          },
        ],
        [
          { link: '{{ product.name }}', altText: '{{ product[sku] }}' },
          { 'changes.link': expect.anything(), 'changes.altText': expect.anything() },
        ],
        [
          {
            link: '{{ product.page | append: "?ref=mail" }}',
            fallback: { link: 'https://shop.example/{{ sku }}' },
            layers: { photo: { type: 'image', url: '/photos/1.png' } },
          },
          {
            'changes.link': [expect.stringContaining('A filter changes the property')],
            'changes.fallback.link': ['Expected a URL, http or https, without values.'],
            'changes.layers.photo.url': [expect.stringContaining('Expected a URL')],
          },
        ],
        [
          { rules: { none: { layers: { titel: false } } } },
          {
            'changes.rules.none.layers.titel': [
              'No layer has this name. Did you mean "title"? Known: title.',
            ],
          },
        ],
        [
          { variables: { sku: null } },
          { 'changes.variables.sku': ['design.sources.product.key.sku still names it.'] },
        ],
        [
          { sources: { product: null } },
          { 'changes.sources.product': ['design.layers.title.text still names it.'] },
        ],
        [
          { layers: { title: null } },
          { 'changes.layers.title': ['design.rules.none.layers.title still names it.'] },
        ],
        [
          { variables: { now: {}, product: {} } },
          {
            'changes.variables.now': expect.anything(),
            'changes.sources.product': ['A variable has this name.'],
          },
        ],
      ];
      for (const [changes, errors] of refused) {
        const { status, body } = await a.patch(draftPath(draft), { conversationId, changes });
        expect({ status, body }).toMatchObject({ status: 400, body: { errors } });
      }
      const both = {
        variables: { sku: null },
        sources: { product: null },
        layers: null,
        rules: null,
        link: null,
      };
      expect((await a.patch(draftPath(draft), { conversationId, changes: both })).status).toBe(200);
      const link = '{{ product.page | default: "https://shop.example/" }}?ref=mail';
      const changes = {
        ...{ sources: { product: { kind: 'record', storeId: store.id, key: { sku: 'A-1' } } } },
        link,
      };
      expect((await a.patch(draftPath(draft), { conversationId, changes })).status).toBe(200);
    },
  );
});
