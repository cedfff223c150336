import type { JSX } from 'preact';
import { Button } from '../../../components/button.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { Icon } from '../../../components/icon.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { AddSource } from '../data/add-source.tsx';
import { addVariable } from '../data/add-variable.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { type PartKind, partOfAddress, selectPart } from '../draft/part.ts';
import { LayerList } from '../layers/layer-list.tsx';
import { addRule } from '../rules/add-rule.ts';
import { rulesInOrder } from '../rules/rule-order.ts';

const texts = liveImagesTexts.parts;
const VARIABLES_MAX = 10;
const RULES_MAX = 20;

interface PartListsProps {
  readonly form: LiveForm;
  /** The form of the layers that are seen. */
  readonly layersForm: LiveForm;
}

/** All that the design consists of: the picture itself, layers, variables, sources and rules. */
export function PartLists({ form, layersForm }: PartListsProps): JSX.Element {
  const { design, resolved, places } = form;
  const { variables, sources, rules } = design;
  const part = partOfAddress(design);
  return (
    <>
      <button type="button" class="part-row" aria-pressed={part === null} onClick={() => selectPart(null)}>
        <Icon name="live" />
        <span class="cut">{texts.picture}</span>
        <span class="faint number">
          {design.width} × {design.height}
        </span>
      </button>
      <LayerList form={layersForm} />
      <FormSection title={texts.variables} isOpen>
        <Hint isShown={Object.keys(variables).length === 0}>{texts.variablesHint}</Hint>
        {Object.entries(variables).map(([name, { sample }]) => (
          <PartRow
            key={name}
            kind="variable"
            name={name}
            isSelected={isSelected('variable', name)}
            note={sample}
          />
        ))}
        <Button
          size="small"
          icon="add"
          disabled={Object.keys(variables).length >= VARIABLES_MAX}
          onClick={() => addVariable(form)}
        >
          {texts.addVariable}
        </Button>
      </FormSection>
      <FormSection title={texts.sources} isOpen>
        <Hint isShown={Object.keys(sources).length === 0}>{texts.sourcesHint}</Hint>
        {Object.keys(sources).map((name) => (
          <PartRow
            key={name}
            kind="source"
            name={name}
            isSelected={isSelected('source', name)}
            note={places[name]?.title ?? null}
          />
        ))}
        <AddSource form={form} />
      </FormSection>
      <FormSection title={texts.rules} isOpen>
        <Hint isShown={Object.keys(rules).length === 0}>{texts.rulesHint}</Hint>
        {rulesInOrder(rules).map((name) => (
          <PartRow
            key={name}
            kind="rule"
            name={name}
            isSelected={isSelected('rule', name)}
            note={resolved?.rule === name ? texts.matches : null}
            isMarked={resolved?.rule === name}
          />
        ))}
        <Hint isShown={Object.keys(rules).length > 0 && resolved?.rule === null}>{texts.noneMatches}</Hint>
        <Button
          size="small"
          icon="add"
          disabled={Object.keys(rules).length >= RULES_MAX}
          onClick={() => addRule(form)}
        >
          {texts.addRule}
        </Button>
      </FormSection>
    </>
  );

  function isSelected(kind: PartKind, name: string): boolean {
    return part?.kind === kind && part.name === name;
  }
}

function Hint(props: { readonly isShown: boolean; readonly children: string }): JSX.Element | null {
  const { isShown, children } = props;
  return isShown ? <p class="faint part-hint">{children}</p> : null;
}

interface PartRowProps {
  readonly kind: PartKind;
  readonly name: string;
  readonly isSelected: boolean;
  readonly note: string | null;
  readonly isMarked?: boolean;
}

function PartRow({ kind, name, isSelected, note, isMarked = false }: PartRowProps): JSX.Element {
  return (
    <button type="button" class="part-row" aria-pressed={isSelected} onClick={() => selectPart(kind, name)}>
      <span class="cut">{name}</span>
      {note && <span class={isMarked ? 'badge good' : 'faint cut'}>{note}</span>}
    </button>
  );
}
