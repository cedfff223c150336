import { addProducts } from '../sample-data.ts';
import { addFailedJobs } from '../sample-jobs.ts';
import type { PictureSet } from './picture.ts';

export const server: PictureSet = {
  async arrange(running) {
    const { vitrine, principal } = running;
    await addProducts(running);
    await addFailedJobs(running);
    await vitrine.accounts.changeLimits(principal.accountId, { records: 50, stores: 20 });
  },
  pictures: [
    {
      name: 'server',
      async show({ page, open }) {
        await open('/server?live=off');
        await page.getByRole('button', { name: 'Retry all 2' }).waitFor();
      },
    },
    {
      name: 'server-more',
      async show({ page, open }) {
        await open('/server?live=off&metrics=1&metric=connections');
        const queues = page.getByRole('heading', { name: 'Queues' });
        await queues.evaluate((heading) => heading.scrollIntoView());
      },
    },
  ],
};
