/**
 * The part of the Amazon States Language that the retry loop and the recipe for consumers use: Wait, Task (also one that waits for its
 * token), Choice, Succeed and Fail, over JSONPath. The only data flow is that the task's result replaces the state.
 *
 * Everything else is refused when the document is read. If this machine ignored it silently, the difference would
 * appear only on AWS.
 */
import { RunnerError } from './errors';

export interface Machine {
  readonly startAt: string;
  readonly states: ReadonlyMap<string, State>;
}

export type State =
  /** Until the time in a member of the data. */
  | { readonly type: 'Wait'; readonly until: string; readonly next: string }
  /** Without a payload, its function's result ends it. With one, an answer to the token that is in the payload. */
  | { readonly type: 'Task'; readonly limitMs: number; readonly next: string; readonly payload?: Payload }
  | { readonly type: 'Choice'; readonly choices: readonly Choice[]; readonly otherwise: string }
  | { readonly type: 'Succeed' }
  | { readonly type: 'Fail'; readonly error: string; readonly cause: string };

/** The members of what the function of a task gets, and where each comes from. */
export type Payload = Readonly<Record<string, keyof typeof SOURCES>>;

const SOURCES = { input: '$', token: '$$.Task.Token', execution: '$$.Execution.Name' } as const;
const WAITS_FOR_TOKEN = 'arn:aws:states:::lambda:invoke.waitForTaskToken';

export interface Choice {
  readonly variable: string;
  readonly equals: boolean;
  readonly next: string;
}

/** The placeholder that the deployment replaces with the function of the loop's task. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the document's own placeholder
const TASK_RESOURCE = '${DeliverTryFunctionArn}';

type Fields = Readonly<Record<string, unknown>>;

/** Throws a `RunnerError` that names the state and the field that is unknown or cannot be read. */
export function parseStateMachine(document: unknown): Machine {
  const { StartAt, States, QueryLanguage } = fields(document, 'the machine', ['StartAt', 'States'], ['QueryLanguage']);
  if (QueryLanguage !== undefined && QueryLanguage !== 'JSONPath')
    refuse('the machine', 'QueryLanguage', 'is not JSONPath');
  if (!isObject(States)) refuse('the machine', 'States', 'is not an object');
  const names = new Set(Object.keys(States));
  const startAt = nameOf(StartAt, 'the machine', 'StartAt', names);
  const states = new Map(Object.entries(States).map(([name, raw]) => [name, parseState(raw, `state ${name}`, names)]));
  return { startAt, states };
}

function parseState(raw: unknown, at: string, names: ReadonlySet<string>): State {
  const type = isObject(raw) ? raw.Type : undefined;
  switch (type) {
    case 'Wait': {
      const { TimestampPath, Next } = fields(raw, at, ['Type', 'TimestampPath', 'Next']);
      return { type, until: memberOf(TimestampPath, at, 'TimestampPath'), next: nameOf(Next, at, 'Next', names) };
    }
    case 'Task':
      return parseTask(
        fields(raw, at, ['Type', 'Resource', 'TimeoutSeconds', 'Next'], ['Retry', 'Parameters']),
        at,
        names,
      );
    case 'Choice': {
      const { Choices, Default } = fields(raw, at, ['Type', 'Choices', 'Default']);
      if (!Array.isArray(Choices) || Choices.length === 0) refuse(at, 'Choices', 'is not a list of rules');
      const choices = Choices.map((rule, n) => parseChoice(rule, `${at}, choice ${n + 1}`, names));
      return { type, choices, otherwise: nameOf(Default, at, 'Default', names) };
    }
    case 'Succeed':
      fields(raw, at, ['Type']);
      return { type };
    case 'Fail': {
      const { Error: error, Cause } = fields(raw, at, ['Type', 'Error', 'Cause']);
      return { type, error: stringIn(error, at, 'Error'), cause: stringIn(Cause, at, 'Cause') };
    }
    default:
      return refuse(at, 'Type', `${JSON.stringify(type)} is none that this runner knows`);
  }
}

function parseTask(raw: Fields, at: string, names: ReadonlySet<string>): State {
  const { Resource, TimeoutSeconds, Retry, Parameters, Next } = raw;
  const waits = Resource === WAITS_FOR_TOKEN;
  if (!waits && Resource !== TASK_RESOURCE) refuse(at, 'Resource', `is not ${TASK_RESOURCE}`);
  if (!waits && Parameters !== undefined) refuse(at, 'Parameters', 'is none that this runner knows');
  if (!Number.isSafeInteger(TimeoutSeconds) || (TimeoutSeconds as number) < 1) {
    refuse(at, 'TimeoutSeconds', 'is not a whole number of seconds');
  }
  if (Retry !== undefined) checkRetry(Retry, at);
  const payload = waits ? { payload: parsePayload(Parameters, `${at}, parameters`) } : {};
  return {
    type: 'Task',
    limitMs: (TimeoutSeconds as number) * 1000,
    next: nameOf(Next, at, 'Next', names),
    ...payload,
  };
}

function parsePayload(raw: unknown, at: string): Payload {
  const { FunctionName, Payload } = fields(raw, at, ['FunctionName', 'Payload']);
  stringIn(FunctionName, at, 'FunctionName');
  if (!isObject(Payload)) return refuse(at, 'Payload', 'is not an object');
  const members = Object.entries(Payload).map(([name, path]) => {
    const source = Object.entries(SOURCES).find(([, known]) => known === path)?.[0];
    if (!name.endsWith('.$') || source === undefined) return refuse(at, name, 'is none that this runner knows');
    return [name.slice(0, -2), source as keyof typeof SOURCES] as const;
  });
  if (!members.some(([, source]) => source === 'token')) refuse(at, 'Payload', 'has no token, so nobody could answer');
  return Object.fromEntries(members);
}

/**
 * A throttled function is not run, so it may be called again. That cannot happen on one machine, where nothing throttles
 * the task: the rule is checked, and has no effect. Any other error must end the execution, so it must not be retried.
 */
function checkRetry(rules: unknown, at: string): void {
  if (!Array.isArray(rules)) refuse(at, 'Retry', 'is not a list of rules');
  for (const rule of rules) {
    const { ErrorEquals } = fields(
      rule,
      `${at}, retry`,
      ['ErrorEquals'],
      ['IntervalSeconds', 'BackoffRate', 'MaxAttempts', 'MaxDelaySeconds', 'JitterStrategy'],
    );
    if (JSON.stringify(ErrorEquals) !== '["Lambda.TooManyRequestsException"]')
      refuse(`${at}, retry`, 'ErrorEquals', 'names another error than Lambda.TooManyRequestsException');
  }
}

function parseChoice(raw: unknown, at: string, names: ReadonlySet<string>): Choice {
  const { Variable, BooleanEquals, Next } = fields(raw, at, ['Variable', 'BooleanEquals', 'Next']);
  if (typeof BooleanEquals !== 'boolean') return refuse(at, 'BooleanEquals', 'is not a boolean');
  return { variable: memberOf(Variable, at, 'Variable'), equals: BooleanEquals, next: nameOf(Next, at, 'Next', names) };
}

/** All of `required`, and nothing else except `optional` and a comment. */
function fields(raw: unknown, at: string, required: readonly string[], optional: readonly string[] = []): Fields {
  if (!isObject(raw)) throw new RunnerError(`the retry loop's document: ${at} is not an object`);
  for (const name of Object.keys(raw)) {
    if (name !== 'Comment' && !required.includes(name) && !optional.includes(name)) {
      refuse(at, name, 'is none that this runner knows');
    }
  }
  for (const name of required) if (raw[name] === undefined) refuse(at, name, 'is missing');
  return raw;
}

function isObject(raw: unknown): raw is Fields {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function nameOf(value: unknown, at: string, field: string, names: ReadonlySet<string>): string {
  const name = stringIn(value, at, field);
  return names.has(name) ? name : refuse(at, field, `names no state: ${name}`);
}

/** The name in `$.name`: a member of the data. No other path is allowed. */
function memberOf(value: unknown, at: string, field: string): string {
  const name = /^\$\.([A-Za-z_]\w*)$/.exec(stringIn(value, at, field))?.[1];
  return name ?? refuse(at, field, `is no path of the form $.name: ${value}`);
}

function stringIn(value: unknown, at: string, field: string): string {
  return typeof value === 'string' ? value : refuse(at, field, 'is not a string');
}

function refuse(at: string, field: string, what: string): never {
  throw new RunnerError(`the retry loop's document: ${at}: ${field} ${what}`);
}
