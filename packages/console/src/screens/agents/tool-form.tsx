import { createClient } from '@vitrine/client';
import type { JSX } from 'preact';
import { useCallback, useMemo } from 'preact/hooks';
import { TextArea } from '../../components/field.tsx';
import type { Suggestion } from '../../components/overlays/combobox.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { JsonSchema } from '../../requests/agent-connection.ts';
import { watchedFetch } from '../../requests/connection.ts';
import { query, SERVER_URL, setQuery } from '../../router/location.ts';
import { agentsTexts } from '../../texts/en/access/agents.ts';
import { fieldsOf } from './argument-fields.ts';
import { ArgumentFields } from './argument-inputs.tsx';
import type { ArgumentsDraft } from './use-arguments.ts';

const texts = agentsTexts.call;
const SUGGESTED_MAX = 20;

const INPUTS = [
  { name: 'form', label: texts.inputs.form },
  { name: 'json', label: texts.inputs.json },
] as const;

interface ToolFormProps {
  readonly secret: string;
  readonly schema: JsonSchema;
  readonly draft: ArgumentsDraft;
}

/** The arguments of a tool: a form made from its schema, or JSON. */
export function ToolForm({ secret, schema, draft }: ToolFormProps): JSX.Element {
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const suggestStores = useStoreSuggestions(secret);
  const isJson = query.value.get('input') === 'json';
  return (
    <>
      <Tabs
        label={texts.inputs.label}
        tabs={INPUTS}
        selected={isJson ? 'json' : 'form'}
        onSelect={(name) => {
          if (name === 'json' && draft.value !== null) draft.setText(JSON.stringify(draft.value, null, 2));
          setQuery({ input: name === 'json' ? 'json' : null });
        }}
      />
      {isJson || draft.value === null ? (
        <TextArea
          label={texts.arguments}
          value={draft.text}
          rows={6}
          problem={draft.value === null ? texts.invalid : null}
          onValue={draft.setText}
        />
      ) : fields.length === 0 ? (
        <p class="soft">{texts.none}</p>
      ) : (
        <ArgumentFields
          fields={fields}
          value={draft.value}
          suggestStores={suggestStores}
          onValue={draft.setValue}
        />
      )}
    </>
  );
}

/** Suggests the stores that the key of the agent sees. */
function useStoreSuggestions(
  secret: string,
): (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]> {
  const client = useMemo(() => createClient({ url: SERVER_URL, key: secret, fetch: watchedFetch }), [secret]);
  return useCallback(
    async (text, signal) => {
      const q = text.trim();
      const { items } = await client.stores.list(
        { limit: SUGGESTED_MAX, ...(q === '' ? {} : { q }) },
        { signal },
      );
      return items.map(({ id, name }) => ({ value: id, label: name, note: id }));
    },
    [client],
  );
}
