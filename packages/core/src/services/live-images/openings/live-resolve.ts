import type { LiveDesign } from '../../../contracts/live/live-design.ts';
import type {
  ResolveLiveImageRequest,
  ResolveLiveImageResponse,
} from '../../../contracts/live/live-drafts.ts';
import { ValidationError } from '../../../ground/errors.ts';
import { namesHint } from '../../../ground/nearest-name.ts';
import type { Millis } from '../../../ground/rows.ts';
import { samplesOf } from '../../../live/check/check-live.ts';
import type { LiveOpeningOptions, OpenedLive } from '../../../live/opening/opened-live.ts';
import { requireMoment } from '../../../values/moment-in-zone.ts';
import { findMissingPhotos, type PhotoContext } from './missing-photos.ts';

/** The query and the options of an opening that a request describes. */
export interface DescribedOpening {
  readonly query: ReadonlyMap<string, string>;
  readonly options: LiveOpeningOptions;
}

/** Reads what an opening is like. @throws ValidationError at `at`, or at `rule` for one that the design has not. */
export function describeOpening(
  design: LiveDesign,
  { variables, at, client = 'other', recordId, rule }: ResolveLiveImageRequest,
  now: Millis,
  signal: AbortSignal,
): DescribedOpening {
  const moment = at === undefined ? now : requireMoment(design.timeZone, at);
  if (rule !== undefined && !Object.hasOwn(design.rules, rule)) {
    const known = Object.keys(design.rules);
    const message = `Unknown rule.${namesHint(rule, known)}`;
    throw new ValidationError([{ path: 'rule', message }]);
  }
  const query = variables === undefined ? samplesOf(design) : new Map(Object.entries(variables));
  return { query, options: { at: moment, client, recordId: recordId ?? null, rule: rule ?? null, signal } };
}

/** Returns why an opening shows what it shows. */
export async function showResolved(
  context: PhotoContext,
  accountId: string,
  opened: OpenedLive,
): Promise<ResolveLiveImageResponse> {
  const { compiled, resolved, records } = opened;
  const { fallback } = compiled.design;
  const texts = resolved.layers.flatMap(({ name, layer, text }) =>
    layer.type === 'text' ? [[name, text] as const] : [],
  );
  return {
    rule: resolved.effective.rule,
    values: { ...resolved.values },
    records: Object.fromEntries(
      Object.keys(compiled.design.sources).map((name) => [name, records.get(name)?.id ?? null]),
    ),
    texts: Object.fromEntries(texts),
    link: resolved.link ?? (fallback.link === '' ? null : fallback.link),
    warnings: [...resolved.warnings, ...(await findMissingPhotos(context, accountId, opened))],
  };
}
