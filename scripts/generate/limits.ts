/** Limits and defaults that code needs, each read from the one place in the documents where it is written. */
import { type BundledDocument, operationsOf } from './bundle';

/** Path of a schema under `components/schemas`. */
type At = readonly string[];

const within = (schema: string, ...properties: string[]): At => [
  schema,
  ...properties.flatMap((name) => ['properties', name]),
];

export function limitsModule(service: BundledDocument, operatorConsole: BundledDocument): string {
  const limits = {
    ...limitsOfRequests(service),
    ...limitsOfPolicies(operatorConsole),
    ...limitsOfConfiguration(operatorConsole),
  };
  const modes = read(operatorConsole, ['Mode'], 'enum');
  return [
    '// Generated from openapi/ by "npm run generate". Edit the document instead.',
    `export const LIMITS = ${JSON.stringify(limits, null, 2)} as const;`,
    '',
    '/** How the turns of a quorum must lie in time. */',
    `export const MODES = ${JSON.stringify(modes)} as const;`,
    '',
    '/** What a text must be, by the pattern that it must match. */',
    `export const IN_WORDS: Readonly<Record<string, string>> = ${JSON.stringify(wordsOf([service, operatorConsole]), null, 2)};`,
    '',
  ].join('\n');
}

/** Fails for a pattern without words: nobody should have to read a regular expression to find out what to fix. */
function wordsOf(part: unknown): Record<string, string> {
  if (typeof part !== 'object' || part === null) return {};
  const { pattern, 'x-pattern-in-words': words } = part as Record<string, unknown>;
  if (typeof pattern === 'string' && typeof words !== 'string') {
    throw new Error(`the pattern ${pattern} has no x-pattern-in-words`);
  }
  const own = typeof pattern === 'string' ? { [pattern]: words as string } : {};
  return Object.assign(own, ...Object.values(part).map(wordsOf));
}

function limitsOfRequests(service: BundledDocument) {
  const of = (at: At, keywords: Readonly<Record<string, string>>) => numbers(service, at, keywords);
  return {
    intentBytes: of(['SealedIntent'], { max: 'x-max-bytes' }),
    params: of(['Params'], { max: 'maxProperties' }),
    paramKey: of(['Params', 'propertyNames'], { min: 'minLength', max: 'maxLength' }),
    paramValue: of(['Params', 'additionalProperties'], { max: 'maxLength' }),
    callbackUrl: of(within('NewRequest', 'callback_url'), { max: 'maxLength' }),
    executeWithinSeconds: of(within('NewRequest', 'execute_within'), { ...RANGE, default: 'x-default' }),
    leaseSeconds: of(within('ClaimOptions', 'lease_seconds'), { ...RANGE, default: 'default' }),
    reportText: of(within('ExecutionReport', 'error'), { max: 'maxLength' }),
    pageSize: pageOf(service, 'listExecutableRequests'),
  };
}

function pageOf(document: BundledDocument, operationId: string) {
  const list = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
  const schema = list?.parameters.find(({ name }) => name === 'limit')?.schema;
  if (typeof schema?.maximum !== 'number') throw new Error(`${operationId}.limit states no maximum`);
  return { max: schema.maximum };
}

function limitsOfPolicies(operatorConsole: BundledDocument) {
  const of = (field: string, keywords: Readonly<Record<string, string>>) =>
    numbers(operatorConsole, within('PolicyFields', field), keywords);
  return {
    policyTitle: of('title', { max: 'maxLength' }),
    quorum: numbers(operatorConsole, within('QuorumBounds', 'max'), RANGE),
    ruleConditions: numbers(operatorConsole, within('ParamRule', 'when'), { max: 'maxItems' }),
    ruleValue: numbers(operatorConsole, [...within('RuleCondition', 'value'), 'anyOf', '0'], { max: 'maxLength' }),
    roster: of('roster', { min: 'minItems', max: 'maxItems' }),
    requires: numbers(operatorConsole, ['Requirements'], { max: 'maxItems' }),
    paramRules: of('param_rules', { max: 'maxItems' }),
    ttlSeconds: of('ttl_seconds', { ...RANGE, default: 'default' }),
    maxOpen: of('max_open', RANGE),
    coincidenceSeconds: of('coincidence_seconds', { ...RANGE, default: 'default' }),
  };
}

function limitsOfConfiguration(operatorConsole: BundledDocument) {
  const of = (at: At, keyword = 'maxLength') => numbers(operatorConsole, at, { max: keyword });
  const watched = within('EndpointHealth', 'waiting');
  return {
    endpoints: of(within('EndpointList', 'endpoints'), 'x-max-live'),
    watchedDeliveries: of(watched, 'maximum'),
    choices: of(within('Inbox', 'actions'), 'maxItems'),
    namedPairs: of(within('PowersCase', 'missing'), 'maxItems'),
    endpointUrl: of(within('NewEndpoint', 'url')),
    endpointDescription: of(within('NewEndpoint', 'description')),
    endpointToken: of(within('VerifyEndpoint', 'token')),
    operators: pageOf(operatorConsole, 'listOperators'),
    invitation: of(within('Invitation', 'operators'), 'maxItems'),
    passkeys: of(within('PasskeyList', 'passkeys'), 'x-max-live'),
    devices: of(within('DeviceList', 'devices'), 'x-max-live'),
    pushEndpoint: of(within('NewDevice', 'endpoint')),
    passkeyName: of(within('PasskeyEnrolment', 'name')),
    groupName: of(within('GroupEdit', 'name')),
    groupMembers: of(within('GroupEdit', 'members'), 'maxItems'),
    operatorName: of(within('NewOperator', 'name')),
    organizationName: of(within('NewOrganizationName', 'name')),
    organizationId: of(within('MailedLinkRequest', 'org')),
    mailAddress: of(within('MailedLinkRequest', 'address')),
    issuer: of(['Issuer']),
    clientId: of(['ClientId']),
    clientSecret: of(within('Provider', 'client_secret')),
    subject: of(within('NewIdentity', 'subject')),
    maxAgeSeconds: numbers(operatorConsole, ['MaxAge'], RANGE),
    keyName: of(within('NewApiKey', 'name')),
    signingKey: of(within('NewApiKey', 'signing_key')),
    keyActions: numbers(operatorConsole, within('NewApiKey', 'actions'), { min: 'minItems', max: 'maxItems' }),
    keyMaxOpen: numbers(operatorConsole, within('NewApiKey', 'max_open'), RANGE),
    stopNote: of(within('Refusal', 'note')),
  };
}

const RANGE = { min: 'minimum', max: 'maximum' };

function numbers(document: BundledDocument, at: At, keywords: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(keywords).map(([name, keyword]) => {
      const value = read(document, at, keyword);
      if (typeof value !== 'number') throw new Error(`${at.join('.')}: ${keyword} must be a number`);
      return [name, value];
    }),
  );
}

/** Fails if the document no longer states the limit there: it must not disappear unnoticed. */
function read(document: BundledDocument, at: At, keyword: string): unknown {
  let schema: unknown = document.components.schemas;
  for (const step of [...at, keyword]) schema = (schema as Record<string, unknown> | undefined)?.[step];
  if (schema === undefined) throw new Error(`${at.join('.')} states no ${keyword}`);
  return schema;
}
