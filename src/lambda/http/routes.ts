/** openapi-backend finds the operation of a method and a path, and reads its parameters (docs/design.md#the-document-comes-first). */
import { OpenAPIRouter } from 'openapi-backend/router';
import type { BodyRule } from './body';

export interface RoutedOperation extends BodyRule {
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

export function createMatcher<Op extends RoutedOperation>(operations: readonly Op[]) {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
  const methods = [...new Set(operations.map(({ method }) => method))];
  const router = new Router({ definition: definitionOf(operations) });
  return (method: string, path: string): Matched<Op> => {
    if (!isCanonicalPath(path)) return { kind: 'unknown' };
    const request = { method, path, headers: {} };
    const found = router.matchOperation(request);
    if (found !== undefined) {
      const operation = byId.get(found.operationId!)!;
      return { kind: 'operation', operation, path: router.parseRequest(request, found).params };
    }
    const allowed = methods.filter((other) => router.matchOperation({ ...request, method: other }) !== undefined);
    return allowed.length === 0
      ? { kind: 'unknown' }
      : { kind: 'wrong_method', allow: allowed.join(', ').toUpperCase() };
  };
}

/** Lists the operations once. The library lists them again for every lookup. */
class Router extends OpenAPIRouter {
  readonly #operations = super.getOperations();
  override getOperations() {
    return this.#operations;
  }
}

function definitionOf(operations: readonly RoutedOperation[]) {
  const paths: Record<string, Record<string, { operationId: string; responses: object }>> = {};
  for (const { operationId, method, path } of operations) {
    paths[path] = { ...paths[path], [method]: { operationId, responses: {} } };
  }
  return { openapi: '3.1.0', info: { title: '', version: '' }, paths };
}

/**
 * The router trims a path, cuts it at `?`, ignores slashes at its end, and throws at a parameter that cannot be
 * percent-decoded. Without this check, different texts would name the same request.
 */
function isCanonicalPath(path: string): boolean {
  const canonical = path.startsWith('/') && path === path.trim() && !path.includes('?') && !path.endsWith('/');
  try {
    return canonical && decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}
