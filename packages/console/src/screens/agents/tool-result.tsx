import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../../components/code-block.tsx';
import { formatBytes, formatNumber } from '../../components/format.ts';
import { Tabs } from '../../components/tabs.tsx';
import type { AgentExchange } from '../../requests/agent-connection.ts';
import { agentsTexts } from '../../texts/en/access/agents.ts';

const texts = agentsTexts.result;

type Form = 'structured' | 'text' | 'message';

const FORMS = (['structured', 'text', 'message'] as const).map((name) => ({
  name,
  label: texts.forms[name],
}));

/** The status, time and size of a response. */
export function ExchangeFacts({ exchange }: { readonly exchange: AgentExchange }): JSX.Element {
  const { status, milliseconds, bytes } = exchange;
  return (
    <span class="agent-facts faint number">
      <span>{texts.status(status)}</span>
      <span>{texts.time(formatNumber(Math.max(1, Math.round(milliseconds))))}</span>
      <span>{formatBytes(bytes)}</span>
    </span>
  );
}

/** The response to a call of a tool, in the forms in which a client and its model get it. */
export function ToolResult({ exchange }: { readonly exchange: AgentExchange<'tools/call'> }): JSX.Element {
  const { result } = exchange;
  const isError = result?.isError ?? false;
  const [chosen, setChosen] = useState<Form>('structured');
  // An error has only a text, or no result at all.
  const form = result === null ? 'message' : isError && chosen === 'structured' ? 'text' : chosen;
  return (
    <section class="card agent-result">
      <header>
        <h3>{texts.title}</h3>
        {result === null ? (
          <span class="badge bad">{texts.refused}</span>
        ) : (
          <span class={`badge ${isError ? 'warn' : 'good'}`}>{isError ? texts.toolError : texts.ok}</span>
        )}
        <ExchangeFacts exchange={exchange} />
      </header>
      <Tabs label={texts.forms.label} tabs={FORMS} selected={form} onSelect={setChosen} />
      <Content exchange={exchange} form={form} />
    </section>
  );
}

function Content({
  exchange,
  form,
}: {
  readonly exchange: AgentExchange<'tools/call'>;
  readonly form: Form;
}): JSX.Element {
  const { result, body } = exchange;
  if (form === 'message') return <Shown hint={texts.messageHint} code={body} />;
  if (form === 'structured') {
    const { structuredContent } = result ?? {};
    if (structuredContent === undefined) return <p class="soft">{texts.noStructured}</p>;
    return <Shown hint={texts.structuredHint} code={JSON.stringify(structuredContent, null, 2)} />;
  }
  const text = result?.content.flatMap((part) => part.text ?? []).join('\n') ?? '';
  return text === '' ? <p class="soft">{texts.noText}</p> : <Shown hint={texts.textHint} code={text} />;
}

function Shown({ hint, code }: { readonly hint: string; readonly code: string }): JSX.Element {
  return (
    <>
      <p class="faint">{hint}</p>
      <CodeBlock code={code} label={texts.title} isWrapped />
    </>
  );
}
