import { fetchHandler } from '@vitrine/http';
import { openVitrine } from '../../../vitrine.js';

let handler;
async function handle(request) {
  handler ??= fetchHandler(await openVitrine(), { basePath: '/vitrine', console: true });
  return handler(request);
}

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
