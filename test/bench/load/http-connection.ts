import { connect, type Socket } from 'node:net';

/** @param head the status line and the headers. */
export type Answered = (status: number, problem: string, head: string) => void;

/**
 * One kept-alive HTTP/1.1 connection with one request in flight, reduced to what a load needs. It counts and drops
 * bodies, but keeps those of errors. A complete client would mostly measure itself.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #answered: Answered | null = null;
  #pending: Buffer = Buffer.alloc(0);
  #state: 'head' | 'body' | 'size' | 'chunk' | 'end' = 'head';
  #left = 0;
  #status = 0;
  #problem = '';
  #head = '';

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#fail(error.message));
    this.#socket.on('close', () => this.#fail('connection closed'));
  }

  send(request: string, answered: Answered): void {
    this.#answered = answered;
    this.#socket.write(request);
  }

  close(): void {
    this.#answered = null;
    this.#socket.destroy();
  }

  #fail(reason: string): void {
    const answered = this.#answered;
    this.#answered = null;
    answered?.(0, reason, '');
  }

  #finish(): void {
    this.#state = 'head';
    const answered = this.#answered;
    this.#answered = null;
    const problem = this.#problem;
    this.#problem = '';
    answered?.(this.#status, problem, this.#head);
  }

  #read(chunk: Buffer): void {
    let data = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#pending = Buffer.alloc(0);
    while (data.length > 0) {
      if (this.#state !== 'body' && this.#state !== 'chunk') {
        const mark = this.#state === 'head' ? '\r\n\r\n' : '\r\n';
        const end = data.indexOf(mark);
        if (end === -1) {
          this.#pending = data;
          return;
        }
        const line = data.toString('latin1', 0, end);
        data = data.subarray(end + mark.length);
        if (this.#state === 'head') this.#readHead(line);
        else if (this.#state === 'size') this.#readSize(line);
        else if (line === '') this.#finish();
      } else {
        const taken = Math.min(this.#left, data.length);
        if (this.#status >= 300) this.#problem += data.toString('utf8', 0, taken);
        this.#left -= taken;
        data = data.subarray(taken);
        if (this.#left > 0) continue;
        if (this.#state === 'chunk') this.#state = 'size';
        else this.#finish();
      }
    }
  }

  #readHead(head: string): void {
    this.#status = Number(head.slice(9, 12));
    this.#head = head;
    const length = /\r\ncontent-length: *(\d+)/i.exec(head);
    if (length !== null) {
      this.#left = Number(length[1]);
      if (this.#left === 0) this.#finish();
      else this.#state = 'body';
    } else if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.#state = 'size';
    } else {
      this.#finish();
    }
  }

  #readSize(line: string): void {
    const size = Number.parseInt(line, 16);
    this.#state = size === 0 ? 'end' : 'chunk';
    this.#left = size + '\r\n'.length;
  }
}
