/**
 * Returns the name of a member that an object has twice, of which `JSON.parse` keeps the last value in silence. Null: none.
 *
 * @param text valid JSON.
 * @param value what `JSON.parse` made of it.
 */
export function findRepeatedMember(text: string, value: unknown): string | null {
  if (countColons(text) === countMembers(value)) return null;
  return repeatedIn(text);
}

function countColons(text: string): number {
  let colons = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COLON) colons++;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return colons;
}

const COLON = 0x3a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
    if (text.charCodeAt(at) === BACKSLASH) at++;
  }
  return at;
}

function countMembers(value: unknown): number {
  let members = 0;
  const rest: unknown[] = [value];
  for (let each = rest.pop(); each !== undefined; each = rest.pop()) {
    if (typeof each !== 'object' || each === null) continue;
    const values = Object.values(each);
    if (!Array.isArray(each)) members += values.length;
    for (const inner of values) if (typeof inner === 'object' && inner !== null) rest.push(inner);
  }
  return members;
}

/** Returns the first name that an object of a JSON text repeats. */
function repeatedIn(text: string): string | null {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (token !== ':') last = token;
    else {
      const name = String(JSON.parse(last));
      const names = open.at(-1);
      if (names?.has(name) === true) return name;
      names?.add(name);
    }
  }
  return null;
}

/** A string, or what gives objects their shape. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[:{}]/g;
