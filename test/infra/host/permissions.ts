/** What a call to AWS needs, and whether a function's own policy gives it: as IAM judges, for the calls made here. */
import { ACCOUNT, REGION, type Statement } from './stack';

type Json = Record<string, unknown>;

export interface Needed {
  readonly action: string;
  readonly resource: string;
  /** Of a write to a table: the partition key of the item. */
  readonly leadingKey?: string;
}

/** A direct call is none "via" another service: statements with conditions do not count. */
export function isGranted(statements: readonly Statement[], { action, resource, leadingKey }: Needed): boolean {
  const about = statements.filter(
    ({ actions, resources, conditional, leadingKeys }) =>
      !conditional &&
      actions.includes(action) &&
      resources.some((pattern) => matches(pattern, resource)) &&
      (leadingKeys === null || leadingKeys.some((pattern) => matches(pattern, leadingKey ?? ''))),
  );
  return about.length > 0 && !about.some(({ denies }) => denies);
}

function matches(pattern: string, resource: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(resource);
}

/** By the wire's operation name. A transaction and a batch need what their parts need. */
export function neededFor(operation: string, body: Json): Needed[] {
  const [service, name] = operation.split('.') as [string, string];
  switch (service) {
    case 'DynamoDB_20120810':
      return ofTables(name, body);
    case 'AmazonSQS':
      return [{ action: 'sqs:SendMessage', resource: (body.QueueUrl as string).split('/').at(-1)! }];
    case 'secretsmanager':
      return [{ action: `secretsmanager:${name}`, resource: body.SecretId as string }];
    case 'TrentService':
      return [{ action: `kms:${name}`, resource: body.KeyId as string }];
    case 'AWSStepFunctions':
      return [{ action: `states:${name}`, resource: (body.stateMachineArn ?? body.executionArn) as string }];
    case 's3': {
      const { Bucket, Key } = body as { Bucket: string; Key?: string };
      return [{ action: `s3:${name}`, resource: name === 'ListBucket' ? Bucket : `${Bucket}/${Key}` }];
    }
    case 'ses': {
      const domain = (body.FromEmailAddress as string).split('@')[1];
      return [
        { action: 'ses:SendEmail', resource: `arn:aws:ses:${REGION}:${ACCOUNT}:identity/${domain}` },
        {
          action: 'ses:SendEmail',
          resource: `arn:aws:ses:${REGION}:${ACCOUNT}:configuration-set/${body.ConfigurationSetName}`,
        },
      ];
    }
    default:
      throw new Error(`the functions called ${operation}`);
  }
}

const PARTS = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'ConditionCheckItem' };

function ofTables(name: string, body: Json): Needed[] {
  if (name === 'TransactWriteItems') {
    const items = body.TransactItems as Record<keyof typeof PARTS, Written>[];
    return items.flatMap((item) =>
      (Object.keys(item) as (keyof typeof PARTS)[]).map((part) => ({
        action: `dynamodb:${PARTS[part]}`,
        resource: item[part].TableName,
        ...leadingKeyOf(item[part]),
      })),
    );
  }
  if (name === 'BatchGetItem')
    return Object.keys(body.RequestItems as Json).map((resource) => ({ action: `dynamodb:${name}`, resource }));
  const index = body.IndexName === undefined ? '' : `/index/${body.IndexName}`;
  return [{ action: `dynamodb:${name}`, resource: `${body.TableName}${index}`, ...leadingKeyOf(body as never) }];
}

interface Written {
  readonly TableName: string;
  readonly Item?: { readonly pk?: { readonly S?: string } };
  readonly Key?: { readonly pk?: { readonly S?: string } };
}

function leadingKeyOf({ Item, Key }: Written): Pick<Needed, 'leadingKey'> {
  const leadingKey = (Item ?? Key)?.pk?.S;
  return leadingKey === undefined ? {} : { leadingKey };
}
