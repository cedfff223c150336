import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// Shows the cost of sending alone: a plain Node server that responds to every request with one GIF from memory.
// `node bare-gif-server.ts <file> <port>`

const [file = '', port = ''] = process.argv.slice(2);
const gif = readFileSync(file);
const headers = {
  'Content-Type': 'image/gif',
  'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
  'Content-Length': gif.length,
};

createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(gif);
}).listen(Number(port), '127.0.0.1');
