import { App } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { type Config, configOf } from '../../infra/config';
import { check } from '../../infra/nag';
import { ServiceStack } from '../../infra/service-stack';

function checked(config: Config, plant: (stack: ServiceStack) => void = () => undefined) {
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] } });
  const stack = new ServiceStack(app, `request-authorization-${config.stage}`, { config });
  plant(stack);
  check(app, stack);
  return () => app.synth();
}

describe('cdk-nag’s AwsSolutions', () => {
  it.each(['dev', 'prod'])('finds nothing in %s that is not acknowledged with its reason', (stage) => {
    expect(checked(configOf(stage))).not.toThrow();
  });

  it('finds nothing with a domain of one’s own', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/one';
    const domain = { name: 'authorization.example.com', certificateArn };
    expect(checked({ ...configOf('prod'), domain, integrations: ['transfer'] })).not.toThrow();
  });

  it('stops the synthesis when something is added that it does not like', () => {
    expect(checked(configOf('prod'), (stack) => new Queue(stack, 'Planted'))).toThrow(
      /SQS3[\s\S]*Planted|Planted[\s\S]*SQS3/,
    );
  });
});
