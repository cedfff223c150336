import type { Socket } from 'node:net';

export function answerBrokenRequest(_error: Error, socket: Socket): void {
  socket.destroy();
}
