/** Checks the templates with an independent program, cfn-lint. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/folder';
import { REGION, synthesize } from './host/stack';

// It is no package of npm or Debian, so CI cannot count on it (`scripts/check-reports.mjs`).
const HAS_LINT = spawnSync('cfn-lint', ['--version']).status === 0;

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
    const deployed = (['dev', 'prod', 'restored'] as const).flatMap((name) =>
      Object.entries(synthesize(name).Stacks).map(([stack, template]) => [`${name}-${stack}`, template] as const),
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

interface Finding {
  readonly Rule: { readonly Id: string };
  readonly Message: string;
  readonly Filename: string;
}
