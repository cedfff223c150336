import type { StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { keyRightsTexts as texts } from '../../texts/en/access/key-rights.ts';
import { type Choice, SelectField } from '../field.tsx';
import { formatNumber } from '../format.ts';
import styles from './key-rights.css';

adoptStyles(styles);

export type KeyExpiry = keyof typeof texts.expiries;

const DAY_MS = 86_400_000;

const EXPIRIES = (['never', '1', '30', '90', '365'] as const).map(
  (value): Choice<KeyExpiry> => ({ value, label: texts.expiries[value] }),
);

/** The end of a key that is created now, as a member of its request. */
export function expiryMember(expiry: KeyExpiry): { readonly expiresAt?: string } {
  if (expiry === 'never') return {};
  return { expiresAt: new Date(Date.now() + Number(expiry) * DAY_MS).toISOString() };
}

/** How long a new key is valid. */
export function KeyExpiryField(props: {
  readonly value: KeyExpiry;
  readonly onValue: (expiry: KeyExpiry) => void;
}): JSX.Element {
  return <SelectField label={texts.expiry} choices={EXPIRIES} {...props} />;
}

interface KeyReachProps {
  readonly stores: readonly StoreSummary[];
  readonly areAllStores: boolean;
  /** Null: the whole account. */
  readonly storeId: string | null;
  /** What the whole account means here. */
  readonly account: string;
  readonly onValue: (storeId: string | null) => void;
}

/** What a new key reaches: one store, or the whole account. */
export function KeyReach({ stores, areAllStores, storeId, account, onValue }: KeyReachProps): JSX.Element {
  const [first] = stores;
  return (
    <fieldset class="key-fieldset">
      <legend>{texts.reach}</legend>
      <label class="key-radio">
        <input
          type="radio"
          name="reach"
          checked={storeId !== null}
          disabled={first === undefined}
          onChange={() => onValue(first?.id ?? null)}
        />
        <span>
          {texts.store} {first === undefined && <span class="faint">{texts.noStores}</span>}
        </span>
      </label>
      {storeId !== null && (
        <SelectField
          label={texts.storeLabel}
          isLabelUnseen
          value={storeId}
          choices={stores.map(({ id, name }) => ({ value: id, label: name }))}
          hint={areAllStores ? null : texts.moreStores(formatNumber(stores.length))}
          onValue={onValue}
        />
      )}
      <label class="key-radio">
        <input type="radio" name="reach" checked={storeId === null} onChange={() => onValue(null)} />
        <span>{account}</span>
      </label>
    </fieldset>
  );
}
