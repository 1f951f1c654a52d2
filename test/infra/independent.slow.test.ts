/** Checks the templates with two independent programs: cfn-lint, and moto's CloudFormation. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/folder';
import { REGION, type StackTemplate, synthesize, type Template } from './host/stack';

// Neither is an npm or Debian package, so CI cannot count on them (`scripts/check-reports.mjs`).
const HAS_LINT = spawnSync('cfn-lint', ['--version']).status === 0;
const HAS_MOTO = spawnSync('python3', ['-c', 'import moto, boto3']).status === 0;

const prod = synthesize('prod');
const DEPLOYMENTS: Readonly<Record<string, Template>> = {
  dev: synthesize('dev'),
  prod,
  restored: synthesize('restored'),
};
const STACKS = ['data', 'service'] as const;

/** Accepted findings of cfn-lint: the rule, what its message says, and why it is no fault. */
const ACCEPTED: readonly (readonly [rule: string, message: RegExp, reason: string])[] = [
  ['W3005', /dependency already enforced/, 'the library writes it, and it does no harm'],
  ['E6101', /\{'Fn::GetStackOutput': /, 'a function of CloudFormation that this version does not know'],
];

(HAS_LINT ? describe : describe.skip)('cfn-lint', () => {
  const planted = { Resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { DelaySeconds: 901 } } } };
  const folder = aFolder();
  let all: Finding[];
  beforeAll(() => {
    const deployed = Object.entries(DEPLOYMENTS).flatMap(([name, { Stacks }]) =>
      [...STACKS, 'edge' as const].map((stack) => [`${name}-${stack}`, Stacks[stack]] as const),
    );
    all = lint({ ...Object.fromEntries(deployed), planted });
  }, 120_000);

  const lint = (templates: Readonly<Record<string, object>>): Finding[] => {
    const files = Object.entries(templates).map(([name, template]) => {
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(template));
      return file;
    });
    const { stdout, stderr } = spawnSync('cfn-lint', ['-r', REGION!, '-f', 'json', ...files], { maxBuffer: 2 ** 26 });
    if (stdout.length === 0) throw new Error(stderr.toString());
    return JSON.parse(stdout.toString()) as Finding[];
  };
  const isPlanted = ({ Filename }: Finding) => Filename.endsWith('planted.json');
  const isAccepted = ({ Rule, Message }: Finding) =>
    ACCEPTED.some(([rule, message]) => rule === Rule.Id && message.test(Message));

  it('cfn-lint finds nothing in the templates except what is accepted with a reason', () => {
    const found = all.filter((one) => !isPlanted(one));
    expect(found.filter((one) => !isAccepted(one)).map(({ Rule, Message }) => `${Rule.Id} ${Message}`)).toEqual([]);
    for (const [rule, , reason] of ACCEPTED) {
      expect(reason).not.toBe('');
      expect(found.map(({ Rule }) => Rule.Id)).toContain(rule);
    }
  });

  it('cfn-lint finds a value that CloudFormation would refuse', () => {
    expect(all.filter((one) => isPlanted(one) && !isAccepted(one))).not.toEqual([]);
  });
});

(HAS_MOTO ? describe : describe.skip)('an emulator of CloudFormation', () => {
  let reports: Report[];
  beforeAll(() => {
    const circle = { Type: 'AWS::SQS::Queue', Properties: { QueueName: { Ref: 'Queue' } } };
    const steps = STACKS.flatMap((stack) =>
      (['prod', 'restored', 'prod'] as const).map((name) => ({
        step: name,
        stack,
        template: DEPLOYMENTS[name]!.Stacks[stack],
      })),
    );
    reports = emulate([
      ...steps,
      { step: 'circle', stack: 'one', template: { Resources: { Queue: circle }, Outputs: {} } },
    ]);
  }, 120_000);

  it('moto creates both stacks, attaches restored tables and goes back, with the resource types that it knows', () => {
    const made = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_COMPLETE'];
    const ours = reports.filter(({ stack }) => stack !== 'one');
    expect(ours.map(({ stack, status, error }) => ({ stack, status, error }))).toEqual(
      STACKS.flatMap((stack) => made.map((status) => ({ stack, status, error: null }))),
    );
    // Every function with its role, log and queue is among them.
    for (const { stack, made: count } of ours) expect(count).toBeGreaterThan(stack === 'data' ? 5 : 80);
  });

  it('moto refuses an update in which a resource depends on itself', () => {
    const report = reports.find(({ stack }) => stack === 'one')!;
    expect(report.error).not.toBeNull();
  });
});

interface Finding {
  readonly Rule: { readonly Id: string };
  readonly Message: string;
  readonly Filename: string;
}

interface Report {
  readonly stack: string;
  readonly status: string;
  readonly made: number;
  readonly error: string | null;
}

function emulate(
  steps: readonly { readonly step: string; readonly stack: string; readonly template: StackTemplate }[],
): Report[] {
  const program = join(__dirname, 'host/emulator.py');
  const { stdout, stderr, status } = spawnSync('python3', [program], {
    input: JSON.stringify(steps),
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(stderr.toString().slice(-2000));
  return JSON.parse(stdout.toString()) as Report[];
}
