import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/folder';

const ROOT = join(__dirname, '../..');
const DEPCRUISE = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

const CODE = ['src', 'infra', 'scripts', 'bench', 'test', 'examples'];

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

function cruise(directory: string): Violation[] {
  const args = [
    '--max-semi-space-size=64',
    DEPCRUISE,
    ...CODE,
    '--config',
    join(ROOT, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8', maxBuffer: 1 << 28 });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

/** A file for each violation, because one run for all of them takes seconds less for each. */
const PLANTED: readonly (readonly [rule: string, file: string, code: string])[] = [
  [
    'rules',
    'src/service/ceremony/rules/planted-port.ts',
    "import type { Clock } from '../../system/ports';\nexport type C = Clock;\n",
  ],
  [
    'rules',
    'src/service/policy/rules/planted-operations.ts',
    "import { operations } from '../../../../generated/service-operations';\nexport const o = operations;\n",
  ],
  [
    'ports',
    'src/service/mail/ports.ts',
    "import { chunksOf } from '../support/grouped';\nexport const c = chunksOf;\n",
  ],
  [
    'use-cases',
    'src/service/audit/use-cases/planted-store.ts',
    "import { createAuditStore } from '../store';\nexport const c = createAuditStore;\n",
  ],
  [
    'store',
    'src/service/delivery/store/planted-use-case.ts',
    "import { deliveryMessage } from '../use-cases/hand-over';\nexport const m = deliveryMessage;\n",
  ],
  [
    'support',
    'src/service/support/planted-room.ts',
    "import { CHAT } from '../receiver/rules';\nexport const c = CHAT;\n",
  ],
  [
    'pure-service',
    'src/service/ceremony/rules/planted-file.ts',
    "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
  ],
  [
    'pure-service',
    'src/service/policy/use-cases/planted-sdk.ts',
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';\nexport const c = DynamoDBClient;\n",
  ],
  [
    'protocol',
    'src/protocol/planted-rules.ts',
    "export { endNotAuthorized } from '../service/ceremony/rules/refuse';\n",
  ],
  [
    'one-guard',
    'src/lambda/console/planted-policy.ts',
    "import { makeEdit } from '../../service/administration/use-cases/make-edit';\nexport const put = makeEdit;\n",
  ],
  [
    'one-guard',
    'src/service/chat/use-cases/planted-write.ts',
    "import { writers } from '../../access/use-cases/edits';\nexport const w = writers;\n",
  ],
  [
    'one-guard',
    'src/service/policy/use-cases/planted-use-case.ts',
    "import { writeEdit } from '../../administration/use-cases/make-edit';\nexport const promote = writeEdit;\n",
  ],
  [
    'configuration',
    'src/service/configuration/rules/planted-room.ts',
    "import type { Policy } from '../../policy/rules/policy';\nexport type P = Policy;\n",
  ],
  [
    'order-of-rooms',
    'src/service/delivery/rules/planted-table.ts',
    "import { EDITS } from '../../administration/rules/edits';\nexport const e = EDITS;\n",
  ],
  [
    'order-of-rooms',
    'src/service/chat/use-cases/planted-ceremony.ts',
    "import { settle } from '../../ceremony/rules/settle';\nexport const s = settle;\n",
  ],
  [
    'order-of-rooms',
    'src/service/request/store/planted-type.ts',
    "import type { ClaimRefusal } from '../../execution/rules/claim';\nexport type R = ClaimRefusal;\n",
  ],
  [
    'order-of-rooms',
    'src/service/request/rules/planted-value.ts',
    "import { EVENTS } from '../../delivery/rules/events';\nexport const e = EVENTS;\n",
  ],
  [
    'order-of-rooms',
    'src/service/chat/use-cases/planted-port.ts',
    "import type { DeliveryStore } from '../../delivery/ports';\nexport type D = DeliveryStore;\n",
  ],
  [
    'permits',
    'src/lambda/console/planted-permit.ts',
    "import { permit } from '../../service/configuration/use-cases/permit';\nexport const p = permit({ rule: 'approved' });\n",
  ],
  [
    'door-for-set-up',
    'src/lambda/console/planted-door.ts',
    "import { openSetUp } from '../../service/administration/use-cases/set-up';\nexport const open = openSetUp;\n",
  ],
  [
    'every-store',
    'src/lambda/aws/planted-stores.ts',
    "import { openStores } from '../../service/stores';\nexport const open = openStores;\n",
  ],
  [
    'gate',
    'src/gate/planted-inside.ts',
    "import { createTransport } from '../client/transport';\nexport const t = createTransport;\n",
  ],
  [
    'gate-core',
    'src/gate/core/planted-file.ts',
    "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
  ],
  [
    'gate-hook',
    'src/gate/hook/planted-mcp.ts',
    "import { namesTwiceIn } from '../mcp/mistakes';\nexport const names = namesTwiceIn;\n",
  ],
  [
    'gate-alone',
    'src/client/planted-gate.ts',
    "import type { Gate } from '../gate/core/types';\nexport type G = Gate;\n",
  ],
  ['client', 'src/client/planted-package.ts', "import express from 'express';\nexport const e = express;\n"],
  ['adapters', 'src/adapters/planted-package.ts', "import { Router } from 'express';\nexport const r = Router;\n"],
  [
    'aws-sdk-in-adapters',
    'src/client/planted-sdk.ts',
    "import { SQSClient } from '@aws-sdk/client-sqs';\nexport const s = SQSClient;\n",
  ],
  ['installed', 'src/local/planted-dev.ts', "import express from 'express';\nexport const e = express;\n"],
  [
    'log-of-a-call',
    'src/lambda/events/planted-log.ts',
    "import { createLog } from '../../adapters/system/log';\nexport const log = createLog();\n",
  ],
  ...['src/lambda', 'scripts', 'bench', 'test/support'].map(
    (folder) =>
      [
        'declared',
        `${folder}/planted-undeclared.ts`,
        "import type { Server } from 'send';\nexport type S = Server;\n",
      ] as const,
  ),
  ['no-cycles', 'src/protocol/planted-a.ts', "import { b } from './planted-b';\nexport const a = () => b;\n"],
];
/** Not violations by themselves: the other end of the cycle, which is reported once, and what any layer may import. */
const ALLOWED: readonly (readonly [file: string, code: string])[] = [
  ['src/protocol/planted-b.ts', "import { a } from './planted-a';\nexport const b = () => a;\n"],
  [
    'src/service/request/rules/planted-limits.ts',
    "import { LIMITS } from '../../../../generated/limits';\nexport const l = LIMITS;\n",
  ],
  [
    'src/lambda/console/planted-type.ts',
    "import type { Made } from '../../service/administration/use-cases/make-edit';\nexport type P = Made<'put_action'>;\n",
  ],
  ['src/adapters/some.ts', 'export const some = 1;\n'],
];

/** The whole source with violations planted in it: one run, because most of its time goes into what both would read. */
describe('the layers', () => {
  const planted = aFolder();
  let found: Violation[];
  beforeAll(() => {
    const filter = (path: string) => !path.endsWith('node_modules');
    for (const part of [...CODE, 'deployments', 'generated', 'tsconfig.json', 'package.json', 'packages']) {
      cpSync(join(ROOT, part), join(planted, part), { recursive: true, filter });
    }
    for (const [, file, code] of PLANTED) writeFileSync(join(planted, file), code);
    for (const [file, code] of ALLOWED) writeFileSync(join(planted, file), code);
    symlinkSync(join(ROOT, 'node_modules'), join(planted, 'node_modules'));
    found = cruise(planted);
  });

  it.each(PLANTED)('a broken layer would be reported: %s, in %s', (rule, file) => {
    expect(found.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(rule);
  });

  it('the page of the architecture lists every room, in the order that is checked', () => {
    const { forbidden } = require(join(ROOT, '.dependency-cruiser.cjs')) as {
      forbidden: { name: string; comment: string }[];
    };
    const checked = forbidden
      .filter(({ name }) => name === 'order-of-rooms')
      .map(({ comment }) => comment.split(':')[0]);
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const [, rooms = ''] = /## Rooms\n([\s\S]*?)\n## /.exec(page)!;
    const listed = [...rooms.matchAll(/^\| `(\w+)` \|/gm)].map(([, room]) => room);
    expect(listed.slice(0, -1)).toEqual([...new Set(checked)]);
    const folders = readdirSync(join(ROOT, 'src/service'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.map(({ name }) => name).sort()).toEqual([...listed, 'support', 'system'].sort());
  });

  it('the layers hold in the complete source, and reading the limits of the wire does not break them', () => {
    const files = new Set(PLANTED.map(([, file]) => file));
    expect(found.filter(({ from }) => !files.has(from))).toEqual([]);
  });
});

describe('protocol and the service', () => {
  const IMPURE =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\b|\bfetch\(|\bset(Timeout|Interval|Immediate)\b|\brandomUUID\b|\bperformance\b/;

  it('protocol, rules and use cases use no clock, randomness, environment or network', () => {
    expect(['protocol', 'service'].flatMap((layer) => impureLines(join(ROOT, 'src', layer)))).toEqual([]);
  });

  it('a use of the clock in the rules would be reported', () => {
    for (const line of [
      'Date.now()',
      'const n = new Date();',
      'Math.random()',
      'process.env.X',
      'await fetch(url)',
      'setTimeout(f, 1)',
    ]) {
      expect(line).toMatch(IMPURE);
    }
  });

  function impureLines(directory: string): string[] {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        readFileSync(join(directory, name), 'utf8')
          .split('\n')
          .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && IMPURE.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      );
  }
});

it('no lock file has download addresses', () => {
  const locks = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(locks).toContain('tools/package-lock.json');
  for (const lock of locks) expect(readFileSync(join(ROOT, lock), 'utf8')).not.toMatch(/"resolved": "(?!src\/)/);
});

describe.each(['.', 'tools'])('the lock file in %s', (folder) => {
  const LOCK = join(ROOT, folder, 'package-lock.json');

  it('the lock file names the binaries of every platform, because a clean install would fail without them', () => {
    const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const locked = new Set(
      Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    );
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });

  it('the lock file matches package.json', () => {
    expect(() =>
      execFileSync('npm', ['ls', '--package-lock-only', '--depth', '0'], { cwd: join(ROOT, folder), stdio: 'pipe' }),
    ).not.toThrow();
  });
});
