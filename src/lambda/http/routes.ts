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
  // The router's own list would be built from the document again for every lookup.
  const rows = operations.map(({ operationId, method, path }) => ({ operationId, method, path, responses: {} }));
  router.getOperations = () => rows;
  const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation.path) }));
  return (method: string, path: string): Matched<Op> => {
    if (!isCanonicalPath(path)) return { kind: 'unknown' };
    const found = router.matchOperation({ method, path, headers: {} });
    const operation = byId.get(found?.operationId ?? '');
    if (operation !== undefined) {
      const parameters = parametersOf(operation.path, path);
      return parameters === null ? { kind: 'unknown' } : { kind: 'operation', operation, path: parameters };
    }
    const methods = patterns
      .filter(
        ({ operation: { path: template }, pattern }) => pattern.test(path) && parametersOf(template, path) !== null,
      )
      .map((each) => each.operation.method);
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
function parametersOf(template: string, path: string): Record<string, string> | null {
  const texts = patternOf(template).exec(path)?.groups ?? {};
  try {
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    return null;
  }
}
