/** The stand-in for AWS refuses what AWS refuses. The rules are those of the API references. */
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  GetPublicKeyCommand,
  KMSClient,
  SignCommand,
} from '@aws-sdk/client-kms';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageBatchCommand, type SendMessageBatchRequestEntry, SQSClient } from '@aws-sdk/client-sqs';
import { openedOnce } from '../support/opened';
import { openFakeAws } from './host/aws';
import type { Statement } from './host/stack';

const allow = (...actions: string[]): Statement => ({
  ...{ actions, resources: ['*'], conditional: false, denies: false, leadingKeys: null, otherThan: null, context: {} },
});
const OBJECTS = ['s3:GetObject', 's3:PutObject'];
const POLICIES: Readonly<Record<string, readonly Statement[]>> = {
  reader: [allow(...OBJECTS)],
  lister: [allow(...OBJECTS, 's3:ListBucket')],
  any: [
    allow('sqs:SendMessage', 'ses:SendEmail', 'secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'),
    allow('kms:GenerateDataKey', 'kms:Decrypt', 'kms:Sign', 'kms:GetPublicKey'),
    allow('states:StartExecution', 'states:DescribeExecution'),
  ],
};

const aws = openedOnce(async () => {
  const opened = await openFakeAws({
    ...{ dynamodb: 'nowhere', secrets: { one: 'first' }, objects: new Map(), queues: new Map() },
    policyOf: (caller) => POLICIES[caller] ?? [],
    isFifo: (queue) => queue === 'fifo',
  });
  return Object.assign(opened, { stop: opened.close });
});
const config = (caller = 'any') => ({
  region: 'eu-central-1',
  endpoint: aws.url,
  credentials: { accessKeyId: caller, secretAccessKey: 'x' },
  maxAttempts: 1,
});
const nameOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: { readonly name: string }) => error.name,
  );

describe('S3', () => {
  const bucket = (caller: string) => new S3Client({ ...config(caller), forcePathStyle: true });
  const status = (caller: string, command: GetObjectCommand | HeadObjectCommand): Promise<unknown> =>
    bucket(caller)
      .send(command as GetObjectCommand)
      .then(
        () => 200,
        (error) => error.$metadata.httpStatusCode,
      );
  it.each([
    ['reader', 403],
    ['lister', 404],
  ])('an absent key answers a %s %i, whether it is read or only looked at', async (caller, expected) => {
    const absent = { Bucket: 'documents', Key: 'absent' };
    expect(await status(caller, new GetObjectCommand(absent))).toBe(expected);
    expect(await status(caller, new HeadObjectCommand(absent))).toBe(expected);
  });

  it('a key that is there answers without the permission to list', async () => {
    const there = { Bucket: 'documents', Key: 'there' };
    await bucket('reader').send(new PutObjectCommand({ ...there, Body: 'x' }));
    expect(await status('reader', new HeadObjectCommand(there))).toBe(200);
  });
});

describe('SQS', () => {
  const send = (queue: string, Entries: SendMessageBatchRequestEntry[]) => {
    const QueueUrl = `${aws.url}/queue/${queue}`;
    return new SQSClient(config()).send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  };
  const entry = (fields: Partial<SendMessageBatchRequestEntry> = {}) => ({ Id: '0', MessageBody: 'x', ...fields });
  const many = (count: number, MessageBody = 'x') =>
    Array.from({ length: count }, (_, n) => entry({ Id: String(n), MessageBody }));

  it.each([
    ['no message', [], 'EmptyBatchRequest'],
    ['eleven messages', many(11), 'TooManyEntriesInBatchRequest'],
    ['one id twice', [entry(), entry()], 'BatchEntryIdsNotDistinct'],
    ['an id with a point', [entry({ Id: 'a.b' })], 'InvalidBatchEntryId'],
    ['more than 1 MiB', many(2, 'x'.repeat(600_000)), 'BatchRequestTooLong'],
    ['ten messages', many(10), 'answered'],
  ])('a batch of %s: %s', async (_, entries, name) => {
    expect(String(await nameOf(send('plain', entries)))).toContain(name);
  });

  it.each<[string, string, Partial<SendMessageBatchRequestEntry>, number]>([
    ['plain', 'a control character', { MessageBody: '\u0000' }, 1],
    ['plain', 'a delay of 901 s', { DelaySeconds: 901 }, 1],
    ['plain', 'a delay of 900 s', { DelaySeconds: 900 }, 0],
    ['plain', 'a deduplication id', { MessageDeduplicationId: 'd' }, 1],
    ['plain', 'a group', { MessageGroupId: 'g' }, 0],
    ['fifo', 'no group', { MessageDeduplicationId: 'd' }, 1],
    ['fifo', 'no deduplication id', { MessageGroupId: 'g' }, 1],
    ['fifo', 'a delay', { MessageGroupId: 'g', MessageDeduplicationId: 'd', DelaySeconds: 1 }, 1],
    ['fifo', 'a group and a deduplication id', { MessageGroupId: 'g', MessageDeduplicationId: 'd' }, 0],
  ])('a message to a %s queue with %s', async (queue, _, fields, failed) => {
    expect((await send(queue, [entry(fields)])).Failed ?? []).toHaveLength(failed);
  });
});

describe('SES', () => {
  const mail = (to: string[], data: string, Charset?: string) => {
    const content = { Data: data, ...(Charset === undefined ? {} : { Charset }) };
    return nameOf(
      new SESv2Client(config()).send(
        new SendEmailCommand({
          FromEmailAddress: 'service@acme.dev',
          Destination: { ToAddresses: to },
          Content: { Simple: { Subject: { Data: 's' }, Body: { Text: content } } },
        }),
      ),
    );
  };
  it('a mail with letters beyond ASCII needs its charset, and every mail one valid receiver and a text', async () => {
    expect(await mail(['a@acme.dev'], 'Žofie')).toBe('BadRequestException');
    expect(await mail(['a@acme.dev'], 'Žofie', 'UTF-8')).toBe('answered');
    expect(await mail(['no address'], 'x')).toBe('BadRequestException');
    expect(await mail([], 'x')).toBe('BadRequestException');
    expect(await mail(['a@acme.dev'], '')).toBe('BadRequestException');
  });
});

describe('KMS', () => {
  const kms = () => new KMSClient(config());
  const wrapped = async () =>
    (await kms().send(new GenerateDataKeyCommand({ KeyId: 'a', KeySpec: 'AES_256', EncryptionContext: { org: 'o' } })))
      .CiphertextBlob!;
  it('a data key opens only with its key and its context', async () => {
    const CiphertextBlob = await wrapped();
    const open = (KeyId: string, org: string) =>
      nameOf(kms().send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: { org } })));
    expect(await open('a', 'o')).toBe('answered');
    expect(await open('b', 'o')).toBe('IncorrectKeyException');
    expect(await open('a', 'p')).toBe('InvalidCiphertextException');
  });
  it('a data key without a size is refused', async () => {
    expect(await nameOf(kms().send(new GenerateDataKeyCommand({ KeyId: 'a' })))).toBe('ValidationException');
  });
  it('two keys have two public keys, and sign at most 4,096 bytes by their own algorithm', async () => {
    const publicKey = async (KeyId: string) =>
      Buffer.from((await kms().send(new GetPublicKeyCommand({ KeyId }))).PublicKey!).toString('hex');
    expect(await publicKey('a')).toBe(await publicKey('a'));
    expect(await publicKey('a')).not.toBe(await publicKey('b'));
    const sign = (bytes: number, SigningAlgorithm: 'ECDSA_SHA_256' | 'ECDSA_SHA_384' = 'ECDSA_SHA_256') =>
      nameOf(kms().send(new SignCommand({ KeyId: 'a', Message: new Uint8Array(bytes), SigningAlgorithm })));
    expect(await Promise.all([sign(4096), sign(4097), sign(1, 'ECDSA_SHA_384')])).toEqual([
      'answered',
      'ValidationException',
      'InvalidKeyUsageException',
    ]);
  });
});

it('Step Functions answers the same start again, and refuses another input, a long name, and a look at what is not there', async () => {
  const client = new SFNClient(config());
  const machine = 'arn:aws:states:eu-central-1:000000000000:stateMachine:loop';
  const start = (name: string, input = '{}') =>
    nameOf(client.send(new StartExecutionCommand({ stateMachineArn: machine, name, input })));
  const look = (name: string) =>
    nameOf(
      client.send(
        new DescribeExecutionCommand({ executionArn: `${machine.replace('stateMachine', 'execution')}:${name}` }),
      ),
    );
  expect([await start('dlv-1'), await start('dlv-1'), await start('dlv-1', '{"n":1}')]).toEqual([
    'answered',
    'answered',
    'ExecutionAlreadyExists',
  ]);
  expect([await start('n'.repeat(80)), await start('n'.repeat(81)), await start('a b')]).toEqual([
    'answered',
    'InvalidName',
    'InvalidName',
  ]);
  expect([await look('dlv-1'), await look('dlv-2')]).toEqual(['answered', 'ExecutionDoesNotExist']);
});

it('Secrets Manager keeps the previous value, and knows no other stage and no secret that was not made', async () => {
  const client = new SecretsManagerClient(config());
  const read = (SecretId: string, VersionStage?: string) =>
    client.send(new GetSecretValueCommand({ SecretId, ...(VersionStage === undefined ? {} : { VersionStage }) }));
  expect(await nameOf(read('one', 'AWSPREVIOUS'))).toBe('ResourceNotFoundException');
  await client.send(new PutSecretValueCommand({ SecretId: 'one', SecretString: 'second' }));
  expect([(await read('one')).SecretString, (await read('one', 'AWSPREVIOUS')).SecretString]).toEqual([
    'second',
    'first',
  ]);
  expect(await nameOf(read('one', 'AWSPENDING'))).toBe('ResourceNotFoundException');
  const put = new PutSecretValueCommand({ SecretId: 'two', SecretString: 'x' });
  expect(await nameOf(client.send(put))).toBe('ResourceNotFoundException');
});
