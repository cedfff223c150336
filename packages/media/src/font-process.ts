import { fontTasks } from './font/font-tasks.ts';
import { restrictSharp } from './image/restrict-sharp.ts';
import { serveJobs } from './process/serve-jobs.ts';

// Samples are drawn from our own SVG, so no other loader is needed.
restrictSharp(['VipsForeignLoadSvgBuffer']);

serveJobs(fontTasks);
