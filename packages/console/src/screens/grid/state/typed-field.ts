import { signal } from '@preact/signals';

/** Whether the text of a field beside the grid was changed, and the field is neither left nor saved. */
export const isFieldTyped = signal(false);
