import { accountPrincipal } from '@vitrine/core';
import { type DatabaseFlags, findAccount, withVitrine } from '../database/database.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

export interface ImageHostsFlags extends DatabaseFlags {
  /** Separated by commas. Absent: changes nothing. */
  readonly set?: string;
  readonly clear?: boolean;
  readonly json?: boolean;
}

/** Runs `vitrine accounts image-hosts`: replaces the hosts, if they are given, then prints them. */
export function imageHosts(terminal: Terminal, given: string, flags: ImageHostsFlags): Promise<void> {
  return withVitrine(terminal, flags, { mayCreate: false }, async ({ accounts, imageHosts: service }) => {
    const principal = accountPrincipal(findAccount(await accounts.list(), given).id);
    const wanted = flags.clear === true ? [] : flags.set?.split(',');
    const { hosts } =
      wanted === undefined ? await service.get(principal) : await service.set(principal, { hosts: wanted });
    if (flags.json === true) printLine(terminal.stdout, JSON.stringify({ hosts }));
    else for (const host of hosts) printLine(terminal.stdout, host);
  });
}
