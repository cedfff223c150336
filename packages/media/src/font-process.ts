import sharp from 'sharp';
import { fontTasks } from './font/font-tasks.ts';
import { serveJobs } from './process/serve-jobs.ts';

// Samples are drawn from SVG of our own; no other loader is needed here.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

serveJobs(fontTasks);
