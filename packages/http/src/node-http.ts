/**
 * Returns `createServer` of `node:http`. An import of the module reads all of its properties, and `WebSocket` among them
 * loads undici: a tenth of the time to the first answer.
 */
export const { createServer } = process.getBuiltinModule('node:http');
