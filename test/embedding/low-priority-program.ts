// A program that is started with a low priority: `low-priority.test.ts`. Uses what works in threads of its own, and prints
// the highest priority of its threads.
import { readdirSync, readFileSync } from 'node:fs';
import { accountPrincipal, createVitrine } from '@vitrine/core';
import { createMedia } from '@vitrine/media';
import { TEST_PATIENCE } from '../shared-media.ts';
import { openStorage } from './open-storage.ts';

/** More records than the main thread reads itself. */
const RECORDS = 5_000;

/** Returns the niceness of each thread of this process (proc(5), `/proc/pid/stat`, field 19). */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

const media = createMedia({ patience: TEST_PATIENCE });
const vitrine = await createVitrine({ storage: openStorage(process.argv[2] ?? ''), media });
const me = accountPrincipal((await vitrine.accounts.create('Example')).id);
const { id } = await vitrine.stores.create(me, { name: 'S', properties: [{ name: 'n', type: 'number' }] });
const records = Array.from({ length: RECORDS }, (_, n) => ({ n }));
await vitrine.as(me).records.upsertMany(id, records);
const filters = [{ field: 'n', op: 'gte', value: 10 }];
const { count } = await vitrine.records.count(me, id, { filters });
const conversationId = 'first';
const { timerFrameId } = await vitrine.timerFrames.create(me, { conversationId });
const { imageId } = await vitrine.timerFrames.save(me, timerFrameId, { conversationId });
const { length } = await vitrine.timers.render(me, imageId);
console.log(`${count} counted, ${length > 0 ? 'drawn' : 'empty'}, niceness ${Math.min(...nicenesses())}`);
await vitrine.close();
