import type { JSX } from 'preact';
import { Loaded, useLoad } from '../../../components/pages/use-load.tsx';
import type { AllowedHosts } from '../draft/image-hosts.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { panelOf, partOfAddress } from '../draft/part.ts';
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
  // They are loaded behind what every picture needs, before a part is selected.
  const load = useLoad(async () => (await import('./part-panels.tsx')).PART_PANELS, []);
  if (part === null) return <PicturePanel form={form} allowed={allowed} />;
  const { kind, name } = part;
  const isLayer = kind === 'layer';
  const key = `${panelOf(kind, name)} ${isLayer ? layersForm.rule : null}`;
  return (
    <Loaded load={load}>
      {({ [kind]: Panel }) => <Panel key={key} form={isLayer ? layersForm : form} name={name} />}
    </Loaded>
  );
}
