import { createClient, type WhoAmIResponse } from '@vitrine/client';
import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Brand } from '../../components/brand.tsx';
import { Button } from '../../components/button.tsx';
import { Checkbox, TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { useKeyEntry } from '../../components/keys/use-key-entry.ts';
import { SERVER_URL } from '../../router/location.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { signInTexts } from '../../texts/en/access/sign-in.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import styles from './sign-in.css';

adoptStyles(styles);

/** Asks for a key. Says what a pasted key may do before it is used. */
export function SignIn({ problem }: { readonly problem: unknown }): JSX.Element {
  const { key, field, isBusy, complain, submit } = useKeyEntry(problem);
  const [isRemembered, setRemembered] = useState(false);
  const [identity, setIdentity] = useState<WhoAmIResponse | null>(null);

  useLayoutEffect(() => {
    document.title = shellTexts.windowTitle(signInTexts.title);
  }, []);

  async function check(pasted: string): Promise<void> {
    try {
      setIdentity(await createClient({ url: SERVER_URL, key: pasted.trim(), retries: 0 }).whoami());
    } catch (error) {
      complain(error);
    }
  }

  return (
    <main class="sign-in">
      <div class="brand">
        <Brand />
      </div>
      <form
        class="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(isRemembered);
        }}
      >
        <div class="head">
          <h1>{signInTexts.title}</h1>
          <p>{signInTexts.lead}</p>
        </div>
        <TextField
          label={signInTexts.key}
          placeholder={signInTexts.placeholder}
          {...field}
          onValue={(value) => {
            field.onValue(value);
            setIdentity(null);
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text').trim() ?? '';
            if (pasted.length >= 16 && key === '') void check(pasted);
          }}
        />
        {identity && <Permissions identity={identity} />}
        <div class="remember">
          <Checkbox isSwitch label={signInTexts.remember} checked={isRemembered} onValue={setRemembered} />
          <p>{signInTexts.rememberHint}</p>
        </div>
        <Button type="submit" kind="primary" busy={isBusy}>
          {signInTexts.open}
        </Button>
      </form>
      <p class="help">
        {signInTexts.help}
        <code>{signInTexts.command}</code>
      </p>
    </main>
  );
}

function Permissions({ identity }: { readonly identity: WhoAmIResponse }): JSX.Element {
  const { scope, accountName, keyName } = identity;
  return (
    <div class="may" role="status">
      <Icon name="check" />
      <div>
        {keyName && <strong>{signInTexts.named(keyName)}</strong>}
        {scope === 'store' ? signInTexts.mayStore : signInTexts.mayAccount(accountName)}
      </div>
    </div>
  );
}
