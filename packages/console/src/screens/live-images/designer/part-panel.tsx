import type { JSX } from 'preact';
import { Loaded, useLoad } from '../../../components/pages/use-load.tsx';
import type { AllowedHosts } from '../draft/image-hosts.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { panelOf, partOfAddress } from '../draft/part.ts';
import { LayerPanel } from '../layers/layer-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';

interface PartPanelProps {
  readonly form: LiveForm;
  /** The form of the layers that are seen. */
  readonly layersForm: LiveForm;
  readonly allowed: AllowedHosts;
}

/** The members of the selected part. */
export function PartPanel({ form, layersForm, allowed }: PartPanelProps): JSX.Element {
  const part = partOfAddress(form.design);
  // They are loaded behind what every picture needs, before one of their parts is selected.
  const later = useLoad(() => import('./later-panels.ts'), []);
  if (part === null) return <PicturePanel form={form} allowed={allowed} />;
  const { kind, name } = part;
  const key = panelOf(kind, name);
  if (kind === 'layer') return <LayerPanel key={`${key} ${layersForm.rule}`} form={layersForm} name={name} />;
  return (
    <Loaded load={later}>
      {(panels) => {
        const Panel = { rule: panels.RulePanel, source: panels.SourcePanel, variable: panels.VariablePanel }[
          kind
        ];
        return <Panel key={key} form={form} name={name} />;
      }}
    </Loaded>
  );
}
