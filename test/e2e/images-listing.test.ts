import type { ImageDetail, ImageSummary, ImageTypesList, Page } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { expectProblem, expectRefused, notFound } from './arrange.ts';
import { type Client, ORIGIN } from './client.ts';
import { addPicture, quarters } from './pictures.ts';
import { onOneStorage } from './world.ts';

async function list(client: Client, query = ''): Promise<Page<ImageSummary>> {
  const { status, body, text } = await client.get<Page<ImageSummary>>(`/v2/images${query}`);
  expect(status, text).toBe(200);
  return body;
}

async function namesOf(client: Client, query = ''): Promise<string[]> {
  return (await list(client, query)).items.map(({ name }) => name);
}

onOneStorage((arrange) => {
  test(
    'lists and returns an added image with all its members',
    verifies(
      'operation.list-images',
      'operation.get-image',
      'images.id',
      'images.summary',
      'images.detail',
      'images.rendered-url',
      'images.html',
      'images.format',
      'images.production-url',
      'run.base-url',
      'times.members',
    ),
    async () => {
      const { a } = await arrange();
      const added = await addPicture(a, undefined, { name: 'Banner', folder: 'spring' });
      const summary = {
        id: 1,
        name: 'Banner',
        type: 'static',
        status: 'active',
        active: true,
        folder: 'spring',
        width: 8,
        height: 6,
        format: 'png',
        animated: false,
        bytes: expect.any(Number),
        productionUrl: expect.stringMatching(new RegExp(`^${ORIGIN}/i/[\\w-]{12}$`)),
        thumbnailUrl: expect.stringMatching(new RegExp(`^${ORIGIN}/v2/image-thumbnails/[\\w-]+/1$`)),
        thumbnailExpiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        date_created: expect.stringMatching(/Z$/),
        date_updated: added.date_created,
      };
      expect(await list(a)).toEqual({ items: [summary], limit: 50 });
      const { body } = await a.get<ImageDetail>('/v2/images/1');
      const { productionUrl } = added;
      expect(body).toEqual({
        ...summary,
        renderedUrl: productionUrl,
        html: `<img src="${productionUrl}" width="8" height="6" alt="Banner" style="display:block;border:0;max-width:100%;height:auto">`,
        warnings: [],
      });
      expect(body).toEqual({
        ...added,
        thumbnailUrl: expect.any(String),
        thumbnailExpiresAt: expect.any(String),
      });
    },
  );

  test('warns of a WebP picture in e-mails', verifies('images.warnings'), async () => {
    const { a } = await arrange();
    for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
      const { warnings } = await addPicture(a, await quarters(8, 6, format));
      expect({ format, warns: warnings.join() }).toEqual({
        format,
        warns: format === 'webp' ? expect.stringContaining('Outlook') : '',
      });
    }
  });

  test('escapes a name in html', verifies('images.html'), async () => {
    const { a } = await arrange();
    const name = `"><script>alert('x')</script>&amp;`;
    const { html } = await addPicture(a, undefined, { name });
    expect(html).toContain('alt="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;"');
    expect(html.match(/[<>]/g)).toEqual(['<', '>']);
  });

  test(
    'lists newest first, with cursors that no other list accepts',
    verifies(
      'images.list.order',
      'page.flow',
      'cursor.other-filter',
      'cursor.foreign',
      'cursor.other-operation',
    ),
    async () => {
      const { a, b } = await arrange();
      for (let n = 1; n <= 5; n++) await addPicture(a, undefined, { name: `Picture ${n}` });
      const first = await list(a, '?limit=2');
      expect(first.items.map(({ name }) => name)).toEqual(['Picture 5', 'Picture 4']);
      await addPicture(a, undefined, { name: 'Later' });
      await a.delete('/v2/images/4');
      const cursor = `cursor=${encodeURIComponent(first.cursor ?? '')}`;
      const second = await list(a, `?limit=2&${cursor}`);
      expect(second.items.map(({ name }) => name)).toEqual(['Picture 3', 'Picture 2']);
      const last = await list(a, `?limit=2&cursor=${encodeURIComponent(second.cursor ?? '')}`);
      expect(last.items.map(({ name }) => name)).toEqual(['Picture 1']);
      expect(last.cursor).toBeUndefined();
      for (const other of ['&status=all', '&type=static', '&q=picture']) {
        expectRefused(await a.get(`/v2/images?${cursor}${other}`), ['cursor']);
      }
      expectRefused(await b.get(`/v2/images?${cursor}`), ['cursor']);
      expectRefused(await a.get(`/v2/stores?${cursor}`), ['cursor']);
    },
  );

  test(
    'lists active images by default, and deleted ones by status',
    verifies(
      'images.list.status',
      'images.deleted.served',
      'images.delete',
      'operation.delete-image',
      'errors.idempotent-deletes.media',
    ),
    async () => {
      const { a } = await arrange();
      await addPicture(a, undefined, { name: 'Kept' });
      const { id } = await addPicture(a, undefined, { name: 'Deleted' });
      for (let time = 0; time < 2; time++) {
        const response = await a.delete(`/v2/images/${id}`);
        expect([response.status, response.text]).toEqual([204, '']);
      }
      expect(await namesOf(a)).toEqual(['Kept']);
      expect(await namesOf(a, '?status=active')).toEqual(['Kept']);
      expect(await namesOf(a, '?status=')).toEqual(['Kept']);
      expect(await namesOf(a, '?status=deleted')).toEqual(['Deleted']);
      expect(await namesOf(a, '?status=all')).toEqual(['Deleted', 'Kept']);
      const { status, body } = await a.get<ImageDetail>(`/v2/images/${id}`);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { name: 'Deleted', active: false, status: 'deleted' },
      });
    },
  );

  test('finds part of a name with q, in any case and any script', verifies('images.list.q'), async () => {
    const { a } = await arrange();
    for (const name of ['Summer SALE', 'Winter sale', 'ÜBER 50%', 'a_b'])
      await addPicture(a, undefined, { name });
    expect(await namesOf(a, '?q=sAlE')).toEqual(['Winter sale', 'Summer SALE']);
    expect(await namesOf(a, `?q=${encodeURIComponent('über')}`)).toEqual(['ÜBER 50%']);
    expect(await namesOf(a, '?q=%25')).toEqual(['ÜBER 50%']);
    expect(await namesOf(a, '?q=_')).toEqual(['a_b']);
    expect(await namesOf(a, '?q=nothing')).toEqual([]);
    expect(await namesOf(a, '?q=%00')).toEqual([]);
    expect(await namesOf(a, '?q=')).toHaveLength(4);
  });

  test(
    'lists the image types, and names the valid ones for an unknown type or status',
    verifies('operation.list-image-types', 'images.types', 'images.list.type', 'images.list.unknown-choice'),
    async () => {
      const { a } = await arrange();
      await addPicture(a);
      const { body } = await a.get<ImageTypesList>('/v2/image-types');
      expect(body).toEqual({
        items: [
          { value: 'static', label: 'Static image' },
          { value: 'timer', label: 'Countdown timer' },
          { value: 'live', label: 'Live image' },
        ],
      });
      expect(await namesOf(a, '?type=static')).toEqual(['picture']);
      expect(await namesOf(a, '?type=timer')).toEqual([]);
      const wrong = await a.get<{ errors: object }>('/v2/images?type=map&status=gone&limit=0');
      expectRefused(wrong, ['limit', 'status', 'type']);
      expect(wrong.body.errors).toMatchObject({
        type: ['Expected "static" or "timer" or "live".'],
        status: ['Expected "active" or "deleted" or "all".'],
      });
    },
  );

  test(
    'restores an image into the root folder under its URLs',
    verifies(
      'operation.restore-image',
      'images.restore',
      'images.restore.folder',
      'errors.idempotent-deletes.media',
    ),
    async () => {
      const { a } = await arrange();
      const { id, productionUrl } = await addPicture(a, undefined, { folder: 'spring' });
      expect((await a.post(`/v2/images/${id}/restore`)).status).toBe(204);
      expect((await a.get<ImageDetail>(`/v2/images/${id}`)).body.folder).toBe('spring');
      await a.delete(`/v2/images/${id}`);
      for (let time = 0; time < 2; time++) {
        const response = await a.post(`/v2/images/${id}/restore`);
        expect([response.status, response.text]).toEqual([204, '']);
      }
      const { body } = await a.get<ImageDetail>(`/v2/images/${id}`);
      expect(body).toMatchObject({ active: true, status: 'active', folder: null, productionUrl });
    },
  );

  test(
    'renames an image, and refuses every other member',
    verifies('operation.rename-image', 'images.rename', 'images.rename.other'),
    async () => {
      const { a } = await arrange();
      const { id, date_updated } = await addPicture(a);
      const path = `/v2/images/${id}`;
      const long = '😀'.repeat(200);
      for (const name of ['New', ' kept as it is ', long]) {
        const response = await a.patch(path, { name });
        expect([response.status, response.text]).toEqual([204, '']);
        expect((await a.get<ImageDetail>(path)).body.name).toBe(name);
      }
      expect((await a.get<ImageDetail>(path)).body.date_updated >= date_updated).toBe(true);
      for (const name of ['', '   ', null, 7, `${long}x`, 'a\0b', '\ud800', undefined]) {
        expectRefused(await a.patch(path, { name }), ['name']);
      }
      expectRefused(await a.patch(path, { name: 'x', folder: 'y', active: false }), ['active', 'folder']);
      expectRefused(await a.patch(path, {}), ['name']);
      expect((await a.get<ImageDetail>(path)).body.name).toBe(long);
    },
  );

  test(
    'moves an image to another folder, and refuses every other member',
    verifies('images.move'),
    async () => {
      const { a } = await arrange();
      const { id, name } = await addPicture(a);
      const path = `/v2/images/${id}`;
      const folders = [
        ...['spring', ' spaces stay ', '😀'.repeat(200), '<b>'].map((folder) => [folder, folder]),
        ...[null, '', '   '].map((folder) => [folder, null]),
      ];
      for (const [given, folder] of folders) {
        const response = await a.post(`${path}/move`, { folder: given });
        expect([response.status, response.text]).toEqual([204, '']);
        expect((await a.get<ImageDetail>(path)).body).toMatchObject({ name, folder });
      }
      for (const folder of [7, {}, 'x'.repeat(201), 'a\0b', '\ud800', undefined]) {
        expectRefused(await a.post(`${path}/move`, { folder }), ['folder']);
      }
      expectRefused(await a.post(`${path}/move`, { folder: 'x', name: 'y' }), ['name']);
      expect((await a.get<ImageDetail>(path)).body).toMatchObject({ name, folder: null });
      expect((await a.post('/v2/images/999999/move', { folder: 'x' })).status).toBe(404);
    },
  );

  test(
    'returns 404 for an id of another form, out of range, of another account, or unknown',
    verifies('http.int32', 'errors.404.media', 'isolation'),
    async () => {
      const { a, b } = await arrange();
      await addPicture(a);
      const forms = [
        '2',
        '0',
        '-1',
        '01',
        '+1',
        '1.0',
        '1e0',
        '0x1',
        'one',
        '1%20',
        '%31x',
        '2147483648',
        '-2147483649',
        '9'.repeat(30),
      ];
      for (const id of forms) {
        expectProblem(await a.get(`/v2/images/${id}`), ...notFound);
        expectProblem(await a.patch(`/v2/images/${id}`, { name: 7 }), ...notFound);
        expectProblem(await a.delete(`/v2/images/${id}`), ...notFound);
        expectProblem(await a.post(`/v2/images/${id}/restore`), ...notFound);
        expectProblem(await a.delete(`/v2/fonts/${id}`), ...notFound);
      }
      expect((await a.get('/v2/images/%31')).status).toBe(200);
      expectProblem(await b.get('/v2/images/1'), ...notFound);
      expectProblem(await b.delete('/v2/images/1'), ...notFound);
      expectProblem(await b.patch('/v2/images/1', { name: 'x' }), ...notFound);
      const own = await addPicture(b, undefined, { name: 'of b' });
      expect(own.id).toBe(1);
      expect((await a.get<ImageDetail>('/v2/images/1')).body.name).toBe('picture');
    },
  );
});
