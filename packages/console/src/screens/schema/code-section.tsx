import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { CodeBlock } from '../../components/code-block.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { query, SERVER_URL, setQuery } from '../../router/location.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import { commandCode, jsonSchemaCode, typescriptCode } from './store-code.ts';

const texts = schemaTexts.code;

type Language = keyof typeof texts.tabs;

const TABS = (Object.keys(texts.tabs) as Language[]).map((name) => ({ name, label: texts.tabs[name] }));

/** The schema as code, to copy: for a program, for a validator, for the command line. */
export function CodeSection({ detail }: { readonly detail: StoreDetail }): JSX.Element {
  const chosen = query.value.get('code');
  const language = TABS.find(({ name }) => name === chosen)?.name ?? 'typescript';
  const code = {
    typescript: () => typescriptCode(detail, SERVER_URL.replace(/\/$/, '')),
    json: () => jsonSchemaCode(detail),
    command: () => commandCode(detail),
  }[language]();
  return (
    <section class="schema-section" aria-labelledby="schema-code">
      <header>
        <h2 id="schema-code">{texts.title}</h2>
      </header>
      <Tabs
        label={texts.title}
        tabs={TABS}
        selected={language}
        onSelect={(name) => setQuery({ code: name === 'typescript' ? null : name })}
      />
      <CodeBlock code={code} label={texts.tabs[language]} />
      <p class="faint">{texts.notes[language]}</p>
    </section>
  );
}
