import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { orderOf } from '../../../records/views/order.ts';
import { SERVER_URL } from '../../../router/location.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import type { GridState } from '../state/grid-state.ts';
import { agentCode, clientCode, curlCode } from './query-code.ts';

type Language = keyof typeof gridTexts.codeTabs;

/** What the grid shows, as a request that a program or an agent makes. */
export function CodeDialog({
  grid,
  onClose,
}: {
  readonly grid: GridState;
  readonly onClose: () => void;
}): JSX.Element {
  const [language, setLanguage] = useState<Language>('curl');
  const { match } = grid.view;
  const query = { filters: grid.filters, match, q: grid.view.q, ...orderOf(grid.view) };
  const target = { url: SERVER_URL.replace(/\/$/, ''), storeId: grid.detail.id, storeName: grid.detail.name };
  const code = { curl: curlCode, client: clientCode, agent: agentCode }[language](target, query);
  const tabs = (Object.keys(gridTexts.codeTabs) as Language[]).map((name) => ({
    name,
    label: gridTexts.codeTabs[name],
  }));
  return (
    <Dialog title={gridTexts.codeTitle} width={720} onClose={onClose}>
      <Tabs label={gridTexts.code} tabs={tabs} selected={language} onSelect={setLanguage} />
      <CodeBlock code={code} label={gridTexts.codeTabs[language]} isWrapped={language === 'curl'} />
      {language === 'agent' && match === 'any' && grid.filters.length > 1 && (
        <p class="note">{gridTexts.codeAgentAny}</p>
      )}
    </Dialog>
  );
}
