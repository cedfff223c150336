import { addHotels } from '../sample-map.ts';
import type { PictureSet } from './picture.ts';

let mapId = 0;

export const maps: PictureSet = {
  async arrange(server) {
    mapId = await addHotels(server);
  },
  pictures: [
    {
      name: 'map',
      async show({ page, open }) {
        await open(`/maps/${mapId}`);
        await page.locator('.map-cities span').first().waitFor({ state: 'attached' });
      },
    },
    {
      name: 'map-near',
      async show({ page, open }) {
        await open(`/maps/${mapId}?near=48.2082,16.3738&radius=300`);
        await page.locator('.map-cities span').first().waitFor({ state: 'attached' });
      },
    },
    {
      name: 'map-settle',
      async show({ page, open }) {
        await open(`/maps/${mapId}?tab=review`);
        await page.locator('.settle').waitFor();
        await page.locator('.map-cities span').first().waitFor({ state: 'attached' });
      },
    },
  ],
};
