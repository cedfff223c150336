// A program that uses a storage without Vitrine, and closes it at once after a call of the turn before.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStorage } from './open-storage.ts';

const storage = openStorage(process.argv[2] ?? '');
await storage.migrate();
const written = storage.settings.getOrInsert('name', 'value');
await nextTurn();
await storage.close();
console.log(`closed, ${await written}`);
