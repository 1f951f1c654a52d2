import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IDLE, idleBill, idleText, idleTotals, lifecycleIn, type Template } from '../../bench/idle';
import { synthesize } from './host/stack';

const docs = (name: string) => readFileSync(join(__dirname, '../../docs', name), 'utf8');
const sum = (template: Template) => idleBill(template, 0).reduce((all, { usd }) => all + usd, 0);

describe('the bill of a deployment without one request', () => {
  const [dev, prod] = [synthesize('dev'), synthesize('prod')];

  it('docs/deploy.md has the bill of a deployment without requests, and `npm run idle-bill` updates it', () => {
    const page = docs('deploy.md');
    const written = page.slice(page.indexOf('<!-- idle -->'), page.indexOf('<!-- /idle -->'));
    expect(written).toContain(idleText(dev, prod, lifecycleIn(docs('performance.md'))));
  });

  it('docs/performance.md has the sums of these bills, and `npm run idle-bill` updates them', () => {
    const performance = docs('performance.md');
    const sums = idleTotals(dev, prod, lifecycleIn(performance));
    expect(performance).toContain(`| ${IDLE.what} | ${IDLE.goal} | ${sums} |`);
  });

  it('the bill without requests is below 7 USD for dev and below 20 USD for prod', () => {
    expect(sum(dev)).toBeLessThan(7);
    expect(sum(prod)).toBeLessThan(20);
  });

  it('the bill grows with each resource that has a price', () => {
    const plus = (Type: string, Properties: object = {}) =>
      sum({ Resources: { ...dev.Resources, Added: { Type, Properties } } }) - sum(dev);
    expect(plus('AWS::KMS::Key')).toBeCloseTo(1);
    expect(plus('AWS::SecretsManager::Secret')).toBeCloseTo(0.4);
    expect(plus('AWS::CloudWatch::Alarm')).toBeCloseTo(0.1);
    const ofThree = { Metrics: [{ Expression: 'a + b + c' }, ...[1, 2, 3].map(() => ({ MetricStat: {} }))] };
    expect(plus('AWS::CloudWatch::Alarm', ofThree)).toBeCloseTo(0.3);
  });

  it('the bill fails for a resource without a price', () => {
    const unknown = { Resources: { Firewall: { Type: 'AWS::WAFv2::WebACL' } } };
    expect(() => idleBill(unknown, 0)).toThrow('Firewall: AWS::WAFv2::WebACL has no price in bench/idle.ts');
  });
});
