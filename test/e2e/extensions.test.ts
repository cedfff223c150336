import type { ImageDetail, MapResponse, Page } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, expectRefused, forbidden, notFound } from './arrange.ts';
import type { OpenApiDocument } from './contract-check.ts';
import { picture } from './samples.ts';
import { onOneStorage } from './world.ts';

const ALIASES = [
  ['get', '/maps'],
  ['post', '/maps'],
  ['delete', '/maps/{mapId}'],
  ['post', '/images'],
] as const;

onOneStorage((arrange) => {
  test(
    'creates, lists and deletes maps and images under /v2 as under /admin',
    verifies('extensions.aliases', 'admin.maps', 'admin.images'),
    async () => {
      const { a, b, withStoreKey } = await arrange();
      for (const [one, other] of [
        ['/v2', '/admin'],
        ['/admin', '/v2'],
      ] as const) {
        const made = await a.post<MapResponse>(`${one}/maps`, { name: 'Shops' });
        expect(made).toMatchObject({ status: 201 });
        expect(made.headers.get('location')).toBe(`/v2/maps/${made.body.id}`);
        for (const prefix of [one, other]) {
          const { body } = await a.get<Page<MapResponse>>(`${prefix}/maps?limit=1`);
          expect(body.items).toEqual([made.body]);
          expectRefused(await a.post(`${prefix}/maps`, { name: '' }), ['name']);
          expectRefused(await a.get(`${prefix}/maps?limit=0`), ['limit']);
        }
        expectProblem(await b.delete(`${other}/maps/${made.body.id}`), ...notFound);
        expect((await a.delete(`${other}/maps/${made.body.id}`)).status).toBe(204);
        expectProblem(await a.delete(`${one}/maps/${made.body.id}`), ...notFound);

        const form = [['file', { bytes: picture(), name: 'dot.png' }]] as const;
        const image = await a.send<ImageDetail>('POST', `${one}/images`, { form: [...form] });
        expect(image).toMatchObject({ status: 201, body: { name: 'dot', type: 'static' } });
        expect((await a.get<ImageDetail>(`/v2/images/${image.body.id}`)).body.id).toBe(image.body.id);
        expectRefused(await a.send('POST', `${other}/images`, { form: [] }), ['file']);
      }
      const store = await withStoreKey((await createStore(a, { sku: 'string' })).id);
      for (const [method, path] of ALIASES) {
        expectProblem(
          await store.send(method.toUpperCase(), `/v2${path.replace('{mapId}', '1')}`),
          ...forbidden,
        );
      }
    },
  );

  test('documents the aliases in both documents', verifies('extensions.document'), async () => {
    const { anonymous } = await arrange();
    const own = (await anonymous.get<OpenApiDocument>('/v2/openapi.json')).body;
    const admin = (await anonymous.get<OpenApiDocument>('/admin/openapi.json')).body;
    for (const [method, path] of ALIASES) {
      const extension = own.paths[`/v2${path}`]?.[method];
      const original = admin.paths[`/admin${path}`]?.[method];
      expect(extension).toMatchObject({ tags: ['Extensions'] });
      expect({ ...extension, tags: [] }).toEqual({ ...original, tags: [] });
    }
    for (const path of ['/admin/status', '/admin/usage', '/admin/jobs/{id}/retry']) {
      expect(admin.paths).toHaveProperty([path]);
    }
  });
});
