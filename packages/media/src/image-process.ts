import sharp from 'sharp';
import { imageTasks } from './image/image-tasks.ts';
import { serveJobs } from './process/serve-jobs.ts';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

serveJobs(imageTasks);
