import sharp from 'sharp';
import { fontTasks } from './font/font-tasks.ts';
import { serveJobs } from './process/serve-jobs.ts';

// Samples are drawn from our own SVG, so no other loader is needed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

serveJobs(fontTasks);
