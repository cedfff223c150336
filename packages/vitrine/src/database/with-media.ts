import type { Principal, Vitrine } from '@vitrine/core';
import { readSetting } from '../settings/config.ts';
import { openMedia } from '../settings/open-media.ts';
import { SETTINGS } from '../settings/settings.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type AccountFlags, withAccount } from './database.ts';

/** Does the same as `withAccount`, with the media that read and draw pictures and fonts. */
export async function withMedia<Result>(
  terminal: Terminal,
  flags: AccountFlags,
  run: (vitrine: Vitrine, principal: Principal) => Promise<Result>,
): Promise<Result> {
  const allowPrivateFetch = readSetting(SETTINGS.allowPrivateFetch, undefined, terminal.env) ?? false;
  const media = await openMedia({ allowPrivateFetch });
  try {
    return await withAccount(terminal, flags, run, { media });
  } finally {
    await media?.close();
  }
}
