import type { JSX } from 'preact';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly code: string;
  /** What the code is, for screen readers. */
  readonly label: string;
  readonly isWrapped?: boolean;
  /** Called when its button has copied it. */
  readonly onCopied?: () => void;
}

/** Code to read and copy. */
export function CodeBlock({ code, label, isWrapped = false, onCopied }: CodeBlockProps): JSX.Element {
  return (
    <div class={`code-block ${isWrapped ? 'wrap' : ''}`}>
      <pre tabIndex={0} aria-label={label} role="region">
        <code>{code}</code>
      </pre>
      <CopyButton text={code} onCopied={onCopied} />
    </div>
  );
}
