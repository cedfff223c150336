import { describe, expect, test, vi } from 'vitest';
import { NEW_IMAGE } from '../../../../../../test/new-image.ts';
import { verifies } from '../../../../../../test/requirements.ts';
import { UnavailableError } from '../../../ground/errors.ts';
import type { FetchedPicture, Media, PictureRequest } from '../../../media/media.ts';
import { memoryStorage } from '../../../storage/memory/index.ts';
import { remotePictures } from './remote-pictures.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const URL_A = 'https://cdn.example.com/a.png';

function pictureOf(text: string, etag: string | null = null): FetchedPicture {
  const bytes = Buffer.from(text);
  const picture = { bytes, format: 'png', width: 1, height: 1, animated: false } as const;
  return { result: 'picture', picture, etag, lastModified: null };
}

/** Returns pictures of an account with some hosts, whose fetches give the answers in order, then the last one again. */
async function arrange(answers: readonly (FetchedPicture | 'never')[], hosts = ['cdn.example.com']) {
  const storage = memoryStorage();
  await storage.accounts.insert({ id: 'a', name: 'A', createdAt: 0, limits: {}, imageHosts: hosts });
  await storage.accounts.insert({ id: 'b', name: 'B', createdAt: 0, limits: {}, imageHosts: [] });
  const asked: PictureRequest[] = [];
  const at = { now: 1_000_000 };
  const media = {
    async fetchPicture(request: PictureRequest) {
      asked.push(request);
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? 'never';
      return answer === 'never' ? new Promise<never>(() => {}) : answer;
    },
  } as Pick<Media, 'fetchPicture'> as Media;
  const unread = async () => {
    throw new Error('no blob is read');
  };
  const pictures = remotePictures({
    ...{ storage, media, clock: () => at.now, baseUrl: () => 'https://vitrine.example/base' },
    hotBlobs: { get: unread, require: unread, loadFor: () => unread, metrics: () => [] },
  });
  async function find(url = URL_A, account = 'a', within = 5_000): Promise<string | null> {
    const found = (await pictures.find(account, [url], within)).get(url);
    return found === undefined ? null : Buffer.from(await found.load()).toString();
  }
  return { storage, asked, at, pictures, find };
}

describe('a picture', () => {
  test('is fetched once an hour, with its validators', verifies('live.photos.cache'), async () => {
    const { find, asked, at } = await arrange([
      pictureOf('one', '"1"'),
      { result: 'unchanged' },
      pictureOf('two', '"2"'),
    ]);
    expect([await find(), await find()]).toEqual(['one', 'one']);
    at.now += HOUR - 1;
    expect(await find()).toBe('one');
    expect(asked).toHaveLength(1);
    at.now += 1;
    expect([await find(), await find()]).toEqual(['one', 'one']);
    expect(asked.map(({ etag }) => etag)).toEqual([null, '"1"']);
    at.now += HOUR;
    expect(await find()).toBe('two');
    expect(asked.map(({ etag }) => etag)).toEqual([null, '"1"', '"1"']);
  });

  test('is fetched once by concurrent openings', verifies('live.photos.cache'), async () => {
    const { find, asked } = await arrange([pictureOf('one')]);
    expect(await Promise.all(Array.from({ length: 50 }, () => find()))).toEqual(Array(50).fill('one'));
    expect(asked).toHaveLength(1);
  });

  test.each([{ result: 'none' }, { result: 'host_failed' }, 'never'] as const)(
    'that is stale is better than none: %j',
    verifies('live.photos.cache'),
    async (failure) => {
      const { find, at } = await arrange([pictureOf('one'), failure]);
      expect(await find()).toBe('one');
      at.now += HOUR;
      expect(await find(URL_A, 'a', 20)).toBe('one');
      expect(await find(URL_A, 'a', 20)).toBe('one');
    },
  );

  test(
    'that is none, and a host that fails, are left alone for a minute',
    verifies('live.photos.failing'),
    async () => {
      const none = await arrange([{ result: 'none' }, pictureOf('one')]);
      expect([await none.find(), await none.find()]).toEqual([null, null]);
      expect(none.asked).toHaveLength(1);
      expect(await none.find('https://cdn.example.com/b.png')).toBe('one');
      none.at.now += MINUTE;
      expect(await none.find()).toBe('one');

      const failing = await arrange([{ result: 'host_failed' }, pictureOf('one')], ['*.example.com']);
      expect(await failing.find()).toBeNull();
      expect(await failing.find('https://cdn.example.com/b.png')).toBeNull();
      expect(failing.asked).toHaveLength(1);
      expect(await failing.find('https://img.example.com/b.png')).toBe('one');
      failing.at.now += MINUTE;
      expect(await failing.find()).toBe('one');
    },
  );

  test('that is late goes on for the next opening', verifies('live.photos.cache'), async () => {
    let finish = (_: FetchedPicture) => {};
    const late = new Promise<FetchedPicture>((resolve) => {
      finish = resolve;
    });
    const { find, asked } = await arrange([late as never]);
    expect(await find(URL_A, 'a', 10)).toBeNull();
    finish(pictureOf('one'));
    expect(await find()).toBe('one');
    expect(asked).toHaveLength(1);
  });

  test('of another account is another copy', verifies('live.photos.hosts'), async () => {
    const { find, asked, storage } = await arrange([pictureOf('one'), pictureOf('two')]);
    expect([await find(), await find(URL_A, 'b')]).toEqual(['one', null]);
    await storage.accounts.setImageHosts('b', ['cdn.example.com']);
    expect(await find(URL_A, 'b')).toBe('two');
    await storage.accounts.setImageHosts('a', []);
    expect(await find()).toBeNull();
    expect(asked).toHaveLength(2);
  });
});

test('only listed hosts are asked, and those of redirects too', verifies('live.photos.hosts'), async () => {
  const { find, asked } = await arrange([pictureOf('one')], ['cdn.example.com', '*.example.org']);
  const allowed = ['https://cdn.example.com/x', 'http://CDN.example.com:8080/', 'https://a.b.example.org/'];
  for (const url of allowed) expect(await find(url), url).toBe('one');
  const refused = [
    'https://example.org/',
    'https://evilexample.org/',
    'https://cdn.example.com.evil.example/',
    'https://cdn.example.com./x',
    'https://cdn.example.com@evil.example/',
    'https://xcdn.example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
  ];
  for (const url of refused) expect(await find(url), url).toBeNull();
  expect(asked).toHaveLength(allowed.length);
  const mayVisit = asked[0]?.mayVisit ?? (() => true);
  expect(['cdn.example.com', 'a.example.org', 'evil.example', 'example.org'].map(mayVisit)).toEqual([
    ...[true, true, false, false],
  ]);
});

test(
  'pictures that were found are shown while the storage is away',
  verifies('live.pictures.away'),
  async () => {
    const { storage, pictures, find } = await arrange([pictureOf('one')]);
    const own = 'https://vitrine.example/base/i/AAAAAAAAAAAA';
    const lookUp = vi.spyOn(storage.images, 'findByPublicId');
    lookUp.mockResolvedValue({ ...NEW_IMAGE, id: 1, version: 1, thumbnail: null, blob: 'hash' });
    const hashOf = async () => (await pictures.find('a', [own], 20)).get(own)?.hash ?? null;
    expect([await find(), await hashOf()]).toEqual(['one', 'hash']);
    lookUp.mockRejectedValue(new UnavailableError('The database is stopped.'));
    const account = vi.spyOn(storage.accounts, 'get');
    account.mockRejectedValue(new UnavailableError('The database is stopped.'));
    expect([await find(), await hashOf()]).toEqual(['one', 'hash']);
    lookUp.mockImplementation(() => new Promise(() => {}));
    account.mockImplementation(() => new Promise(() => {}));
    expect([await find(URL_A, 'a', 20), await hashOf()]).toEqual(['one', 'hash']);
    expect(await find('https://cdn.example.com/b.png', 'a', 20)).toBeNull();
    lookUp.mockResolvedValue(null);
    expect(await hashOf()).toBeNull();
    lookUp.mockRejectedValue(new UnavailableError('The database is stopped.'));
    expect(await hashOf()).toBeNull();
  },
);

test('nothing of this server is fetched', verifies('live.photos.own'), async () => {
  const { find, asked } = await arrange([pictureOf('one')], ['vitrine.example']);
  for (const path of ['/base/i/AAAAAAAAAAAA.png', '/base/i/', '/base/health', '/', '/i/AAAAAAAAAAAA']) {
    for (const scheme of ['https', 'http'])
      expect(await find(`${scheme}://vitrine.example${path}`)).toBeNull();
  }
  expect(asked).toHaveLength(0);
});

test(
  'a picture of the account is found at an earlier address of the server, unless its host is listed',
  verifies('live.photos.own'),
  async () => {
    const { storage, pictures, find, asked } = await arrange([pictureOf('fetched')]);
    const lookUp = vi.spyOn(storage.images, 'findByPublicId');
    lookUp.mockResolvedValue({ ...NEW_IMAGE, id: 1, version: 1, thumbnail: null, blob: 'hash' });
    const hashOf = async (url: string, account = 'a') =>
      (await pictures.find(account, [url], 5_000)).get(url)?.hash ?? null;
    const earlier = ['http://127.0.0.1:8080/i/AAAAAAAAAAAA', 'https://old.example/base/i/AAAAAAAAAAAA.png'];
    for (const url of earlier) expect([await hashOf(url), await hashOf(url, 'b')]).toEqual(['hash', null]);
    for (const path of ['i/AAAA', 'l/AAAAAAAAAAAA', 'x.png'])
      expect(await hashOf(`http://127.0.0.1:8080/${path}`)).toBeNull();
    lookUp.mockRejectedValue(new UnavailableError('The database is stopped.'));
    expect(await hashOf('http://127.0.0.1:8080/i/AAAAAAAAAAAA')).toBe('hash');
    expect(asked).toHaveLength(0);
    expect(await find('https://cdn.example.com/i/AAAAAAAAAAAA')).toBe('fetched');
  },
);
