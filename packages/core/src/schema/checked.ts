import { type Issue, ValidationError } from '../ground/errors.ts';

/** A value, or the issues that prevent it. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: Issue[] };

/** @throws ValidationError with the issues. */
export function requireValid<Value>(checked: Checked<Value>): Value {
  if (!checked.ok) throw new ValidationError(checked.issues);
  return checked.value;
}
