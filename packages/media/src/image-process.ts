import { imageTasks } from './image/image-tasks.ts';
import { restrictSharp } from './image/restrict-sharp.ts';
import { serveJobs } from './process/serve-jobs.ts';

restrictSharp([
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadNsgifBuffer',
  'VipsForeignLoadWebpBuffer',
]);

serveJobs(imageTasks);
