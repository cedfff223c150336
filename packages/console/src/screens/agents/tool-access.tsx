import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import type { KnownKey } from '../../session/held-keys.ts';
import { useSession } from '../../session/session.ts';
import { agentsTexts } from '../../texts/en/access/agents.ts';
import { PasteKeyForm } from './paste-key.tsx';
import { ToolsView } from './tools-view.tsx';

const texts = agentsTexts.access;

/** A temporary key that nobody revoked is invalid after this time. */
const TEMPORARY_MS = 3_600_000;

/** A key that shows what the agent of another one gets. */
interface StandIn {
  readonly secret: string;
  /** Null for the key of the console, which is not revoked afterwards. */
  readonly temporaryId: string | null;
}

/** The tools of a key. Where its secret is unknown, a key that sees the same stands in if the user wants it. */
export function ToolAccess({ apiKey }: { readonly apiKey: KnownKey }): JSX.Element {
  const { client } = useSession();
  const [standIn, setStandIn] = useState<StandIn | null>(null);
  useEffect(() => {
    const temporaryId = standIn?.temporaryId;
    if (!temporaryId) return;
    // Without an answer it expires by itself.
    return () => void client.keys.revoke(temporaryId).catch(() => {});
  }, [client, standIn]);

  if (apiKey.secret !== null) return <ToolsView secret={apiKey.secret} />;
  if (standIn === null) return <NoSecret apiKey={apiKey} onStandIn={setStandIn} />;
  return (
    <>
      <p class="note agent-note">
        <Icon name="info" />
        <span>{agentsTexts.standIn[apiKey.scope](apiKey.name)}</span>
      </p>
      <ToolsView secret={standIn.secret} />
    </>
  );
}

interface NoSecretProps {
  readonly apiKey: KnownKey;
  readonly onStandIn: (standIn: StandIn) => void;
}

function NoSecret({ apiKey, onStandIn }: NoSecretProps): JSX.Element {
  const { client, identity, key } = useSession();
  const { name, scope, storeId } = apiKey;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function createTemporary(): Promise<void> {
    if (storeId === undefined) return;
    setBusy(true);
    try {
      const created = await client.keys.create({
        name: texts.temporaryName,
        storeId,
        readOnly: true,
        expiresAt: new Date(Date.now() + TEMPORARY_MS).toISOString(),
      });
      onStandIn({ secret: created.key, temporaryId: created.keyId });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <section class="card agent-access">
      <h2>{name === '' ? texts.unknown : texts.title(name)}</h2>
      <p class="soft">{texts.text}</p>
      <PasteKeyForm />
      {identity.scope === 'account' && (
        <div class="agent-stand-in">
          <p class="soft">{scope === 'account' ? texts.accountText : texts.storeText}</p>
          {scope === 'account' ? (
            <Button onClick={() => onStandIn({ secret: key, temporaryId: null })}>{texts.own}</Button>
          ) : (
            <Button busy={isBusy} onClick={() => void createTemporary()}>
              {texts.temporary}
            </Button>
          )}
          {problem !== null && (
            <p class="problem" role="alert">
              <Icon name="alert" />
              <span>{problem}</span>
            </p>
          )}
        </div>
      )}
    </section>
  );
}
