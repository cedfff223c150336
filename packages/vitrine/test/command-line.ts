import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import type { StorePropertyRequest } from '@vitrine/core/contracts';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { runCli } from '../src/run-cli.ts';

/** A PNG of one red pixel. */
export const RED_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs commands in this process, in a new folder without a database. */
export class CommandLine {
  readonly folder = mkdtempSync(join(tmpdir(), 'vitrine-cli-'));
  readonly database = join(this.folder, 'test.db');
  readonly env: Record<string, string> = { VITRINE_DATABASE_URL: `sqlite:${this.database}` };

  /** Abort it to simulate Ctrl-C. */
  stopSignal: AbortSignal = new AbortController().signal;

  /** The line that the user types when a command asks; null: stdin is no terminal. */
  answer: string | null = null;

  /** The width of the simulated terminal at stdout; null: stdout is a pipe. */
  width: number | null = null;

  #out = new Collected();

  /** What the last command has printed so far. */
  get printed(): string {
    return this.#out.text;
  }

  async run(...args: string[]): Promise<Outcome> {
    const { answer } = this;
    const out = new Collected();
    this.#out = out;
    if (this.width !== null) Object.assign(out, { isTTY: true, columns: this.width });
    const err = new Collected();
    const terminal = {
      env: this.env,
      stdout: out,
      stderr: err,
      stopSignal: () => this.stopSignal,
      ask: answer === null ? null : () => Promise.resolve(answer),
      // The process must survive, because the tests run in it.
      endProcess: () => {},
    };
    const code = await runCli(args, terminal);
    return { code, out: out.text, err: err.text };
  }

  /** Runs a command that must succeed and returns its output. */
  async succeed(...args: string[]): Promise<string> {
    const { code, out, err } = await this.run(...args);
    if (code !== 0) throw new Error(`vitrine ${args.join(' ')} ended with ${code}: ${err}${out}`);
    return out;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    writeFileSync(path, content);
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A command line with an account, and the services on the same database for setup and assertions. */
export class Shop {
  readonly line: CommandLine;
  readonly vitrine: Vitrine;
  readonly principal: Principal;

  private constructor(line: CommandLine, vitrine: Vitrine, principal: Principal) {
    this.line = line;
    this.vitrine = vitrine;
    this.principal = principal;
  }

  static async open(): Promise<Shop> {
    const line = new CommandLine();
    const vitrine = await createVitrine({ storage: sqliteStorage({ path: line.database }) });
    const account = await vitrine.accounts.create('Shop');
    return new Shop(line, vitrine, accountPrincipal(account.id));
  }

  async createStore(properties: StorePropertyRequest[]): Promise<string> {
    return (await this.vitrine.stores.create(this.principal, { name: 'test', properties })).id;
  }

  /** Returns all records without their dates, oldest first. */
  async records(storeId: string): Promise<Record<string, unknown>[]> {
    const { chunks } = await this.vitrine.records.export(this.principal, storeId);
    const parts: Uint8Array[] = [];
    for await (const { bytes } of chunks) parts.push(bytes);
    const all: Record<string, unknown>[] = JSON.parse(Buffer.concat(parts).toString());
    return all.reverse().map(({ date_created: _created, date_updated: _updated, ...record }) => record);
  }

  async close(): Promise<void> {
    await this.vitrine.close();
    this.line.remove();
  }
}

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
