/** Finds the operation for a method and a path, with openapi-backend's router and nothing else of that package. */
import { OpenAPIRouter } from 'openapi-backend/router';
import type { BodyRule } from './body';

export interface Operation extends BodyRule {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
}

export interface MatchedOperation<Op> {
  readonly kind: 'operation';
  readonly operation: Op;
  /** Decoded but not validated yet. */
  readonly path: Readonly<Record<string, string>>;
}

export type Matched<Op> =
  | MatchedOperation<Op>
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wrong_method'; readonly allow: string };

export function createMatcher<Op extends Operation>(operations: readonly Op[]) {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const router = new OpenAPIRouter({ definition: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } });
  const rows = operations.map(({ operationId, method, path }) => ({
    pattern: patternOf(path),
    row: { operationId, method, path, responses: {} },
  }));
  return (method: string, path: string): Matched<Op> => {
    if (!isCanonicalPath(path)) return { kind: 'unknown' };
    const candidates = rows.filter(({ pattern }) => pattern.test(path));
    // The router would build its own list from the document, and compile each template of it, for every lookup.
    router.getOperations = () => candidates.map(({ row }) => row);
    const found = router.matchOperation({ method, path, headers: {} });
    const operation = byId.get(found?.operationId ?? '');
    if (operation !== undefined) {
      const { pattern } = candidates.find(({ row }) => row.operationId === operation.operationId)!;
      const parameters = parametersOf(pattern, path);
      return parameters === null ? { kind: 'unknown' } : { kind: 'operation', operation, path: parameters };
    }
    const methods = candidates
      .filter(({ pattern }) => parametersOf(pattern, path) !== null)
      .map(({ row }) => row.method);
    return methods.length === 0 ? { kind: 'unknown' } : { kind: 'wrong_method', allow: allowOf(methods) };
  };
}

/**
 * The router trims a path, cuts it at `?` and ignores slashes at its end. Without this check, different texts would
 * name the same request.
 */
function isCanonicalPath(path: string): boolean {
  return path.startsWith('/') && path === path.trim() && !path.includes('?') && !path.endsWith('/');
}

const allowOf = (methods: readonly string[]): string => methods.map((method) => method.toUpperCase()).join(', ');

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{([^}]+)\}/g, '(?<$1>[^/]+)')}$`);
}

/** Null if a parameter cannot be percent-decoded. Such a path matches no route. */
function parametersOf(pattern: RegExp, path: string): Record<string, string> | null {
  const texts = pattern.exec(path)?.groups ?? {};
  try {
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return null;
  }
}
