import type { JSX } from 'preact';
import { Loaded, useLoad } from '../../../components/pages/use-load.tsx';
import { VariablePanel } from '../data/variable-panel.tsx';
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
  // They are loaded behind what every picture needs, before a rule or a source is selected.
  const rulePanel = useLoad(async () => (await import('../rules/rule-panel.tsx')).RulePanel, []);
  const sourcePanel = useLoad(async () => (await import('../data/source-panel.tsx')).SourcePanel, []);
  if (part === null) return <PicturePanel form={form} allowed={allowed} />;
  const { kind, name } = part;
  const key = panelOf(kind, name);
  if (kind === 'layer') return <LayerPanel key={`${key} ${layersForm.rule}`} form={layersForm} name={name} />;
  if (kind === 'variable') return <VariablePanel key={key} form={form} name={name} />;
  const panel = kind === 'source' ? sourcePanel : rulePanel;
  return <Loaded load={panel}>{(Panel) => <Panel key={key} form={form} name={name} />}</Loaded>;
}
