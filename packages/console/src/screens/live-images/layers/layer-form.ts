import type { LiveForm } from '../draft/live-form.ts';

/** What the fields of a layer get: its members by their names, and how they are changed. */
export interface LayerForm<Layer> {
  readonly form: LiveForm;
  readonly layer: Layer;
  readonly change: (members: object) => void;
  readonly problemOf: (member: string) => string | null;
}
