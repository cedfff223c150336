import type { JSX } from 'preact';
import { designerTexts as texts } from '../../../texts/en/images/designer.ts';
import { Checkbox } from '../../field.tsx';
import { ColorField } from './color-field.tsx';
import { NumberField } from './number-field.tsx';

interface Gradient {
  readonly color: string;
  readonly angle: number;
}

interface GradientFieldsProps {
  /** Null: one colour. */
  readonly value: Gradient | null;
  /** Called with the members that change, or with null when the gradient is removed. */
  readonly onValue: (changes: Partial<Gradient> | null) => void;
}

const NEW_GRADIENT = { color: '#3b1d72', angle: 180 } as const;

/** The colour into which a first one blends, with the angle, or none. */
export function GradientFields({ value, onValue }: GradientFieldsProps): JSX.Element {
  return (
    <>
      <Checkbox
        label={texts.gradient}
        checked={value !== null}
        onValue={(isOn) => onValue(isOn ? NEW_GRADIENT : null)}
      />
      {value !== null && (
        <div class="field-row">
          <ColorField label={texts.secondColor} value={value.color} onValue={(color) => onValue({ color })} />
          <NumberField
            label={texts.angle}
            value={value.angle}
            min={0}
            max={359}
            onValue={(angle) => onValue({ angle })}
          />
        </div>
      )}
    </>
  );
}
