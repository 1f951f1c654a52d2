/** The configuration of the gate. `parseConfig` is the only way to one, so what has this type is valid. */
import { type Reader, reader } from './read-config';

export interface GateConfig {
  /** Names this gate in its sealed calls. All its instances have the same name, and no other gate has it. */
  readonly name: string;
  /** `console` is where people decide. Default: the address of the service. */
  readonly service: { readonly url: string; readonly console: string };
  /** `url` is the address that callers use, and the audience of their JWTs. */
  readonly listen: { readonly host: string; readonly port: number; readonly url: string };
  readonly ledger: { readonly folder: string } | { readonly table: string; readonly region: string };
  readonly upstreams: Readonly<Record<string, UpstreamConfig>>;
  /** The first rule that fits decides. A call that no rule fits is refused. */
  readonly rules: readonly Rule[];
  readonly callers: readonly CallerRule[];
  readonly issuers: readonly IssuerRule[];
  /** Seconds for which an ended call is joined by clients that can only repeat it. */
  readonly max_age: number;
  /** Seconds for which a call's state can be read after it ended. */
  readonly retention: number;
  /** Seconds within which an upstream must answer. A claim is held a little longer. */
  readonly call_timeout: number;
}

/** `token_env` names the environment variable that holds the bearer token, so that no file holds it. */
export type UpstreamConfig =
  | { readonly url: string; readonly token_env: string | null }
  | { readonly command: string; readonly args: readonly string[] };

export interface Rule {
  readonly upstream: string;
  /** A tool's name, or `*` for every tool of the upstream. */
  readonly tool: string;
  /** Conditions by argument. All must hold. */
  readonly when: Readonly<Record<string, Condition>>;
  readonly does: 'pass' | 'refuse' | Gated;
}

type Plain = string | number | boolean | null;

/** At least one. A condition on an amount never holds for a value that is not a number. */
export interface Condition {
  readonly equals?: Plain;
  readonly one_of?: readonly Plain[];
  readonly at_least?: number;
  readonly at_most?: number;
  readonly above?: number;
  readonly below?: number;
}

export interface Gated {
  readonly action: string;
  /** Each with at most one `{argument}`, so that people can tell the arguments apart. */
  readonly params: Readonly<Record<string, string>>;
  /** Arguments that people read as documents beside the params, by the names that the display of the action declares. */
  readonly evidence: Readonly<Record<string, string>>;
  /** Seconds after the verdict. */
  readonly execute_within: number;
}

export interface CallerRule {
  readonly name: string;
  /** `sha256:` and the hex digest of the bearer token. */
  readonly token: string;
  readonly operator: string;
}

export interface IssuerRule {
  readonly issuer: string;
  /** The address of its public keys. */
  readonly jwks: string;
  /** The operator for each subject. Other subjects are refused. */
  readonly operators: Readonly<Record<string, string>>;
}

/** Each mistake says where it is and what is allowed. */
export type Parsed = { readonly config: GateConfig } | { readonly mistakes: readonly string[] };

export function parseConfig(value: unknown): Parsed {
  const mistakes: string[] = [];
  const root = reader(value, '', mistakes).object(
    ...['name', 'service', 'listen', 'ledger', 'upstreams', 'rules', 'callers', 'issuers'],
    ...['max_age', 'retention', 'call_timeout'],
  );
  const config: GateConfig = {
    name: root('name').text(/^[a-z0-9-]{1,32}$/, 'lower-case letters, digits and hyphens, at most 32'),
    service: serviceIn(root('service')),
    listen: listenIn(root('listen')),
    ledger: ledgerIn(root('ledger')),
    upstreams: root('upstreams').map(upstreamIn, /^[a-z0-9-]{1,32}$/),
    rules: root('rules').list(ruleIn),
    callers: root('callers').optional([], (each) => each.list(callerIn)),
    issuers: root('issuers').optional([], (each) => each.list(issuerIn)),
    max_age: root('max_age').optional(3600, (each) => each.integer(0, 7 * DAY)),
    retention: root('retention').optional(7 * DAY, (each) => each.integer(3600, 90 * DAY)),
    call_timeout: root('call_timeout').optional(60, (each) => each.integer(1, 3000)),
  };
  if (mistakes.length === 0) mistakes.push(...contradictions(config));
  return mistakes.length === 0 ? { config } : { mistakes };
}

const DAY = 86_400;

/** What people are shown as the upstream: its name and where it is. */
export function identityOf({ upstreams }: GateConfig, name: string): string {
  const upstream = upstreams[name]!;
  return `${name} ${'url' in upstream ? upstream.url : [upstream.command, ...upstream.args].join(' ')}`;
}

/** The argument that a template shows, or null. */
export const argumentIn = (template: string): string | null => /\{([^{}]+)\}/.exec(template)?.[1] ?? null;

function serviceIn(at: Reader): GateConfig['service'] {
  const each = at.object('url', 'console');
  const url = each('url').address();
  return { url, console: each('console').optional(url, (console) => console.address()) };
}

function listenIn(at: Reader): GateConfig['listen'] {
  const each = at.object('host', 'port', 'url');
  const host = each('host').optional('127.0.0.1', (text) => text.text());
  const port = each('port').integer(0, 65_535);
  return { host, port, url: each('url').address() };
}

function ledgerIn(at: Reader): GateConfig['ledger'] {
  const each = at.object('folder', 'table', 'region');
  if (each('folder').isGiven) return { folder: each('folder').text() };
  return { table: each('table').text(), region: each('region').text() };
}

function upstreamIn(at: Reader): UpstreamConfig {
  const each = at.object('url', 'token_env', 'command', 'args');
  if (each('command').isGiven) {
    return {
      command: each('command').text(),
      args: each('args').optional([], (args) => args.list((arg) => arg.text())),
    };
  }
  return { url: each('url').address(), token_env: each('token_env').optional(null, (name) => name.text()) };
}

function ruleIn(at: Reader): Rule {
  const each = at.object('upstream', 'tool', 'when', 'do', 'action', 'params', 'evidence', 'execute_within');
  const does = each('do').isGiven ? each('do').oneOf('pass', 'refuse') : gatedIn(each);
  return {
    upstream: each('upstream').text(),
    tool: each('tool').text(),
    when: each('when').optional({}, (when) => when.map(conditionIn)),
    does,
  };
}

function gatedIn(each: (name: string) => Reader): Gated {
  return {
    action: each('action').text(),
    params: each('params').optional({}, (params) =>
      params.map((param) => param.text(TEMPLATE, 'a text with at most one {argument}'), PARAM),
    ),
    evidence: each('evidence').optional({}, (evidence) => evidence.map((path) => path.text(), DOCUMENT)),
    execute_within: each('execute_within').optional(3600, (seconds) => seconds.integer(1, 30 * DAY)),
  };
}

const PARAM = /^(?!(?:upstream|tool|tool_definition|intent)$)(?!service\.|evidence\.).{1,64}$/;
const DOCUMENT = /^[A-Za-z0-9_-]{1,40}$/;
const TEMPLATE = /^[^{}]*(?:\{[^{}]+\})?[^{}]*$/;

function conditionIn(at: Reader): Condition {
  const names = ['equals', 'one_of', 'at_least', 'at_most', 'above', 'below'] as const;
  const each = at.object(...names);
  const given = names.filter((name) => each(name).isGiven);
  if (given.length === 0) at.mistake(`must have one of ${names.join(', ')}`);
  return Object.fromEntries(
    given.map((name) => {
      if (name === 'equals') return [name, each(name).plain()];
      return [name, name === 'one_of' ? each(name).list((value) => value.plain()) : each(name).number()];
    }),
  );
}

function callerIn(at: Reader): CallerRule {
  const each = at.object('name', 'token', 'operator');
  const token = each('token').text(
    /^sha256:[0-9a-f]{64}$/,
    'sha256: and the 64 hex characters of the digest of the token',
  );
  return { name: each('name').text(), token, operator: each('operator').text() };
}

function issuerIn(at: Reader): IssuerRule {
  const each = at.object('issuer', 'jwks', 'operators');
  // A space would let one issuer's subject read like another's.
  const issuer = each('issuer').text(/^\S+$/, 'an issuer without white space');
  return { issuer, jwks: each('jwks').address(), operators: each('operators').map((operator) => operator.text()) };
}

function contradictions({ rules, upstreams, callers, issuers, max_age, retention }: GateConfig): string[] {
  const unknown = rules.flatMap(({ upstream }, index) =>
    Object.hasOwn(upstreams, upstream) ? [] : [`rules[${index}].upstream: "${upstream}" is not in upstreams.`],
  );
  const twice = (what: string, values: readonly string[]) =>
    values.flatMap((value, index) => (values.indexOf(value) === index ? [] : [`${what}: "${value}" is there twice.`]));
  const shown = rules.flatMap(({ does }, index) => {
    if (typeof does === 'string') return [];
    const paths = [...Object.values(does.params).map(argumentIn), ...Object.values(does.evidence)].filter(
      (path) => path !== null,
    );
    return twice(`rules[${index}]`, paths);
  });
  const nobody = callers.length + issuers.length === 0 ? ['callers or issuers: nobody could call this gate.'] : [];
  const kept = max_age > retention ? ['max_age: must not be longer than retention.'] : [];
  return [
    ...kept,
    ...unknown,
    ...shown,
    ...nobody,
    ...twice(
      'callers',
      callers.map(({ name }) => name),
    ),
    ...twice(
      'callers',
      callers.map(({ token }) => token),
    ),
    ...twice(
      'issuers',
      issuers.map(({ issuer }) => issuer),
    ),
  ];
}
