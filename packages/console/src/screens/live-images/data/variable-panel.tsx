import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { TextField } from '../../../components/field.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { NameField } from '../draft/name-field.tsx';
import { selectRenamed } from '../draft/part.ts';
import { valueNameProblem } from '../names/value-name.ts';
import { renameVariable } from '../names/variables.ts';

const texts = liveImagesTexts.variable;
const VALUE_MAX = 500;

interface VariablePanelProps {
  readonly form: LiveForm;
  readonly name: string;
}

/** A value of the URL: what previews show of it, and what is shown without it. */
export function VariablePanel({ form, name }: VariablePanelProps): JSX.Element | null {
  const { design, change, problemOf } = form;
  const variable = design.variables[name];
  if (variable === undefined) return null;
  const set = (members: object) => change({ variables: { [name]: members } });
  const at = (member: string) => problemOf(`variables.${name}.${member}`);
  return (
    <FormSection title={texts.title} isOpen>
      <NameField
        label={texts.name}
        value={name}
        problemOf={(next) => valueNameProblem(form.named(), next)}
        onRename={(next) => {
          form.rename(renameVariable, name, next);
          selectRenamed('variable', name, next);
        }}
      />
      <TextField
        label={texts.sample}
        hint={texts.sampleHint}
        value={variable.sample ?? ''}
        maxLength={VALUE_MAX}
        problem={at('sample')}
        onValue={(sample) => set({ sample: sample === '' ? null : sample })}
      />
      <TextField
        label={texts.standard}
        hint={texts.standardHint}
        value={variable.default ?? ''}
        maxLength={VALUE_MAX}
        problem={at('default')}
        onValue={(standard) => set({ default: standard === '' ? null : standard })}
      />
      <NumberField
        label={texts.maxLength}
        value={variable.maxLength}
        min={1}
        max={VALUE_MAX}
        problem={at('maxLength')}
        onValue={(maxLength) => set({ maxLength })}
      />
      <p class="problem" role="alert">
        {problemOf(`variables.${name}`)}
      </p>
      <Button size="small" icon="trash" onClick={() => change({ variables: { [name]: null } })}>
        {texts.remove}
      </Button>
    </FormSection>
  );
}
