import { NotFoundError, type Vitrine } from '@vitrine/core';

/** Whether clients may get tokens from this server (docs/rules.md#oauth). */
export interface OAuthSwitch {
  readonly isOn: () => boolean;
  /** @throws NotFoundError if they may not. */
  readonly require: () => void;
}

/**
 * Returns the switch.
 * @param wanted undefined: on where the base URL is https, because tokens must not be sent in clear text.
 * @param hasConsole whether the page exists on which a person allows a client.
 */
export function oauthSwitch(
  { baseUrl }: Pick<Vitrine, 'baseUrl'>,
  wanted: boolean | undefined,
  hasConsole: boolean,
): OAuthSwitch {
  const isOn = () => hasConsole && (wanted ?? new URL(baseUrl()).protocol === 'https:');
  return {
    isOn,
    require() {
      if (!isOn()) throw new NotFoundError('path', 'OAuth is off (VITRINE_OAUTH).');
    },
  };
}
