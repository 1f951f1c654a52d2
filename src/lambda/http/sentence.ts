/** A validator's finding as a sentence that says what is wrong. */

/** What Ajv reports, as far as it is used. */
export interface ValidationProblem {
  /** Where: `body`, `query` or `header`. */
  readonly where: 'body' | 'query' | 'header';
  /** JSON Pointer (RFC 6901) inside it. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export function sentenceOf(problem: ValidationProblem): string {
  const at = place(problem);
  const { keyword, params } = problem;
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `${at}: ${quoted(params.additionalProperty ?? params.unevaluatedProperty)} is not a field of this route`;
    case 'required':
      return `${at}: ${quoted(params.missingProperty)} is required`;
    case 'type':
      return `${at}: must be ${article(params.type)}`;
    case 'const':
      return `${at}: must be ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return `${at}: must be one of ${[params.allowedValues]
        .flat()
        .map((value) => JSON.stringify(value))
        .join(', ')}`;
    case 'minLength':
      return `${at}: at least ${params.limit} characters`;
    case 'maxLength':
      return `${at}: at most ${params.limit} characters`;
    case 'minimum':
      return `${at}: at least ${params.limit}`;
    case 'maximum':
      return `${at}: at most ${params.limit}`;
    case 'minItems':
      return `${at}: at least ${params.limit} items`;
    case 'maxItems':
      return `${at}: at most ${params.limit} items`;
    case 'uniqueItems':
      return `${at}: name each item once`;
    case 'minProperties':
      return `${at}: at least ${params.limit} entries`;
    case 'maxProperties':
      return `${at}: at most ${params.limit} entries`;
    case 'pattern':
      return `${at}: must match ${params.pattern}`;
    case 'propertyNames':
      return `${at}: the key ${quoted(params.propertyName)} is not one this field takes (1 to 64 characters)`;
    default:
      return `${at}: ${problem.message ?? 'not acceptable'}`;
  }
}

/** `body.params["a/b"]`, `query.limit`: at most a short stretch of what a stranger sent. */
function place({ where, instancePath }: ValidationProblem): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) =>
      /^[A-Za-z_]\w{0,63}$/.test(step) ? `.${step}` : /^\d{1,6}$/.test(step) ? `[${step}]` : `[${quoted(step)}]`,
    );
  return `${where}${steps.join('')}`;
}

/** At most the beginning of what the caller sent. */
export function quoted(text: unknown): string {
  return JSON.stringify(String(text).slice(0, 64));
}

function article(type: unknown): string {
  if (Array.isArray(type)) return type.map(article).join(' or ');
  return type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}
