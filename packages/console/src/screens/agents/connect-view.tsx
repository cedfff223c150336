import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { reachOf } from '../../../../core/src/ground/network/reach.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Checkbox } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { AGENT_URL, DESIGN_URL } from '../../requests/agent-connection.ts';
import { query, setQuery } from '../../router/location.ts';
import type { KnownKey } from '../../session/held-keys.ts';
import { agentsTexts } from '../../texts/en/access/agents.ts';
import { clientConfigurations } from './client-configurations.ts';

const texts = agentsTexts.connect;

interface ConnectViewProps extends Pick<KnownKey, 'secret' | 'scope'> {}

/** What to paste into a client so that it reaches this server. */
export function ConnectView({ secret, scope }: ConnectViewProps): JSX.Element {
  const [hasKey, setHasKey] = useState(false);
  const configurations = clientConfigurations(AGENT_URL, hasKey ? secret : null);
  const wanted = query.value.get('client');
  const chosen = configurations.find(({ name }) => name === wanted) ?? configurations[0];
  return (
    <div class="agent-connect">
      <p class="soft">{texts.lead}</p>
      {reachOf(AGENT_URL) === 'computer' && (
        <p class="note">
          <Icon name="info" />
          <span>{texts.loopback(new URL(AGENT_URL).host)}</span>
        </p>
      )}
      <Tabs
        label={texts.clients}
        tabs={configurations}
        selected={chosen?.name ?? ''}
        onSelect={(name) => setQuery({ client: name })}
      />
      {secret === null ? (
        <p class="soft">{texts.unknownSecret}</p>
      ) : (
        <div>
          <Checkbox isSwitch label={texts.withKey} checked={hasKey} onValue={setHasKey} />
          <p class="faint">{texts.withKeyHint}</p>
        </div>
      )}
      {chosen?.snippets.map(({ where, code }) => (
        <section key={where}>
          <h2>{where}</h2>
          <CodeBlock code={code} label={texts.code(chosen.label, where)} isWrapped />
        </section>
      ))}
      {chosen?.note && <p class="soft">{chosen.note}</p>}
      {scope === 'account' && (
        <section>
          <h2>{texts.design}</h2>
          <p class="soft">
            {texts.designText} <code>{DESIGN_URL}</code>
          </p>
        </section>
      )}
    </div>
  );
}
