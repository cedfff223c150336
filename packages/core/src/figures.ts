/** A measured figure for an operator's dashboard, named as Prometheus has it: `vitrine_writer_operations_total`. */
export interface Figure {
  readonly name: `vitrine_${string}`;
  readonly help: string;
  /** A counter rises for as long as the process lives. */
  readonly kind: 'gauge' | 'counter';
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}
