import type { Point } from './distance.ts';

const NUMBER = String.raw`([+-]?\d+(?:\.\d+)?)`;
const BETWEEN = String.raw`(?:,|%2C|~|%20)\+?`;
/** Another parameter, or the end. */
const END = String.raw`(?:[&#;(,].*)?$`;

const pattern = (text: string) => new RegExp(text, 'i');

/** The links of maps and the URI of a point, in the order of trust: a pin is more exact than the view around it. */
const LINKS = [
  pattern(String.raw`^geo:0,0\?q=${NUMBER},${NUMBER}${END}`),
  pattern(String.raw`^geo:${NUMBER},${NUMBER}(?:,[+-]?\d+(?:\.\d+)?)?(?:[;?].*)?$`),
  pattern(String.raw`!3d${NUMBER}!4d${NUMBER}`),
  pattern(String.raw`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  pattern(
    String.raw`[?&](?:q|ll|query|center|destination|daddr|cp|coordinate|map)=(?:loc:)?${NUMBER}${BETWEEN}${NUMBER}${END}`,
  ),
  pattern(String.raw`\/(?:place|search|dir)\/${NUMBER}${BETWEEN}${NUMBER}(?:[\/@?].*)?$`),
  pattern(String.raw`\/@${NUMBER},${NUMBER}(?:,|$)`),
  pattern(String.raw`#map=\d+(?:\.\d+)?\/${NUMBER}\/${NUMBER}`),
];
/** Maps that write the longitude first. */
const LONGITUDE_FIRST = /^(?:https?:\/\/)?[^/]*(?:yandex|2gis)\.[a-z]+\//i;
const FIRST_LONGITUDE = pattern(String.raw`[?&](?:ll|pt|m)=${NUMBER}${BETWEEN}${NUMBER}${END}`);

/** A URL with its scheme, or that of a map without it. */
const LINK =
  /^(?:[a-z][a-z\d+.-]*:\/\/|geo:|www\.|(?:maps\.(?:google|apple)|yandex|waze|openstreetmap)\.[a-z]+\/)/i;
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns whether a text is a URL or an e-mail address, so that its words name no place. */
export function isLink(text: string): boolean {
  return LINK.test(text) || MAIL.test(text);
}

/** A way between two points or more. */
const WAY = pattern(String.raw`\/dir\/[^/@?]*\d[^/@?]*\/(?!data=)[^/@?]+`);

/** Returns the point of a link of a map. Null: it has none, or it is that of a way, which has several. */
export function readMapLink(link: string): Point | null {
  if (WAY.test(link)) return null;
  const isSwapped = LONGITUDE_FIRST.test(link);
  for (const form of isSwapped ? [FIRST_LONGITUDE] : LINKS) {
    const [, first, second] = form.exec(link) ?? [];
    if (first === undefined || second === undefined) continue;
    const [lat, lng] = isSwapped ? [second, first] : [first, second];
    return { lat: Number(lat), lng: Number(lng) };
  }
  return null;
}

/** Returns the text that a link of a map searches for, such as `48°12'29"N 16°22'25"E`. Null: none. */
export function searchedInMap(link: string): string | null {
  const [, path] = /\/(?:place|search)\/([^/@?#]+)/i.exec(link) ?? [];
  try {
    return path === undefined ? null : decodeURIComponent(path.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
