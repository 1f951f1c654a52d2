/** Which destinations on AWS an organization may name (docs/decisions/aws-destinations.md). */
import { isArn, judgeDestination, NO_DESTINATIONS, readDestinationRules } from '../../../src/core/delivery/destination';

const rules = readDestinationRules('111122223333:eu-central-1,111122223333:us-east-1,444455556666:eu-west-1');
const reasonOf = (arn: string, of = rules) => {
  const judged = judgeDestination(arn, of);
  return judged.ok ? null : judged.reason;
};

test.each([
  ['arn:aws:events:eu-central-1:111122223333:event-bus/approvals', 'event_bus', 'approvals'],
  ['arn:aws:events:us-east-1:111122223333:event-bus/default', 'event_bus', 'default'],
  ['arn:aws:sqs:eu-west-1:444455556666:approvals', 'queue', 'approvals'],
  ['arn:aws:sqs:eu-west-1:444455556666:approvals.fifo', 'queue', 'approvals.fifo'],
])('an event bus or a queue is accepted as a destination: %s', (arn, kind, name) => {
  expect(judgeDestination(arn, rules)).toMatchObject({ ok: true, destination: { arn, kind, name } });
});

test.each([
  'arn:aws:events:eu-central-1:111122223333:rule/approvals',
  'arn:aws:events:eu-central-1:111122223333:event-bus/',
  'arn:aws:events:eu-central-1:111122223333:event-bus/a/b',
  'arn:aws:events:eu-central-1:111122223333:event-bus/*',
  'arn:aws:sqs:eu-central-1:111122223333:a.b',
  `arn:aws:sqs:eu-central-1:111122223333:${'q'.repeat(76)}.fifo`,
  'arn:aws:sqs:eu-central-1:111122223333:a?Action=Delete',
  'arn:aws:sqs:eu-central-1.evil.example:111122223333:a',
  'arn:aws:sqs:eu-central-1:11112222333:a',
  'arn:aws-cn:sqs:cn-north-1:111122223333:a',
  'arn:aws:sns:eu-central-1:111122223333:a',
  'arn:aws:lambda:eu-central-1:111122223333:function:a',
  ' arn:aws:sqs:eu-central-1:111122223333:a',
  'arn:aws:sqs:eu-central-1:111122223333:a\n',
  'ARN:aws:sqs:eu-central-1:111122223333:a',
  'arn:',
])('an ARN that is neither an event bus nor a queue is refused: %j', (arn) => {
  expect(isArn(arn)).toBe(true);
  expect(reasonOf(arn)).toMatch(/^The ARN must be that of an event bus .* or of a queue/);
});

test('without allowed accounts every destination is refused, and the answer says who can change that', () => {
  for (const arn of [
    'arn:aws:sqs:eu-central-1:111122223333:a',
    'arn:aws:events:us-east-1:444455556666:event-bus/default',
  ]) {
    expect(reasonOf(arn, NO_DESTINATIONS)).toBe(
      'This deployment sends to no AWS account. Its operator can allow accounts (setting "destinations").',
    );
  }
});

test('a destination in an account or a region that is not allowed is refused, with the regions that are allowed for the account', () => {
  expect(reasonOf('arn:aws:sqs:eu-central-1:999999999999:a')).toBe(
    'The deployment does not send to the AWS account 999999999999.',
  );
  // Allowed for another account.
  expect(reasonOf('arn:aws:sqs:eu-west-1:111122223333:a')).toBe(
    'The deployment sends to the AWS account 111122223333 only in eu-central-1, us-east-1, not in eu-west-1.',
  );
});

test('a URL is no ARN', () => {
  expect(['https://arn:x@example.com', 'http://arn.example.com', ''].map(isArn)).toEqual([false, false, false]);
});
