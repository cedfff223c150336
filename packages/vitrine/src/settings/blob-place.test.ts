import { memoryStorage } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import { openBlobPlace, readBlobPlace, storageWithBlobsAt } from './blob-place.ts';

const S3 = { kind: 's3', bucket: 'pictures', prefix: '', endpoint: undefined, region: undefined };

describe('the place of blobs', () => {
  test.each([
    ['database', { kind: 'database' }],
    ['s3://pictures', S3],
    ['s3://pictures/', S3],
    ['s3://pictures/a/b%20c/', { ...S3, prefix: 'a/b c/' }],
    [
      's3://pictures?endpoint=http://minio:9000&region=eu-central-1',
      { ...S3, endpoint: 'http://minio:9000', region: 'eu-central-1' },
    ],
  ])('%s is accepted', (text, place) => {
    expect(readBlobPlace(text)).toEqual(place);
  });

  test.each([
    ['', /Expected database, or s3/],
    ['disk', /Expected database, or s3/],
    ['https://pictures.s3.amazonaws.com', /Expected database, or s3/],
    ['s3://', /name of a bucket/],
    ['s3://No_Bucket', /name of a bucket/],
    ['s3://pictures:9000', /name of a bucket/],
    ['s3://key:hunter2@pictures', /without keys/],
    ['s3://pictures?endpoint=minio:9000', /endpoint=https/],
    ['s3://pictures?endpoint=https://key:hunter2@minio', /endpoint=https/],
    ['s3://pictures?region=EU Central', /region such as/],
    ['s3://pictures?secret=hunter2', /endpoint and region only/],
  ])('%s is refused with a message without secrets', (text, complaint) => {
    expect(() => readBlobPlace(text)).toThrow(complaint);
    expect(() => readBlobPlace(text)).not.toThrow(/hunter2/);
  });

  test('an object store needs keys, and the database needs nothing', async () => {
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
    const place = readBlobPlace('s3://pictures');
    expect(await openBlobPlace(place, keys)).not.toBe(null);
    await expect(openBlobPlace(place, {})).rejects.toThrow('AWS_ACCESS_KEY_ID');
    await expect(openBlobPlace(place, { ...keys, AWS_SECRET_ACCESS_KEY: '' })).rejects.toThrow('AWS_SECRET');
    expect(await openBlobPlace({ kind: 'database' }, {})).toBe(null);
    const storage = memoryStorage();
    expect(await storageWithBlobsAt(storage, { kind: 'database' }, {})).toBe(storage);
  });

  test('an unreachable object store makes writes of blobs unavailable, and nothing else', async () => {
    const environment = {
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    };
    const storage = await storageWithBlobsAt(memoryStorage(), readBlobPlace('s3://pictures'), environment);
    const put = storage.blobs.put('0'.repeat(64), new Uint8Array(1), 1);
    await expect(put).rejects.toMatchObject({ code: 'unavailable' });
    expect(await storage.blobs.get('0'.repeat(64))).toBe(null);
    await storage.ping();
  });
});
