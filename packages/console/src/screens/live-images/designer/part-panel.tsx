import type { JSX } from 'preact';
import { SourcePanel } from '../data/source-panel.tsx';
import { VariablePanel } from '../data/variable-panel.tsx';
import type { LiveForm } from '../draft/live-form.ts';
import { partOfAddress } from '../draft/part.ts';
import { LayerPanel } from '../layers/layer-panel.tsx';
import { RulePanel } from '../rules/rule-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';

interface PartPanelProps {
  readonly form: LiveForm;
  /** The form of the layers that are seen. */
  readonly layersForm: LiveForm;
}

/** The members of the selected part. */
export function PartPanel({ form, layersForm }: PartPanelProps): JSX.Element {
  const part = partOfAddress(form.design);
  if (part === null) return <PicturePanel form={form} />;
  const { kind, name } = part;
  const key = `${kind} ${name}`;
  if (kind === 'layer') return <LayerPanel key={`${key} ${layersForm.rule}`} form={layersForm} name={name} />;
  if (kind === 'variable') return <VariablePanel key={key} form={form} name={name} />;
  if (kind === 'source') return <SourcePanel key={key} form={form} name={name} />;
  return <RulePanel key={key} form={form} name={name} />;
}
