/** Converts a validator's error to a sentence that says what is wrong and what is allowed. */
import { IN_WORDS, LIMITS } from '../../../generated/limits';

/** The part of Ajv's report that is used here. */
export interface ValidationProblem {
  /** The part of the request: `body`, `query` or `header`. */
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
      return `${at} has a field that is not allowed: ${quoted(params.additionalProperty ?? params.unevaluatedProperty)}.`;
    case 'required':
      return `${at} needs the field ${quoted(params.missingProperty)}.`;
    case 'type':
      return `${at} must be ${article(params.type)}.`;
    case 'const':
      return `${at} must be ${JSON.stringify(params.allowedValue)}.`;
    case 'enum':
      return `${at} must be one of ${[params.allowedValues]
        .flat()
        .map((value) => JSON.stringify(value))
        .join(', ')}.`;
    case 'minLength':
      return `${at} must have at least ${counted(params.limit, 'character')}.`;
    case 'maxLength':
      return `${at} must have at most ${counted(params.limit, 'character')}.`;
    case 'minimum':
      return `${at} must be at least ${params.limit}.`;
    case 'maximum':
      return `${at} must be at most ${params.limit}.`;
    case 'minItems':
      return `${at} must have at least ${counted(params.limit, 'item')}.`;
    case 'maxItems':
      return `${at} must have at most ${counted(params.limit, 'item')}.`;
    case 'uniqueItems':
      return `${at} must name each item only once.`;
    case 'minProperties':
      return `${at} must have at least ${params.limit === 1 ? '1 entry' : `${params.limit} entries`}.`;
    case 'maxProperties':
      return `${at} must have at most ${params.limit} entries.`;
    case 'pattern':
      return `${at} must be ${IN_WORDS[String(params.pattern)] ?? `text that matches ${params.pattern}`}.`;
    case 'format':
      return `${at} must be in the format "${params.format}".`;
    case 'propertyNames':
      return `${at} has a key that is not allowed: ${quoted(params.propertyName)}. A key has ${KEY_LENGTH} characters.`;
    default:
      return `${at} is not accepted.`;
  }
}

/** Params are the only object whose keys the caller chooses. */
const KEY_LENGTH = `${LIMITS.paramKey.min} to ${LIMITS.paramKey.max}`;

export const counted = (count: unknown, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** `body.params["a/b"]`, `query.limit`. Shows only a short part of the caller's text. */
function place({ where, instancePath }: ValidationProblem): string {
  const steps = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) =>
      /^[A-Za-z_]\w{0,63}$/.test(step) ? `.${step}` : /^\d{1,6}$/.test(step) ? `[${step}]` : `[${quoted(step)}]`,
    );
  return `\`${where}${steps.join('')}\``;
}

/** Only the beginning of the caller's text. */
export function quoted(text: unknown): string {
  return JSON.stringify(String(text).slice(0, 64));
}

function article(type: unknown): string {
  if (Array.isArray(type)) return type.map(article).join(' or ');
  return type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}
