import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { formatBytes } from '../../components/format.ts';
import { showToast } from '../../components/toast.tsx';
import { type AgentExchange, type AgentTool, askAsAgent } from '../../requests/agent-connection.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { agentsTexts } from '../../texts/en/access/agents.ts';
import { ToolForm } from './tool-form.tsx';
import { ToolResult } from './tool-result.tsx';
import { useArguments } from './use-arguments.ts';

const texts = agentsTexts.tools;

interface ToolPanelProps {
  readonly secret: string;
  readonly tool: AgentTool;
}

/** A tool with its description, a form to call it, and the response. */
export function ToolPanel({ secret, tool }: ToolPanelProps): JSX.Element {
  const draft = useArguments();
  const [exchange, setExchange] = useState<AgentExchange<'tools/call'> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const calling = useRef<AbortController | null>(null);
  const response = useRef<HTMLDivElement>(null);
  useEffect(() => () => calling.current?.abort(), []);
  useEffect(() => {
    if (exchange !== null) response.current?.scrollIntoView({ block: 'nearest' });
  }, [exchange]);

  async function call(): Promise<void> {
    if (draft.value === null) return;
    calling.current = new AbortController();
    const { signal } = calling.current;
    setBusy(true);
    try {
      const params = { name: tool.name, arguments: draft.value };
      setExchange(await askAsAgent(secret, 'tools/call', params, signal));
    } catch (error) {
      if (signal.aborted) return;
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
  }

  return (
    <section class="agent-panel">
      <header>
        <h2>
          <code>{tool.name}</code>
        </h2>
        {tool.title !== undefined && <span class="soft">{tool.title}</span>}
      </header>
      <ToolTexts tool={tool} />
      <form
        class="card agent-call"
        aria-label={agentsTexts.call.title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void call();
        }}
      >
        <ToolForm secret={secret} schema={tool.inputSchema} draft={draft} />
        <div class="agent-actions">
          <Button type="submit" kind="primary" icon="play" busy={isBusy} disabled={draft.value === null}>
            {agentsTexts.call.action}
          </Button>
          {draft.text !== '{}' && (
            <Button kind="quiet" onClick={draft.clear}>
              {agentsTexts.call.clear}
            </Button>
          )}
        </div>
      </form>
      <div ref={response} aria-live="polite">
        {exchange !== null && <ToolResult exchange={exchange} />}
      </div>
    </section>
  );
}

function ToolTexts({ tool }: { readonly tool: AgentTool }): JSX.Element {
  const { description = '', inputSchema, outputSchema } = tool;
  const size = formatBytes(new TextEncoder().encode(description).length);
  return (
    <div class="agent-texts">
      <details open>
        <summary>
          {texts.description} <span class="faint number">{size}</span>
        </summary>
        <p class="agent-description card" tabIndex={0}>
          {description}
        </p>
      </details>
      <SchemaText label={texts.inputSchema} schema={inputSchema} />
      {outputSchema !== undefined && <SchemaText label={texts.outputSchema} schema={outputSchema} />}
    </div>
  );
}

function SchemaText({ label, schema }: { readonly label: string; readonly schema: object }): JSX.Element {
  return (
    <details>
      <summary>{label}</summary>
      <CodeBlock code={JSON.stringify(schema, null, 2)} label={label} />
    </details>
  );
}
