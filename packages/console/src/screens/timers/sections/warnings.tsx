import type { JSX } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { type DesignForm, placeOfWarning, type WarningPlace } from '../design/design-form.ts';

interface WarningsProps {
  readonly form: DesignForm;
  readonly at: WarningPlace;
}

/** The server's warnings about one part of the design. */
export function Warnings({ form, at }: WarningsProps): JSX.Element {
  const own = form.warnings.filter((warning) => placeOfWarning(warning) === at);
  return (
    <>
      {own.map((warning) => (
        <p key={warning} class="note warn">
          <Icon name="alert" />
          <span>{warning}</span>
        </p>
      ))}
    </>
  );
}
