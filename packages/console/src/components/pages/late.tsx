import type { FunctionComponent, JSX } from 'preact';
import { ErrorState } from './states.tsx';
import { useLoad } from './use-load.tsx';

interface LateProps<Props> {
  /** Loads the code. Always the same function. */
  readonly load: () => Promise<FunctionComponent<Props>>;
  readonly props: Props;
}

/** A part of a screen that is seldom shown. Its code is loaded when it is first shown. */
export function Late<Props extends object>({ load, props }: LateProps<Props>): JSX.Element | null {
  const { data: Part, error, reload } = useLoad(load, [load]);
  if (Part !== null) return <Part {...props} />;
  return error === null ? null : <ErrorState error={error} onRetry={reload} />;
}
