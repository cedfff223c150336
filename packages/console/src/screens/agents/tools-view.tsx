import type { JSX } from 'preact';
import { CodeBlock } from '../../components/code-block.tsx';
import { formatBytes } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import {
  AGENT_URL,
  type AgentExchange,
  type AgentTool,
  askAsAgent,
} from '../../requests/agent-connection.ts';
import { query, setQuery } from '../../router/location.ts';
import { agentsTexts } from '../../texts/en/access/agents.ts';
import { ToolPanel } from './tool-panel.tsx';
import { ExchangeFacts } from './tool-result.tsx';

const texts = agentsTexts.tools;

/** The item of the list that shows the instructions. */
const INSTRUCTIONS = 'instructions';

/** The instructions and tools that the agent of a key gets, each to be tried. */
export function ToolsView({ secret }: { readonly secret: string }): JSX.Element {
  const load = useLoad(
    async (signal) => {
      const [about, list] = await Promise.all([
        askAsAgent(secret, 'server/discover', {}, signal),
        askAsAgent(secret, 'tools/list', {}, signal),
      ]);
      return { about, list };
    },
    [secret],
  );
  return (
    <Loaded load={load}>
      {({ about, list }) =>
        list.result === null ? (
          <Refused exchange={list} />
        ) : (
          <Tools
            secret={secret}
            tools={list.result.tools}
            bytes={list.bytes}
            instructions={about.result?.instructions ?? null}
          />
        )
      }
    </Loaded>
  );
}

function Refused({ exchange }: { readonly exchange: AgentExchange }): JSX.Element {
  return (
    <section class="card agent-access" role="alert">
      <h2>{texts.refused}</h2>
      <p class="soft">{texts.refusedText}</p>
      <ExchangeFacts exchange={exchange} />
      <CodeBlock code={exchange.body} label={texts.response} isWrapped />
    </section>
  );
}

interface ToolsProps {
  readonly secret: string;
  readonly tools: readonly AgentTool[];
  readonly bytes: number;
  readonly instructions: string | null;
}

function Tools({ secret, tools, bytes, instructions }: ToolsProps): JSX.Element {
  const wanted = query.value.get('tool');
  const chosen = tools.find(({ name }) => name === wanted) ?? tools[0];
  const isAboutServer = wanted === INSTRUCTIONS || chosen === undefined;
  const choose = (name: string) => setQuery({ tool: name, arguments: null, input: null }, { push: true });
  const item = (name: string, title: string, isChosen: boolean) => (
    <li key={name}>
      <button type="button" aria-current={isChosen ? 'true' : undefined} onClick={() => choose(name)}>
        {title}
      </button>
    </li>
  );
  return (
    <>
      <p class="soft agent-lead">
        <code>{AGENT_URL}</code>
        <span>{texts.lead(tools.length, formatBytes(bytes))}</span>
      </p>
      <div class="agent-tools">
        <ul class="agent-list" aria-label={texts.list}>
          {tools.map(({ name }) => item(name, name, !isAboutServer && name === chosen.name))}
          {item(INSTRUCTIONS, texts.instructions, isAboutServer)}
        </ul>
        {isAboutServer ? (
          <section class="agent-panel">
            <h2>{texts.instructions}</h2>
            <p class="note">
              <Icon name="info" />
              <span>{texts.instructionsText}</span>
            </p>
            <p class="agent-description card">{instructions ?? texts.noInstructions}</p>
          </section>
        ) : (
          <ToolPanel key={chosen.name} secret={secret} tool={chosen} />
        )}
      </div>
    </>
  );
}
