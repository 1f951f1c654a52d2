/** The validators that were compiled from the document, as the router takes them. */
import type { OperationValidators } from './router';
import type { ValidationProblem } from './sentence';

interface CompiledValidator {
  (value: unknown): boolean;
  errors?: readonly Omit<ValidationProblem, 'where'>[] | null;
}

export type CompiledValidators = Readonly<Record<string, CompiledValidator>> & {
  readonly queryTypes: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export function operationValidators(
  operations: readonly { readonly operationId: string }[],
  compiled: CompiledValidators,
): Record<string, OperationValidators> {
  return Object.fromEntries(operations.map(({ operationId }) => [operationId, validatorsOf(operationId, compiled)]));
}

function validatorsOf(operationId: string, compiled: CompiledValidators): OperationValidators {
  const [body, query, headers] = ['body', 'query', 'headers'].map((part) => compiled[`${operationId}_${part}`]);
  const types = compiled.queryTypes[operationId] ?? {};
  return {
    ...(body === undefined ? {} : { body: (value) => problemOf('body', body, value) }),
    ...(headers === undefined ? {} : { headers: (value) => problemOf('header', headers, value) }),
    ...(query === undefined
      ? {}
      : {
          query: (raw) => {
            const values = fromText(raw, types);
            const problem = problemOf('query', query, values);
            return problem === null ? { values } : { problem };
          },
        }),
  };
}

function problemOf(
  where: ValidationProblem['where'],
  validate: CompiledValidator,
  value: unknown,
): ValidationProblem | null {
  if (validate(value)) return null;
  const errors = validate.errors ?? [];
  // A bad key is reported twice: as what is wrong with it, then as the key it is; only the second names it.
  const error = errors.find(({ keyword }) => keyword === 'propertyNames') ?? errors[0];
  return error === undefined ? { where, instancePath: '', keyword: 'invalid', params: {} } : { where, ...error };
}

/** Numbers as decimal digits and booleans as words; any other text stays text, for the validator to refuse. */
function fromText(
  raw: Readonly<Record<string, string>>,
  types: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(types).flatMap(([name, type]) =>
      Object.hasOwn(raw, name) ? [[name, parsed(raw[name]!, type)]] : [],
    ),
  );
}

function parsed(text: string, type: string): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
