import type { ImageStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { plainImage } from './plain-image.ts';

export function sqlImages(driver: SqlDriver): ImageStorage {
  return {
    insert: (image) =>
      driver.run('write', 'insertImage', { image: plainImage(image) }, { account: image.accountId }),
    restore: (image) => {
      const { id, version, thumbnail } = image;
      return driver.run('write', 'restoreImage', {
        image: { ...plainImage(image), id, version, thumbnail },
      });
    },
    uses: (accountId, id) => driver.run('read', 'listImageUses', { accountId, id }),
    get: (accountId, id) => driver.run('read', 'getImage', { accountId, id }),
    findByPublicId: (publicId) => driver.run('read', 'findPublicImage', { publicId }),
    list(accountId, { nameContains, type, active, before, limit }, options = {}) {
      // Filters may pass over all that an account has.
      const lane = nameContains === null && type === null ? 'read' : 'scan';
      const args = { accountId, nameContains, type, active, before, limit };
      return driver.run(lane, 'listImages', args, { account: accountId, signal: options.signal });
    },
    update: (accountId, id, change, now) =>
      driver.run(
        'write',
        'updateImage',
        { accountId, id, change: { ...change }, now },
        { account: accountId },
      ),
    setTarget: (accountId, id, { local, timeZone, instant }, now) =>
      driver.run(
        'write',
        'setImageTarget',
        {
          accountId,
          id,
          target: { local, timeZone, instant },
          now,
        },
        { account: accountId },
      ),
    async setThumbnail(accountId, id, thumbnail) {
      await driver.run('write', 'setImageThumbnail', { accountId, id, thumbnail }, { account: accountId });
    },
  };
}
