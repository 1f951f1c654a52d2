/** The filter of the stream's consumer, as Lambda applies it: of the patterns' language, equality and prefixes. */
import { resourcesOf, type Template } from './stack';

type Pattern = { readonly [key: string]: Pattern } | readonly (string | { readonly prefix: string })[];

export function streamFilterOf(template: Template): (record: unknown) => boolean {
  const mappings = resourcesOf(template).filter(([, { Type }]) => Type === 'AWS::Lambda::EventSourceMapping');
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
  const keys = Object.keys(one as object);
  if (keys.length !== 1 || keys[0] !== 'prefix') throw new Error(`a pattern that is not known here: ${keys}`);
  return typeof value === 'string' && value.startsWith((one as { prefix: string }).prefix);
}
