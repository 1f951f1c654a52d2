/** The permissions that a call to AWS needs, and whether a function's policy grants them, judged as IAM does. */
import { ACCOUNT, ANY, REGION, type Statement } from './stack';

type Json = Record<string, unknown>;

export interface Needed {
  readonly action: string;
  readonly resource: string;
  /** Partitions that the call touches. */
  readonly keys?: readonly string[];
  /** Attributes that the call names. */
  readonly attributes?: readonly string[];
  readonly context?: Readonly<Record<string, string>>;
}

/** The call is direct, so statements for calls "via" another service do not count. */
export function isGranted(
  statements: readonly Statement[],
  { action, resource, keys, attributes = [], context }: Needed,
): boolean {
  const about = statements.filter(
    (statement) =>
      !statement.conditional &&
      statement.actions.includes(action) &&
      statement.resources.some((pattern) => matches(pattern, resource)) &&
      isAbout(statement, keys, context) &&
      (statement.otherThan === null || attributes.some((name) => !statement.otherThan!.includes(name))),
  );
  return about.length > 0 && !about.some(({ denies }) => denies);
}

/** A permission must list all partitions of the call. A denial needs to list only one of them. */
function isAbout(
  { leadingKeys, context: limited, denies }: Statement,
  keys: readonly string[] = [],
  context: Needed['context'] = {},
): boolean {
  const isMet = ([name, value]: [string, string]) => (value === ANY ? name in context : context[name] === value);
  if (!Object.entries(limited).every(isMet)) return false;
  if (leadingKeys === null) return true;
  const isListed = (key: string) => leadingKeys.some((pattern) => matches(pattern, key));
  return denies ? keys.some(isListed) : keys.length > 0 && keys.every(isListed);
}

function matches(pattern: string, resource: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(resource);
}

/** By operation name. A transaction or a batch needs the permissions of its parts. */
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
      return [{ action: `kms:${name}`, resource: body.KeyId as string, context: body.EncryptionContext as never }];
    case 'AWSStepFunctions':
      return [{ action: `states:${name}`, resource: (body.stateMachineArn ?? body.executionArn) as string }];
    case 's3': {
      const { Bucket, Key } = body as { Bucket: string; Key?: string };
      if (name === 'ListBucket') return [{ action: 's3:ListBucket', resource: Bucket }];
      // HeadObject has no action of its own.
      return [{ action: name === 'HeadObject' ? 's3:GetObject' : `s3:${name}`, resource: `${Bucket}/${Key}` }];
    }
    case 'ses': {
      const { FromEmailAddress: from, Destination } = body as {
        FromEmailAddress: string;
        Destination: { ToAddresses: string[] };
      };
      // Which identities AWS judges depends on what is verified there: the sender's address, a domain above it, and in the
      // sandbox the recipient's.
      const identities = [from, from.split('@')[1], ...Destination.ToAddresses].map((name) => `identity/${name}`);
      return [...identities, `configuration-set/${body.ConfigurationSetName}`].map((name) => ({
        action: 'ses:SendEmail',
        resource: `arn:aws:ses:${REGION}:${ACCOUNT}:${name}`,
        context: { 'ses:FromAddress': from },
      }));
    }
    default:
      throw new Error(`the functions called ${operation}`);
  }
}

const PARTS = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'ConditionCheckItem' };

function ofTables(name: string, body: Json): Needed[] {
  if (name === 'TransactWriteItems') {
    const items = body.TransactItems as Record<keyof typeof PARTS, Json & { TableName: string }>[];
    return items.flatMap((item) =>
      (Object.keys(item) as (keyof typeof PARTS)[]).map((part) => ({
        action: `dynamodb:${PARTS[part]}`,
        resource: item[part].TableName,
        keys: partitionsOf(item[part]),
        attributes: attributesOf(item[part]),
      })),
    );
  }
  if (name === 'BatchGetItem')
    return Object.entries(body.RequestItems as Record<string, { Keys: Attributes[] }>).map(([resource, { Keys }]) => ({
      action: `dynamodb:${name}`,
      resource,
      keys: Keys.map(({ pk }) => pk!.S),
    }));
  if (name === 'BatchWriteItem')
    return Object.entries(body.RequestItems as Record<string, Json[]>).map(([resource, requests]) => ({
      action: `dynamodb:${name}`,
      resource,
      keys: requests.flatMap(({ PutRequest, DeleteRequest }) => partitionsOf((PutRequest ?? DeleteRequest) as Json)),
    }));
  const index = body.IndexName === undefined ? '' : `/index/${body.IndexName}`;
  return [
    {
      action: `dynamodb:${name}`,
      resource: `${body.TableName}${index}`,
      keys: partitionsOf(body),
      attributes: attributesOf(body),
    },
  ];
}

/** Of an update: in its key, its expressions and its names. */
function attributesOf({
  Key = {},
  UpdateExpression = '',
  ConditionExpression = '',
  ExpressionAttributeNames = {},
}: Json) {
  const written = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![\w:#])[a-z]\w*(?!\w*\()/g) ?? [];
  return [
    ...Object.keys(Key as Json),
    ...written,
    ...Object.values(ExpressionAttributeNames as Record<string, string>),
  ];
}

type Attributes = Readonly<Record<string, { readonly S: string }>>;

/** The partition keys of a call with a key, an item, or a condition on the partition key. */
function partitionsOf(call: Json): string[] {
  const { pk } = (call.Key ?? call.Item ?? {}) as Attributes;
  if (pk !== undefined) return [pk.S];
  const name = /^\w+ = (:\w+)/.exec((call.KeyConditionExpression as string | undefined) ?? '')?.[1];
  const value = name === undefined ? undefined : (call.ExpressionAttributeValues as Attributes)[name];
  return value === undefined ? [] : [value.S];
}
