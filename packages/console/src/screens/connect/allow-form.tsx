import type { StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Checkbox, TextField } from '../../components/field.tsx';
import { expiryMember, type KeyExpiry, KeyExpiryField, KeyReach } from '../../components/keys/key-rights.tsx';
import { useFirstFocus } from '../../components/overlays/use-first-focus.ts';
import { ContentSkeleton, ErrorState } from '../../components/pages/states.tsx';
import { useLoad } from '../../components/pages/use-load.tsx';
import { allowClient, type ClientRequest } from '../../requests/client-request.ts';
import { problemsByField } from '../../requests/describe-error.ts';
import { type Session, signOut } from '../../session/session.ts';
import { connectTexts as texts } from '../../texts/en/access/connect.ts';

interface AllowFormProps {
  readonly session: Session;
  readonly request: ClientRequest;
  /** The query of the address of the request. */
  readonly query: string;
}

const STORES_MAX = 1_000;
const PAGE_SIZE = 100;
/**
 * How long the page has to be in front before anything is allowed, in milliseconds: a page over it that closes under a
 * double click must not lead the second click here.
 */
const SEEN_MS = 500;

/**
 * Chooses what a client gets, and allows or denies it. All of it is shown at once: a list that came later would move the
 * buttons under the pointer.
 */
export function AllowForm(props: AllowFormProps): JSX.Element {
  const { client } = props.session;
  const load = useLoad(
    (signal) => client.stores.list({ limit: PAGE_SIZE }, { signal }).all(STORES_MAX),
    [client],
  );
  if (load.data !== null) return <Form {...props} stores={load.data} />;
  if (load.isLoading) return <ContentSkeleton />;
  return (
    <>
      <ErrorState error={load.error} onRetry={load.reload} />
      <div class="actions">
        <Deny request={props.request} />
      </div>
    </>
  );
}

interface FormProps extends AllowFormProps {
  readonly stores: readonly StoreSummary[];
}

function Form({ session, request, query, stores }: FormProps): JSX.Element {
  const { identity, key } = session;
  const [name, setName] = useState(request.clientName);
  const [storeId, setStoreId] = useState<string | null>(null);
  const [isReadOnly, setReadOnly] = useState(true);
  const [expiry, setExpiry] = useState<KeyExpiry>('never');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [step, setStep] = useState<'choosing' | 'sending' | 'leaving'>('choosing');
  const nameField = useFirstFocus();
  const isSeen = useSeen();

  async function submit(): Promise<void> {
    if (!isSeen || step !== 'choosing') return;
    if (name.trim() === '') {
      setProblems({ name: texts.nameMissing });
      nameField.current?.focus();
      return;
    }
    setStep('sending');
    try {
      const location = await allowClient(key, query, {
        name: name.trim(),
        readOnly: isReadOnly,
        ...(storeId === null ? {} : { storeId }),
        ...expiryMember(expiry),
      });
      setStep('leaving');
      window.location.assign(location);
    } catch (error) {
      setProblems(problemsByField(error, ['name']));
      setStep('choosing');
    }
  }

  if (step === 'leaving') return <p role="status">{texts.returning(request.returnHost)}</p>;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p class="who">
        <span>{texts.signedIn(identity.accountName)}</span>
        <Button kind="quiet" size="small" onClick={() => void signOut()}>
          {texts.otherKey}
        </Button>
      </p>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={name}
        problem={problems.name ?? null}
        inputRef={nameField}
        onValue={(value) => {
          setName(value);
          setProblems({});
        }}
      />
      <KeyReach
        stores={stores}
        areAllStores={stores.length < STORES_MAX}
        storeId={storeId}
        account={texts.account}
        onValue={setStoreId}
      />
      <div class="read-only">
        <Checkbox label={texts.readOnly} checked={isReadOnly} onValue={setReadOnly} />
        <p class="faint">{texts.readOnlyHint}</p>
      </div>
      <KeyExpiryField value={expiry} onValue={setExpiry} />
      {problems[''] !== undefined && (
        <p class="problem" role="alert">
          {problems['']}
        </p>
      )}
      <div class="actions">
        <Deny request={request} />
        <Button type="submit" kind="primary" busy={step === 'sending'} disabled={!isSeen}>
          {texts.allow}
        </Button>
      </div>
    </form>
  );
}

function Deny({ request }: Pick<AllowFormProps, 'request'>): JSX.Element {
  return <Button onClick={() => window.location.assign(request.denyUrl)}>{texts.deny}</Button>;
}

/** Returns whether the page has been in front for a moment. */
function useSeen(): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(timer);
      setSeen(false);
      timer = setTimeout(() => setSeen(true), SEEN_MS);
    };
    begin();
    window.addEventListener('focus', begin);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', begin);
    };
  }, []);
  return isSeen;
}
