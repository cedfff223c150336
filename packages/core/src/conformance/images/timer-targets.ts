import assert from 'node:assert/strict';
import { NOW, present } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeAccount, newImage, newTimer, timerRow } from './arrange-images.ts';

export const timerTargets = topic('images', [
  {
    id: 'set-target',
    title: 'setTarget changes the target, version and updatedAt of a timer, and keeps its design',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const timer = await storage.images.insert(newTimer(accountId));
      const target = { local: '2030-01-01T00:00:00', timeZone: 'Pacific/Kiritimati', instant: -NOW };
      assert.deepEqual(await storage.images.setTarget(accountId, timer.id, target, NOW + 5), {
        ...timer,
        timer: timerRow({ target }),
        version: 2,
        updatedAt: NOW + 5,
      });
      await storage.images.update(accountId, timer.id, { active: false }, NOW + 6);
      assert.equal((await storage.images.setTarget(accountId, timer.id, target, NOW + 7))?.version, 3);
      const image = await storage.images.insert(newImage(accountId));
      assert.equal(await storage.images.setTarget(accountId, image.id, target, NOW), null);
      assert.equal(await storage.images.setTarget(accountId, image.id + 1, target, NOW), null);
      assert.deepEqual(await storage.images.get(accountId, image.id), image);
    },
  },
  {
    id: 'set-target-race',
    title: 'racing setTarget calls each increase the version, and the target is that of one call',
    async run({ storage }) {
      const accountId = await arrangeAccount(storage);
      const { id } = await storage.images.insert(newTimer(accountId));
      const targets = Array.from({ length: 8 }, (_, i) => ({
        local: `2030-01-01T00:00:0${i}`,
        timeZone: `Etc/GMT+${i}`,
        instant: i,
      }));
      await Promise.all(targets.map((target) => storage.images.setTarget(accountId, id, target, NOW)));
      const image = present(await storage.images.get(accountId, id));
      assert.equal(image.version, 9);
      assert.deepEqual(image.timer?.target, targets[image.timer?.target.instant ?? -1]);
    },
  },
]);
