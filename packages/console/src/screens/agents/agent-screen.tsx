import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/pages/page.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { LinkTabs } from '../../components/tabs.tsx';
import { Link } from '../../router/link.tsx';
import { query } from '../../router/location.ts';
import type { KnownKey } from '../../session/held-keys.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { agentsTexts as texts } from '../../texts/en/access/agents.ts';
import styles from './agents.css';
import { ConnectView } from './connect-view.tsx';
import { findKey } from './find-key.ts';
import { PasteKeyDialog } from './paste-key.tsx';
import { ToolAccess } from './tool-access.tsx';

adoptStyles(styles);

/** What the agent of a key gets, and how a client is told about the server. */
export default function AgentScreen({
  params: { keyId = '' },
}: {
  readonly params: Readonly<Record<string, string>>;
}): JSX.Element {
  const session = useSession();
  const held = session.held.value.get(keyId);
  const load = useLoad(
    async (signal) => ({ key: held ?? (await findKey(session, keyId, signal)) }),
    [session, keyId, held],
  );
  return (
    <Loaded load={load} isPage>
      {({ key }) => (key === null ? <NoSuchKey /> : <OneKey key={keyId} apiKey={key} />)}
    </Loaded>
  );
}

const PARENT = { to: '/keys', label: texts.parent };

function NoSuchKey(): JSX.Element {
  return (
    <EmptyState
      isPage
      icon="key"
      title={texts.notFoundTitle}
      actions={
        <Link class="button" to="/keys">
          {texts.toKeys}
        </Link>
      }
    >
      {texts.notFoundText}
    </EmptyState>
  );
}

function OneKey({ apiKey }: { readonly apiKey: KnownKey }): JSX.Element {
  const { keyId, name, scope } = apiKey;
  const [isPasting, setPasting] = useState(false);
  const isConnecting = query.value.get('view') === 'connect';
  const tab = (view: 'connect' | null, label: string) => ({
    to: viewAddress(keyId, view),
    label,
    isCurrent: isConnecting === (view === 'connect'),
  });
  return (
    <Page
      title={name === '' ? texts.unknownTitle : texts.title(name)}
      parent={PARENT}
      aside={<span class="badge">{scope === 'account' ? texts.account : texts.store}</span>}
      actions={<Button onClick={() => setPasting(true)}>{texts.anotherKey}</Button>}
    >
      <LinkTabs
        label={texts.views.label}
        tabs={[tab(null, texts.views.tools), tab('connect', texts.views.connect)]}
      />
      <div class="agent">
        {isConnecting ? <ConnectView secret={apiKey.secret} scope={scope} /> : <ToolAccess apiKey={apiKey} />}
      </div>
      {isPasting && <PasteKeyDialog onClose={() => setPasting(false)} />}
    </Page>
  );
}

/** Returns the address of a part of the screen. The call that was written stays in it. */
function viewAddress(keyId: string, view: 'connect' | null): string {
  const next = new URLSearchParams(query.value);
  if (view === null) next.delete('view');
  else next.set('view', view);
  return `/keys/${encodeURIComponent(keyId)}/agent${next.size === 0 ? '' : `?${next}`}`;
}
