import { z } from 'zod';
import { DEFAULT_DESIGN } from '../timers/timer-design.ts';
import { withOptionalMembers } from '../timers/timer-frames.ts';
import { DEFAULT_LIVE_DESIGN, DEFAULT_VARIABLE, LiveDesign, LiveVariable } from './live-design.ts';
import { DEFAULT_LAYERS, LAYERS_BY_TYPE, LiveTimerDesign } from './live-layers.ts';
import { DEFAULT_RULE, LiveRule } from './live-rules.ts';
import { DEFAULT_SOURCES, LiveNearestSource, LiveQuerySource, LiveRecordSource } from './live-sources.ts';

/** Members that tell what a part is: given with a new part. */
type Kind = 'type' | 'kind';

type Part<Group> = Group extends object
  ? {
      readonly [Name in keyof Group]?:
        | (Name extends Kind ? Group[Name] : Changes<Group[Name]>)
        | null
        | undefined;
    }
  : never;

type Changes<Value> =
  NonNullable<Value> extends readonly unknown[]
    ? Value
    : NonNullable<Value> extends object
      ? Part<NonNullable<Value>> | null
      : Value;

type Parts<Named> =
  Named extends Readonly<Record<string, infer One>> ? { readonly [name: string]: Part<One> | null } : never;

type NamedParts = 'variables' | 'sources' | 'layers' | 'rules';

/** The changes of a design in a request: any of its members. Null restores a default, or removes a named part. */
export type LiveDesignChanges = Part<Omit<LiveDesign, NamedParts>> & {
  readonly [Name in NamedParts]?: Parts<LiveDesign[Name]> | null | undefined;
};

function named(part: z.ZodType, description: string) {
  return z.record(z.string(), z.nullable(part)).nullable().optional().meta({ description });
}

const layers = [
  withOptionalMembers(LAYERS_BY_TYPE.text, DEFAULT_LAYERS.text),
  withOptionalMembers(LAYERS_BY_TYPE.image, DEFAULT_LAYERS.image),
  withOptionalMembers(LAYERS_BY_TYPE.shape, DEFAULT_LAYERS.shape),
  withOptionalMembers(LAYERS_BY_TYPE.timer.omit({ design: true }), DEFAULT_LAYERS.timer).extend({
    design: withOptionalMembers(LiveTimerDesign, DEFAULT_DESIGN).nullable().optional(),
  }),
] as const;

const { variables: _v, sources: _s, layers: _l, rules: _r, ...plain } = LiveDesign.shape;

/** Only for the description. `live/changes/design-changes.ts` reads the changes. */
export const LiveDesignChanges = withOptionalMembers(z.object(plain), DEFAULT_LIVE_DESIGN)
  .extend({
    variables: named(withOptionalMembers(LiveVariable, DEFAULT_VARIABLE), 'By name. Null removes one.'),
    sources: named(
      z.union([
        withOptionalMembers(LiveRecordSource, DEFAULT_SOURCES.record),
        withOptionalMembers(LiveQuerySource, DEFAULT_SOURCES.query),
        withOptionalMembers(LiveNearestSource, DEFAULT_SOURCES.nearest),
      ]),
      'By name. Null removes one. A new one has its `kind`.',
    ),
    layers: named(z.union(layers), 'By name. Null removes one. A new one has its `type`.'),
    rules: named(withOptionalMembers(LiveRule, DEFAULT_RULE), 'By name. Null removes one.'),
  })
  .meta({
    id: 'LiveDesignChanges',
    description: 'Every member is optional; null restores its default.',
  });
