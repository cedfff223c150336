import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NEW_IMAGE } from '../../../../../test/new-image.ts';
import { verifies } from '../../../../../test/requirements.ts';
import { UnavailableError } from '../../ground/errors.ts';
import type { ImageRow, ImageStorage } from '../../storage/images/images.ts';
import { knownImages } from './image-serving.ts';

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns images whose storage finds `row`, or does what `away` says instead. */
function arrange() {
  const row: ImageRow = { ...NEW_IMAGE, publicId: 'AAAAAAAAAAAA', id: 1, version: 1, thumbnail: null };
  const storage: { away: (() => Promise<never>) | null } = { away: null };
  const findByPublicId: ImageStorage['findByPublicId'] = async (publicId) => {
    if (storage.away !== null) return storage.away();
    return publicId === row.publicId ? row : null;
  };
  const known = knownImages({ findByPublicId }, Date.now);
  return { row, storage, find: (publicId = row.publicId) => known.find(publicId) };
}

const refuse = () => Promise.reject(new UnavailableError('The database is stopped.'));
const hang = () => new Promise<never>(() => {});

test(
  'an image that was opened is found while the storage is away, for an hour',
  verifies('live.pictures.away'),
  async () => {
    const { row, storage, find } = arrange();
    expect(await find()).toBe(row);
    storage.away = refuse;
    expect(await find()).toBe(row);
    vi.advanceTimersByTime(HOUR + 1);
    await expect(find()).rejects.toThrow('The database is stopped.');
    storage.away = null;
    expect(await find()).toBe(row);
  },
);

test(
  'a storage that does not answer counts as away after a second',
  verifies('live.pictures.away'),
  async () => {
    const { row, storage, find } = arrange();
    await find();
    storage.away = hang;
    const found = find();
    await vi.advanceTimersByTimeAsync(1_001);
    expect(await found).toBe(row);
    const unknown = expect(find('BBBBBBBBBBBB')).rejects.toThrow(UnavailableError);
    await vi.advanceTimersByTimeAsync(1_001);
    await unknown;
  },
);

test('an image that no opening has found is not known, and a fault of the storage is thrown', async () => {
  const { storage, find } = arrange();
  expect(await find('BBBBBBBBBBBB')).toBeNull();
  storage.away = refuse;
  await expect(find('BBBBBBBBBBBB')).rejects.toThrow(UnavailableError);
  await expect(find()).rejects.toThrow(UnavailableError);
  storage.away = null;
  await find();
  storage.away = () => Promise.reject(new Error('a fault'));
  await expect(find()).rejects.toThrow('a fault');
});
