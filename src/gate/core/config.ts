/** The configuration of the gate, whose fields docs/gate.md explains. `parseConfig` is the only way to one, so each is valid. */
import { jsonDigestOf } from './json';
import * as is from './read';

export type GateConfig = ReturnType<typeof CONFIG>;
export type UpstreamConfig = GateConfig['upstreams'][string];
export type Rule = GateConfig['rules'][number];
export type Gated = Extract<Rule, { readonly action: string }>;
export type Condition = Rule['when'][string];

/** Each mistake says where it is and what is allowed. */
export type Parsed = { readonly config: GateConfig } | { readonly mistakes: readonly string[] };

export function parseConfig(value: unknown): Parsed {
  const mistakes: string[] = [];
  const config = CONFIG({ value, path: '', mistakes });
  if (mistakes.length === 0) mistakes.push(...contradictions(config));
  return mistakes.length === 0 ? { config } : { mistakes };
}

/**
 * Of a gate with one upstream and one caller in the same process. Nobody calls it from outside, so it listens nowhere, and no token
 * has this digest.
 */
export function parseInProcess(
  { name, operator, ...more }: { readonly name: string; readonly operator: string; readonly service: object },
  upstream: string,
  rules: readonly object[],
): Parsed {
  return parseConfig({
    ...{ name, ...more, ledger: { folder: 'given' }, listen: { port: 0, url: 'http://127.0.0.1' } },
    upstreams: { [upstream]: { command: name } },
    callers: [{ name, token: `sha256:${'0'.repeat(64)}`, operator }],
    rules: rules.map((rule) => ({ ...rule, upstream })),
  });
}

/** Whether a rule can have a param of this name. */
export const isParam = (name: string): boolean => PARAM.test(name);
/** A name that the display of an action can declare. */
export const isDocument = (name: string): boolean => DOCUMENT.test(name);

/** What people are shown as the upstream: its name and where it is. The arguments of a command can have a secret in them. */
export function identityOf({ upstreams }: GateConfig, name: string): string {
  const upstream = upstreams[name]!;
  if ('url' in upstream) return `${name} ${upstream.url}`;
  return [name, upstream.command, ...(upstream.args.length > 0 ? [jsonDigestOf(upstream.args)] : [])].join(' ');
}

/** The argument that a template shows, or null. */
export const argumentIn = (template: string): string | null => /\{([^{}]+)\}/.exec(template)?.[1] ?? null;

const DAY = 86_400;
const NAME = /^[a-z0-9-]{1,32}$/;
/** Params that the gate itself adds, so no rule may use their names. */
export const OWN_PARAMS = ['upstream', 'tool', 'tool_definition', 'caller', 'ran_before', 'intent'] as const;
const PARAM = new RegExp(`^(?!(?:${OWN_PARAMS.join('|')})$)(?!service\\.|evidence\\.).{1,64}$`);
const DOCUMENT = /^[A-Za-z0-9_-]{1,40}$/;
/** With two arguments in one param, `{a}{b}` would show 1 and 23 as it shows 12 and 3. */
const TEMPLATE = is.text(/^[^{}]*(?:\{[^{}]+\})?[^{}]*$/, 'a text with at most one {argument}');
/** A name, so that no secret is in the file. */
const VARIABLE = is.text(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable');
/** For a key of an upstream. Never one that the gate writes itself. */
const HEADER =
  /^(?!(?:authorization|host|accept|connection|cookie|content-.*|transfer-encoding|mcp-.*)$)[a-z0-9-]{1,64}$/i;
const DIGEST = is.text(/^sha256:[0-9a-f]{64}$/, 'sha256: and the 64 hex characters of the digest of the token');
/** A space would let one issuer's subject read like another's. */
const ISSUER = is.text(/^\S+$/, 'an issuer without white space');

const CONDITION = {
  equals: is.optional(is.plain),
  one_of: is.optional(is.list(is.plain)),
  at_least: is.optional(is.number),
  at_most: is.optional(is.number),
  above: is.optional(is.number),
  below: is.optional(is.number),
};
const CALLS = {
  ...{ upstream: is.text(), tool: is.text(), when: is.withDefault(is.map(is.object(CONDITION)), {}) },
  /** For people who read the file. */
  note: is.optional(is.text()),
};
const PASSES = is.object({ ...CALLS, do: is.oneOf('pass', 'refuse') });
const GATED = is.object({
  ...CALLS,
  action: is.text(),
  params: is.withDefault(is.map(TEMPLATE, PARAM), {}),
  evidence: is.withDefault(is.map(is.text(), DOCUMENT), {}),
  execute_within: is.withDefault(is.integer(1, 30 * DAY), 3600),
});

/** What an upstream serves besides its tools. Nothing is served that is not written. */
const SERVES = is.withDefault(is.list(is.oneOf('resources', 'prompts', 'completion')), []);

const CONFIG = is.object({
  name: is.text(NAME, 'lower-case letters, digits and hyphens, at most 32'),
  service: is.object({ url: is.address, console: is.optional(is.address) }),
  listen: is.object({ host: is.withDefault(is.text(), '127.0.0.1'), port: is.integer(0, 65_535), url: is.address }),
  ledger: is.either('folder', is.object({ folder: is.text() }), is.object({ table: is.text(), region: is.text() })),
  upstreams: is.map(
    is.either(
      'command',
      is.object({
        command: is.text(),
        args: is.withDefault(is.list(is.text(/^/, 'a text')), []),
        env: is.withDefault(is.list(VARIABLE), []),
        serves: SERVES,
      }),
      is.object({
        ...{ url: is.address, token_env: is.optional(VARIABLE), serves: SERVES },
        headers_env: is.withDefault(is.map(VARIABLE, HEADER), {}),
      }),
    ),
    NAME,
  ),
  rules: is.list(is.either('do', PASSES, GATED)),
  callers: is.withDefault(is.list(is.object({ name: is.text(), token: DIGEST, operator: is.text() })), []),
  issuers: is.withDefault(is.list(is.object({ issuer: ISSUER, jwks: is.address, operators: is.map(is.text()) })), []),
  max_age: is.withDefault(is.integer(0, 7 * DAY), 3600),
  retention: is.withDefault(is.integer(3600, 90 * DAY), 7 * DAY),
  call_timeout: is.withDefault(is.integer(1, 3000), 60),
});

function contradictions({ rules, upstreams, callers, issuers, max_age, retention }: GateConfig): string[] {
  const twice = (what: string, values: readonly string[]) =>
    values.flatMap((value, index) => (values.indexOf(value) === index ? [] : [`${what}: "${value}" is there twice.`]));
  const inRules = rules.flatMap((rule, index) => {
    const at = `rules[${index}]`;
    const { upstream, when } = rule;
    const empty = Object.keys(when).filter((path) => Object.values(when[path]!).every((each) => each === undefined));
    const shown = 'do' in rule ? [] : [...Object.values(rule.params).map(argumentIn), ...Object.values(rule.evidence)];
    const paths = shown.filter((path) => path !== null);
    return [
      ...(Object.hasOwn(upstreams, upstream) ? [] : [`${at}.upstream: "${upstream}" is not in upstreams.`]),
      ...empty.map((path) => `${at}.when.${path}: must have one of ${Object.keys(CONDITION).join(', ')}.`),
      ...twice(at, paths),
    ];
  });
  const named = callers.flatMap(({ name, token }) => [name, token]);
  const issued = issuers.map(({ issuer }) => issuer);
  return [
    ...(max_age > retention ? ['max_age: must not be longer than retention.'] : []),
    ...inRules,
    ...(callers.length + issuers.length === 0 ? ['callers or issuers: nobody could call this gate.'] : []),
    ...twice('callers', named),
    ...twice('issuers', issued),
  ];
}
