import { SourcePanel } from '../data/source-panel.tsx';
import { VariablePanel } from '../data/variable-panel.tsx';
import { LayerPanel } from '../layers/layer-panel.tsx';
import { RulePanel } from '../rules/rule-panel.tsx';

/** What shows the members of a part, by its kind. */
export const PART_PANELS = {
  layer: LayerPanel,
  variable: VariablePanel,
  source: SourcePanel,
  rule: RulePanel,
} as const;
