import { ValidationError } from '@vitrine/core';
import { decodePercent } from '@vitrine/core/server';
import type { Method, Route } from './route.ts';

export interface RouteMatch {
  readonly route: Route;
  /** Values in the order of the path's parameters. */
  readonly params: readonly string[];
}

/**
 * Finds routes by decoded path segments. A literal wins over a parameter, but only if it has the method: GET
 * `/records/export` is the export, PATCH `/records/export` is the record with that id. Hono's own routers match the
 * path as one string, so that a decoded `/` inside a record id would split it, and can't list the allowed methods.
 */
export interface PathTable {
  find(method: string, segments: readonly string[]): RouteMatch | null;
  /** Returns the methods of all patterns that match. Empty for an unknown path. */
  allowed(segments: readonly string[]): Method[];
  /**
   * Returns an unknown path with every segment masked that is not a literal of a route: `/v2/stores/***`. The result
   * contains no client input, so that it can be logged.
   */
  outline(segments: readonly string[]): string;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | null;
  readonly routes: Map<string, Route>;
}

/** Builds the table. @throws Error when two routes have the same method and path. */
export function pathTable(routes: readonly Route[]): PathTable {
  const root = createNode();
  for (const route of routes) {
    let node = root;
    for (const segment of segmentsOf(route.path)) node = childOf(node, segment);
    if (node.routes.has(route.method)) throw new Error(`Two routes for ${route.method} ${route.path}.`);
    node.routes.set(route.method, route);
  }
  return {
    find(method, segments) {
      const params: string[] = [];
      const route = walk(root, segments, 0, params, (node) => node.routes.get(method) ?? null);
      return route === null ? null : { route, params };
    },
    allowed(segments) {
      const methods = new Set<Method>();
      walk(root, segments, 0, [], (node) => {
        for (const route of node.routes.values()) methods.add(route.method);
        return null;
      });
      return [...methods];
    },
    outline(segments) {
      let outline = '';
      let node: Node | null = root;
      for (const segment of segments) {
        const literal: Node | undefined = node.literals.get(segment);
        outline += literal === undefined ? `/${MASK}` : `/${segment}`;
        node = literal ?? node.parameter;
        if (node === null) break;
      }
      return outline;
    },
  };
}

/** Returns the parameter names of a pattern in order: `/v2/stores/:storeId` → `['storeId']`. */
export function parameterNames(path: string): string[] {
  return segmentsOf(path).flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1)] : []));
}

function createNode(): Node {
  return { literals: new Map(), parameter: null, routes: new Map() };
}

function childOf(node: Node, segment: string): Node {
  if (segment.startsWith(':')) {
    node.parameter ??= createNode();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? createNode();
  node.literals.set(segment, child);
  return child;
}

/** Visits the ends of all matching patterns, literals first, until `visit` returns a route. */
function walk(
  node: Node,
  segments: readonly string[],
  index: number,
  params: string[],
  visit: (end: Node) => Route | null,
): Route | null {
  const segment = segments[index];
  if (segment === undefined) return visit(node);
  const literal = node.literals.get(segment);
  const found = literal === undefined ? null : walk(literal, segments, index + 1, params, visit);
  if (found !== null || node.parameter === null || segment === '') return found;
  params.push(segment);
  const route = walk(node.parameter, segments, index + 1, params, visit);
  if (route === null) params.pop();
  return route;
}

/** Replaces a part of a path that must not be shown. */
export const MASK = '***';

/**
 * Splits a path: `/v2/stores` → `['v2', 'stores']`. A trailing or double slash gives an empty segment, which no route
 * has.
 */
export function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

/** Where production URLs begin. */
const PICTURES = '/i/';

/**
 * Returns the path's segments, each percent-decoded once. Returns null for an incomplete escape or one that is not
 * UTF-8. Below `/i/` the rest is one segment with its readable escapes decoded: mail tools add anything to a production
 * URL, which gives a picture nevertheless (docs/rules.md#production-urls).
 */
export function decodeSegments(path: string): string[] | null {
  if (path.startsWith(PICTURES)) return ['i', decodePercent(path.slice(PICTURES.length))];
  const segments = segmentsOf(path);
  if (!path.includes('%')) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Segments as paths of URLs have them, without escapes and segments of dots. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/;

/**
 * Reads the path below which the interface is mounted: `/vitrine`, or `/` for the root of a host. Returns it without a
 * slash at its end, so `''` for the root.
 * @throws ValidationError at `basePath` if it is not a path of plain segments.
 */
export function readBasePath(text: string): string {
  const path = text.replace(/\/$/, '');
  if (BASE_PATH.test(path)) return path;
  throw new ValidationError([{ path: 'basePath', message: 'Expected a path such as "/vitrine".' }]);
}

/**
 * Returns a path without the base path in front of it. A path without it is returned as it is, because routers such as
 * Express remove the base path themselves.
 */
export function withoutBasePath(basePath: string, path: string): string {
  if (!path.startsWith(basePath)) return path;
  const rest = path.slice(basePath.length);
  if (rest === '') return '/';
  return rest.startsWith('/') ? rest : path;
}
