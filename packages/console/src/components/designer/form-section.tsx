import type { ComponentChildren, JSX } from 'preact';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { Icon } from '../icon.tsx';
import styles from './designer.css';

adoptStyles(styles);

interface FormSectionProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** A part of the form that can be folded. */
export function FormSection({ title, isOpen = false, children }: FormSectionProps): JSX.Element {
  return (
    <details class="card form-section" open={isOpen}>
      <summary>
        <h2>{title}</h2>
        <Icon name="chevronDown" />
      </summary>
      <div class="form-fields">{children}</div>
    </details>
  );
}
