import { accountPrincipal, type Vitrine } from '@vitrine/core';
import { FIRST_KEY_NAME } from '../accounts/accounts.ts';
import { SETTINGS } from '../settings/settings.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

const FIRST_ACCOUNT_NAME = 'default';

/**
 * Gives the configured key to the first account and creates that account if there is none
 * (docs/rules.md#first-account).
 */
export async function adoptKey(vitrine: Vitrine, key: string): Promise<void> {
  const account = await vitrine.accounts.first(FIRST_ACCOUNT_NAME);
  try {
    await vitrine.apiKeys.ensureKey(accountPrincipal(account.id), {
      name: SETTINGS.accountKey.variable,
      key,
    });
  } catch (error) {
    const { flag, variable } = SETTINGS.accountKey;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(EXIT.usage, `${variable} (${flag}): ${reason}`, { cause: error });
  }
}

/**
 * At the first start, creates an account with a key and prints the key, a link that opens the console with it, and a
 * curl line that uses it. The link has the key in its fragment, which browsers do not send.
 */
export async function welcome(
  terminal: Terminal,
  vitrine: Vitrine,
  { url, hasConsole }: { readonly url: string; readonly hasConsole: boolean },
): Promise<void> {
  if ((await vitrine.accounts.list()).length > 0) return;
  const account = await vitrine.accounts.first(FIRST_ACCOUNT_NAME);
  const { key } = await vitrine.apiKeys.create(accountPrincipal(account.id), { name: FIRST_KEY_NAME });
  const store = {
    name: 'Guests',
    properties: [
      { name: 'email', type: 'string', unique: true },
      { name: 'visits', type: 'number' },
    ],
  };
  const lines = [
    '',
    `First start: created the account "${FIRST_ACCOUNT_NAME}". Its key, shown only once:`,
    '',
    `  ${key}`,
    '',
    ...(hasConsole ? ['This link opens the console with it:', '', `  ${url}/console/#key=${key}`, ''] : []),
    'This command creates a store:',
    '',
    `curl -sS ${url}/v2/stores -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(store)}'`,
    '',
  ];
  for (const line of lines) printLine(terminal.stdout, line);
}
