/** The filter of a consumer of the stream, as Lambda applies it: equality, prefixes and suffixes of the patterns' language. */
import { functionIdOf, plain, resourcesOf, type Template } from './stack';

type Pattern =
  | { readonly [key: string]: Pattern }
  | readonly (string | { readonly prefix: string } | { readonly suffix: string })[];

/** `entry`: the consumer, as in src/lambda/<entry>.lambda.ts. */
export function streamFilterOf(template: Template, entry: string): (record: unknown) => boolean {
  const mappings = resourcesOf(template).filter(
    ([, { Type, Properties }]) =>
      Type === 'AWS::Lambda::EventSourceMapping' && plain(Properties.FunctionName) === functionIdOf(template, entry),
  );
  const filters: { Pattern: string }[] = mappings.flatMap(
    ([, { Properties }]) => Properties.FilterCriteria?.Filters ?? [],
  );
  if (filters.length === 0 || filters.length > 5)
    throw new Error(`${filters.length} filters: Lambda takes one to five`);
  const patterns = filters.map(({ Pattern }) => JSON.parse(Pattern) as Pattern);
  return (record) => patterns.some((pattern) => matches(pattern, record));
}

function matches(pattern: Pattern, value: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((one) => isOne(one, value));
  const within = (value ?? {}) as Record<string, unknown>;
  return Object.entries(pattern).every(([key, inner]) => matches(inner, within[key]));
}

function isOne(one: unknown, value: unknown): boolean {
  if (typeof one === 'string') return one === value;
  const [[operator, text], ...more] = Object.entries(one as Record<string, string>) as [[string, string]];
  if (more.length > 0 || typeof value !== 'string') return false;
  if (operator === 'prefix') return value.startsWith(text);
  if (operator === 'suffix') return value.endsWith(text);
  throw new Error(`a pattern that is not known here: ${operator}`);
}
