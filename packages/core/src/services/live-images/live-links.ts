import { parseContract } from '../../contracts/ground/contract.ts';
import type { LiveDesign } from '../../contracts/live/live-design.ts';
import { LiveLinksRequest, type LiveLinksResponse } from '../../contracts/live/live-links.ts';
import { type LiveUrls, linkOf, liveUrlsOf } from '../../encoding/live-urls.ts';
import { type Issue, ValidationError } from '../../ground/errors.ts';
import { nameHint } from '../../ground/nearest-name.ts';
import type { Millis } from '../../ground/rows.ts';
import { readLive } from '../../live/design/stored-design.ts';
import { parseDatetime } from '../../values/datetime.ts';
import type { ServiceContext } from '../calls/context.ts';
import { clickUrlOf, productionUrlOf } from '../images/image-urls.ts';
import type { LiveImageRow } from './drafts/live-image-row.ts';

type LinkContext = Pick<ServiceContext, 'baseUrl' | 'linkSecrets'>;

/** The Unix seconds of a signature have at most 12 digits. */
const LAST: Millis = 999_999_999_999_000;

/**
 * Returns the URLs of a live image for some values. Those of an image with signed access are signed.
 *
 * @throws ValidationError at `links.…` for a variable that the design does not declare, and at `expiresAt`.
 */
export function makeLinks(
  context: LinkContext & Pick<ServiceContext, 'clock'>,
  image: LiveImageRow,
  request: LiveLinksRequest,
): LiveLinksResponse {
  const { links, expiresAt } = parseContract(LiveLinksRequest, request);
  const { design } = readLive(image.live);
  const issues = links.flatMap(({ variables = {} }, at) =>
    unknownVariables(design, variables, `links[${at}].variables`),
  );
  const ends = expiresAt === undefined ? null : readExpiry(design, expiresAt, context.clock(), issues);
  if (issues.length > 0) throw new ValidationError(issues);
  const urls = urlsOfImage(context, image);
  return {
    links: links.map(({ variables = {} }) => linkOf(urls, new Map(Object.entries(variables)), ends)),
  };
}

/** Returns what the URLs of a live image are made of. */
export function urlsOfImage(
  { baseUrl, linkSecrets }: LinkContext,
  { publicId, live }: LiveImageRow,
): LiveUrls {
  const base = baseUrl();
  const urls = {
    publicId,
    productionUrl: productionUrlOf(base, publicId),
    clickUrl: clickUrlOf(base, publicId),
  };
  return liveUrlsOf(urls, readLive(live).design, linkSecrets);
}

function unknownVariables(
  { variables }: LiveDesign,
  given: Readonly<Record<string, string>>,
  path: string,
): Issue[] {
  const known = Object.keys(variables);
  return Object.entries(given).flatMap(([name, value]): Issue[] => {
    if (!Object.hasOwn(variables, name)) {
      const message = `The design declares no variable ${JSON.stringify(name)}.${nameHint(name, known)}`;
      return [{ path: `${path}.${name}`, message }];
    }
    // A URL could not carry it, so that the signature of what arrives would be another.
    return value.isWellFormed()
      ? []
      : [{ path: `${path}.${name}`, message: 'Expected well-formed Unicode.' }];
  });
}

function readExpiry({ access }: LiveDesign, text: string, now: Millis, issues: Issue[]): Millis | null {
  const parsed = parseDatetime(text);
  const path = 'expiresAt';
  if (parsed === null || !parsed.hasOffset || parsed.millis > LAST) {
    issues.push({ path, message: 'Expected a date-time with an offset, such as 2027-01-31T00:00:00Z.' });
  } else if (parsed.millis <= now) issues.push({ path, message: 'Expected a moment in the future.' });
  else if (access === 'open') {
    issues.push({ path, message: 'Only the URLs of an image with the access "signed" expire.' });
  }
  return parsed?.millis ?? null;
}
