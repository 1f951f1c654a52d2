/** The layers and what each may import. `test/architecture` plants violations to prove that this is checked. */
const UNDECLARED = ['npm-no-pkg', 'npm-unknown', 'undetermined', 'unknown'];

/**
 * What has a manifest of its own, whose packages are not installed everywhere: the gate and its tests, whose types are checked
 * with them, and an example for consumers.
 */
const ELSEWHERE = '^(src/gate|test/gate|test/packages|examples/cdk-app)/';

const only = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^(src|generated|infra|node_modules)/', pathNot: allowed },
});
const noPackages = (name, from, allowedBuiltins) => ({
  name,
  severity: 'error',
  comment: 'pure: no npm package, no Node but what is named',
  from: { path: from },
  to: {
    dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core', ...UNDECLARED],
    pathNot: allowedBuiltins,
  },
});

/**
 * Limits and defaults of the wire: plain numbers and lists out of the OpenAPI documents, with no code and no import. Inner
 * layers may read this one generated file, so that no limit is written a second time.
 */
const LIMITS = '^generated/limits\\.ts$';

/** The functions that make edits of the configuration, and write it. */
const EDITS =
  '^src/service/(administration/use-cases/make-edit|(access|policy|ceremony|chat|delivery)/use-cases/edits)\\.ts$';

/** The layers of a room: a folder, or one file. */
const layers = (...names) => `^src/service/[a-z]+/(${names.join('|')})(/|\\.ts$)`;
const SUPPORT = '^src/service/support/';
const SYSTEM = '^src/service/system/';

/** The rooms of the service, from the ground up (docs/architecture.md#rooms). */
const ROOMS = [
  'request',
  'audit',
  'mail',
  'receiver',
  'configuration',
  'policy',
  'organization',
  'chat',
  'access',
  'push',
  'ceremony',
  'execution',
  'question',
  'remark',
  'proof',
  'delivery',
  'administration',
  'overview',
  'powers',
  'notice',
  'transport',
];

/** The types that look up, where the alternative is worse: from the room, to the file. */
const LOOKS_UP = {
  request: ['policy/rules/policy', 'configuration/rules/declaration', 'access/rules/passkey', 'delivery/rules/events'],
  configuration: ['policy/rules/(policy|groups)', 'access/rules/company-sign-in', 'push/rules/device'],
};

const roomPath = (rooms) => `^src/service/(${rooms.join('|')})/`;

const orderOfRooms = ROOMS.slice(0, -1).map((room, n) => ({
  name: 'order-of-rooms',
  severity: 'error',
  comment: `${room}: a room knows only the rooms before it; the types that look up are listed`,
  from: { path: roomPath([room]) },
  to: {
    path: roomPath(ROOMS.slice(n + 1)),
    ...(LOOKS_UP[room] ? { pathNot: LOOKS_UP[room].map((file) => `^src/service/${file}\\.ts$`) } : {}),
  },
}));

/** What looks up is a type. */
const onlyTypesLookUp = Object.entries(LOOKS_UP).map(([room, files]) => ({
  name: 'order-of-rooms',
  severity: 'error',
  comment: `${room}: what looks up is a type`,
  from: { path: roomPath([room]) },
  to: { path: `^src/service/(${files.join('|')})\\.ts$`, dependencyTypesNot: ['type-only'] },
}));

module.exports = {
  forbidden: [
    ...orderOfRooms,
    ...onlyTypesLookUp,
    { name: 'no-cycles', severity: 'error', from: { path: '^(src|infra)/' }, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: { pathNot: ELSEWHERE }, to: { couldNotResolve: true } },
    {
      name: 'declared',
      severity: 'error',
      comment: 'a package is in the manifest if a file imports it, or only its types',
      from: { pathNot: ELSEWHERE },
      to: { dependencyTypes: UNDECLARED, dependencyTypesNot: ['core'] },
    },
    only('protocol', '^src/protocol/', ['^src/protocol/'], 'protocol imports nothing of ours'),
    only('rules', layers('rules'), [layers('rules'), SUPPORT, '^src/protocol/', LIMITS], 'rules import rules'),
    only('ports', layers('ports'), [layers('rules', 'ports'), SYSTEM, '^src/protocol/'], 'ports are types'),
    only(
      'use-cases',
      layers('use-cases'),
      [layers('rules', 'ports', 'use-cases'), SUPPORT, SYSTEM, '^src/protocol/', LIMITS],
      'use cases import rules and ports',
    ),
    only('support', `${SUPPORT}|${SYSTEM}`, [SUPPORT, SYSTEM, '^src/protocol/'], 'what every room may use knows none'),
    only(
      'store',
      layers('store'),
      [
        layers('rules', 'ports', 'store'),
        SUPPORT,
        SYSTEM,
        '^src/(adapters/dynamodb|protocol)/',
        '^node_modules/(@aws-sdk|aws-lambda|@types/aws-lambda)/',
      ],
      'stores implement ports on DynamoDB',
    ),
    only(
      'adapters',
      '^src/adapters/',
      [
        layers('rules', 'ports'),
        SUPPORT,
        SYSTEM,
        '^src/(adapters|protocol)/',
        // What is compiled of the template of mails.
        '^generated/mail-template\\.ts$',
        '^node_modules/(@aws-sdk|@smithy|aws-lambda|@types/aws-lambda|@simplewebauthn|http_ece|openid-client)/',
      ],
      'adapters implement ports',
    ),
    only(
      'client',
      '^src/client/',
      ['^src/(client|protocol)/', '^generated/'],
      'the SDK stands on protocol and the generated types',
    ),
    only(
      'lambda',
      '^src/lambda/',
      [
        '^src/(lambda|service|protocol|adapters)/',
        '^generated/',
        '^node_modules/(openapi-backend|@types/aws-lambda|aws-lambda|@aws-sdk/client-(dynamodb|lambda|sqs|sfn|kms|sesv2|secrets-manager))/',
      ],
      'composition roots',
    ),
    only(
      'local',
      '^src/local/',
      [
        '^src/(local|client|lambda|adapters|service|protocol)/',
        '^generated/',
        '^infra/delivery-loop',
        '^node_modules/',
      ],
      'the runner, whose demo is a consumer',
    ),
    only(
      'testing',
      '^src/testing/',
      ['^src/(testing|local|client)/', '^node_modules/@types/node/'],
      'the test service is the runner, used as a consumer and its operators use it',
    ),
    only(
      'gate',
      '^src/gate/',
      [
        '^src/gate/',
        '^src/client/index\\.ts$',
        // The packages of its own manifest, which the root's has too.
        '^node_modules/(@types/node|@aws-sdk/client-dynamodb|@modelcontextprotocol/(client|ext-tasks|node|server)|jose)/',
      ],
      'the gate is a consumer: it stands on the SDK, and on packages of its own',
    ),
    {
      name: 'gate-core',
      severity: 'error',
      comment: 'the core of the gate runs in the simulation: no package, and nothing of MCP',
      from: { path: '^src/gate/core/' },
      to: { path: '.', pathNot: ['^src/gate/core/', '^src/client/index\\.ts$', '^(node:)?crypto$'] },
    },
    {
      name: 'gate-hook',
      severity: 'error',
      comment: 'a hook is started before each call of a tool: it reads nothing of MCP, and no package',
      from: { path: '^src/gate/hook/' },
      to: { path: '^(src/gate/mcp|node_modules)/', pathNot: '^node_modules/@types/' },
    },
    {
      name: 'gate-alone',
      severity: 'error',
      comment: 'nothing of the service or the client needs the gate',
      from: { path: '^src/', pathNot: '^src/gate/' },
      to: { path: '^src/gate/' },
    },
    only(
      'infra',
      '^infra/',
      [
        '^infra/',
        '^src/adapters/dynamodb/(table|keys|partitions)\\.ts$',
        '^src/adapters/sqs/queue-table\\.ts$',
        '^src/lambda/env\\.ts$',
        // The names of the deployment's own metrics, and the values of their dimensions.
        '^src/adapters/system/metrics\\.ts$',
        '^src/protocol/event-types\\.ts$',
        // How many answers of the feed may be held, which is part of its function's concurrency.
        '^src/service/delivery/rules/hold-limits\\.ts$',
        // The kinds of destinations on AWS, each with its permission.
        '^src/service/delivery/rules/destination\\.ts$',
        // How long documents are kept, which the runner does too.
        '^src/service/request/rules/limits\\.ts$',
        // The canary's organization, whose items alone its functions may use.
        '^src/lambda/canary/names\\.ts$',
        // One list of headers for the pages, whether CloudFront or the runner serves them.
        '^src/lambda/console/security-headers\\.ts$',
        '^generated/',
        '^node_modules/',
      ],
      'infra names functions by path; what it shares with them is data',
    ),
    {
      name: 'one-guard',
      severity: 'error',
      comment: 'what writes the configuration is called by changeConfiguration and by the door for set-up alone',
      from: {
        path: '^src/',
        pathNot: [
          '^src/service/administration/use-cases/(change-configuration|set-up|collect-key|read-base)\\.ts$',
          EDITS,
        ],
      },
      to: { path: EDITS, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'configuration',
      severity: 'error',
      comment: 'what an edit is and what can be written: every room may stand on it, and it stands on no room',
      from: { path: '^src/service/configuration/rules/' },
      to: { path: '^src/service/', pathNot: `^src/service/(configuration|audit)/rules/|${SUPPORT}` },
    },
    {
      name: 'permits',
      severity: 'error',
      comment: 'the guard gives permits to write, the door for set-up does, and what the service itself finds has one',
      from: {
        path: '^src/',
        pathNot: [
          '^src/service/administration/use-cases/(change-configuration|set-up|apply-change|collect-key)\\.ts$',
          '^src/service/access/use-cases/signed-changes\\.ts$',
          '^src/local/demo\\.ts$',
          '^src/service/(delivery/use-cases/judge-endpoint|chat/use-cases/judge-chat|notice/use-cases/announce)\\.ts$',
        ],
      },
      to: { path: '^src/service/configuration/use-cases/permit\\.ts$' },
    },
    {
      name: 'door-for-set-up',
      severity: 'error',
      comment: 'only set-up code uses the door: the canary, the demo and the administration command',
      from: { path: '^src/(service|lambda|local)/', pathNot: '^src/(lambda/canary/set-up|local/demo)\\.ts$' },
      to: { path: '^src/service/administration/use-cases/set-up\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'every-store',
      severity: 'error',
      comment: 'a function that needs a few stores opens those, so that its bundle stays small',
      from: { path: '^src/', pathNot: '^src/(lambda/console\\.lambda|local/runner)\\.ts$' },
      to: { path: '^src/service/stores\\.ts$' },
    },
    {
      name: 'installed',
      severity: 'error',
      comment: 'what runs the service is there after npm ci --omit=dev; the gate has a manifest of its own',
      from: { path: '^(src/(?!gate/)|generated/)' },
      to: {
        dependencyTypes: ['npm-dev', ...UNDECLARED],
        dependencyTypesNot: ['type-only', 'core'],
      },
    },
    {
      name: 'log-of-a-call',
      severity: 'error',
      comment: 'a function has its log from serve(), so each line names its call',
      from: { path: '^src/lambda/', pathNot: '^src/lambda/aws/serve\\.ts$' },
      to: { path: '^src/adapters/system/log\\.ts$' },
    },
    noPackages('pure-protocol', '^src/protocol/', ['^(node:)?(crypto|zlib)$']),
    noPackages('pure-service', `${layers('rules', 'use-cases', 'ports')}|${SUPPORT}|${SYSTEM}`, ['^$']),
    {
      name: 'aws-sdk-in-adapters',
      severity: 'error',
      comment: 'adapters are the only user of the AWS SDK; composition roots build its clients',
      from: {
        path: '^src/',
        pathNot: '^src/((adapters|lambda|local)/|service/[a-z]+/store|gate/(ledger/dynamodb|mcp/start)\\.ts$)',
      },
      to: { path: '^node_modules/@aws-sdk/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The test checks a copy of the source with a link to the packages: a rule matches the path in the copy.
    preserveSymlinks: true,
    // Such as what depends on each module, which no rule here asks.
    skipAnalysisNotInRules: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.d.ts', '.js', '.json'] },
  },
};
