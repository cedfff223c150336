/** The panels that are loaded behind what every picture needs. */
export { SourcePanel } from '../data/source-panel.tsx';
export { VariablePanel } from '../data/variable-panel.tsx';
export { RulePanel } from '../rules/rule-panel.tsx';
