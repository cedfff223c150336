import { addTimers } from '../sample-timers.ts';
import type { PictureSet } from './picture.ts';

export const timers: PictureSet = {
  arrange: addTimers,
  pictures: [
    {
      name: 'timers',
      async show({ page, open }) {
        await open('/timers');
        await page.getByRole('article').first().waitFor();
      },
    },
    {
      name: 'timer-designer',
      async show({ page, open }) {
        await open('/timers/new');
        await page.getByRole('button', { name: 'Flip clock, dark' }).click();
        await page.getByLabel('Headline', { exact: true }).fill('Summer sale');
        await page.getByRole('img', { name: 'The timer as the server draws it now' }).waitFor();
        await page.waitForResponse((response) => response.url().includes('/timer-frame-previews/'));
        await page.evaluate("document.querySelector('main').scrollTo(0, 0)");
      },
    },
  ],
};
