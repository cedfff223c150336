import type { ConsoleEncoding } from '@vitrine/console';

/**
 * Returns the first of the offered encodings that an Accept-Encoding header allows (RFC 9110 section 12.5.3), or null
 * for none. A weight orders the client's wishes; the server's order decides among the allowed ones.
 */
export function acceptedEncoding(
  header: string | null,
  offered: readonly ConsoleEncoding[],
): ConsoleEncoding | null {
  if (header === null) return null;
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';');
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    weights.set(name.trim().toLowerCase(), weight === undefined ? 1 : Number(weight));
  }
  return offered.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0) ?? null;
}
