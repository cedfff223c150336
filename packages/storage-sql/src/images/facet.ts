import type { ImageStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { runWrite } from '../run-write.ts';
import { plainImage } from './rows.ts';

export function sqlImages(driver: SqlDriver): ImageStorage {
  return {
    insert(image, options) {
      const caller = { account: image.accountId };
      return runWrite(driver, 'insertImage', { image: plainImage(image) }, caller, options);
    },
    restore: (image) => {
      const { id, version, thumbnail } = image;
      return driver.run('restoreImage', {
        image: { ...plainImage(image), id, version, thumbnail },
      });
    },
    uses: (accountId, id) => driver.run('listImageUses', { accountId, id }),
    get: (accountId, id) => driver.run('getImage', { accountId, id }),
    findByPublicId: (publicId) => driver.run('findPublicImage', { publicId }),
    list(accountId, { nameContains, type, active, before, limit }, options = {}) {
      const args = { accountId, nameContains, type, active, before, limit };
      return driver.run('listImages', args, { account: accountId, signal: options.signal });
    },
    update: (accountId, id, change, now) =>
      driver.run('updateImage', { accountId, id, change: { ...change }, now }, { account: accountId }),
    setTarget: (accountId, id, { local, timeZone, instant }, now) =>
      driver.run(
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
      await driver.run('setImageThumbnail', { accountId, id, thumbnail }, { account: accountId });
    },
  };
}
