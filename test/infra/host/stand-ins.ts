/**
 * What SQS, SES, KMS, Step Functions and Secrets Manager answer, as strict as their API references. A stand-in that takes what
 * AWS refuses hides the mistake until it is deployed.
 */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

export type Json = Record<string, unknown>;
export type Answers = Readonly<Record<string, (body: Json) => Json>>;

export class Refused extends Error {}

const refuseIf = (isRefused: boolean, why: string): void => {
  if (isRefused) throw new Refused(why);
};

export interface QueuedMessage {
  readonly messageId: string;
  readonly body: string;
}

interface BatchEntry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly DelaySeconds?: number;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
}

/** Ten entries and 1 MiB in one call, a delay of 15 minutes, and a group and no delay of its own in a FIFO queue. */
const [MOST_ENTRIES, MOST_BYTES, LONGEST_DELAY_SECONDS] = [10, 1024 * 1024, 900];
/** The characters of XML 1.0. */
const BODY = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]+$/u;

export function sendBatch(queues: Map<string, QueuedMessage[]>, isFifo: (queue: string) => boolean, body: Json): Json {
  const queue = (body.QueueUrl as string).split('/').at(-1)!;
  const entries = body.Entries as BatchEntry[];
  const bytes = entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
  refuseIf(entries.length === 0, 'EmptyBatchRequest');
  refuseIf(entries.length > MOST_ENTRIES, 'TooManyEntriesInBatchRequest');
  refuseIf(new Set(entries.map(({ Id }) => Id)).size < entries.length, 'BatchEntryIdsNotDistinct');
  refuseIf(
    entries.some(({ Id }) => !/^[\w-]{1,80}$/.test(Id)),
    'InvalidBatchEntryId',
  );
  refuseIf(bytes > MOST_BYTES, 'BatchRequestTooLong');
  const held = queues.get(queue) ?? [];
  const [Successful, Failed]: [Json[], Json[]] = [[], []];
  for (const entry of entries) {
    const Code = faultOf(entry, isFifo(queue));
    if (Code !== null) {
      Failed.push({ Id: entry.Id, SenderFault: true, Code });
      continue;
    }
    const MessageId = `m${queue}${held.length}`;
    held.push({ messageId: MessageId, body: entry.MessageBody });
    const MD5OfMessageBody = createHash('md5').update(entry.MessageBody).digest('hex');
    Successful.push({ Id: entry.Id, MessageId, MD5OfMessageBody });
  }
  queues.set(queue, held);
  return { Successful, Failed };
}

function faultOf({ MessageBody, DelaySeconds = 0, ...entry }: BatchEntry, isFifo: boolean): string | null {
  if (!BODY.test(MessageBody)) return 'InvalidMessageContents';
  if (DelaySeconds < 0 || DelaySeconds > LONGEST_DELAY_SECONDS || (isFifo && DelaySeconds > 0))
    return 'InvalidParameterValue';
  if (isFifo && (entry.MessageGroupId === undefined || entry.MessageDeduplicationId === undefined))
    return 'MissingParameter';
  return !isFifo && entry.MessageDeduplicationId !== undefined ? 'InvalidParameterValue' : null;
}

export interface SentMail {
  readonly to: string;
  readonly text: string;
}

interface Content {
  readonly Data: string;
  readonly Charset?: string;
}

/** Without a charset, SES takes a text for ASCII. */
const isReadable = (content: Content | undefined): boolean =>
  content !== undefined &&
  content.Data !== '' &&
  (content.Charset?.toUpperCase() === 'UTF-8' || /^[\t\n\r -~]*$/.test(content.Data));

export function sendMail(mails: SentMail[], body: Json): Json {
  const { Destination, Content } = body as {
    Destination: { ToAddresses: string[] };
    Content: { Simple: { Subject: Content; Body: { Text: Content; Html?: Content } } };
  };
  const { Subject, Body } = Content.Simple;
  const { ToAddresses } = Destination;
  refuseIf(ToAddresses.length === 0 || ToAddresses.length > 50, 'BadRequestException');
  refuseIf(!ToAddresses.every((to) => /^(?:[^<>@\s]+|[^<>]*<[^<>@\s]+)@[^<>@\s]+>?$/.test(to)), 'BadRequestException');
  refuseIf(
    ![Subject, Body.Text, ...(Body.Html === undefined ? [] : [Body.Html])].every(isReadable),
    'BadRequestException',
  );
  refuseIf(/[\r\n]/.test(Subject.Data), 'BadRequestException');
  mails.push({ to: ToAddresses[0]!, text: Body.Text.Data });
  return { MessageId: `mail${mails.length}` };
}

const base64 = (bytes: Buffer) => bytes.toString('base64');
const contextOf = ({ EncryptionContext = {} }: Json) =>
  JSON.stringify(Object.entries(EncryptionContext as Record<string, string>).sort());

/** A data key is wrapped as its own text: the key and the encryption context, both of which unwrapping must repeat. */
export function kms(): Answers {
  const pairs = new Map<string, { readonly privateKey: KeyObject; readonly publicKey: KeyObject }>();
  const pairOf = ({ KeyId }: Json) => {
    const pair = pairs.get(KeyId as string) ?? generateKeyPairSync('ec', { namedCurve: 'P-256' });
    pairs.set(KeyId as string, pair);
    return pair;
  };
  const plainOf = (body: Json) => createHash('sha256').update(contextOf(body)).digest();
  return {
    'TrentService.GenerateDataKey': (body) => {
      // One of KeySpec and NumberOfBytes is needed, and not both.
      refuseIf(body.KeySpec !== 'AES_256' || body.NumberOfBytes !== undefined, 'ValidationException');
      const wrapped = JSON.stringify([body.KeyId, contextOf(body)]);
      return { Plaintext: base64(plainOf(body)), CiphertextBlob: base64(Buffer.from(wrapped)), KeyId: body.KeyId };
    },
    'TrentService.Decrypt': (body) => {
      const [key, context] = JSON.parse(Buffer.from(body.CiphertextBlob as string, 'base64').toString());
      refuseIf(body.KeyId !== undefined && body.KeyId !== key, 'IncorrectKeyException');
      refuseIf(context !== contextOf(body), 'InvalidCiphertextException');
      return { Plaintext: base64(plainOf(body)), KeyId: key };
    },
    'TrentService.GetPublicKey': (body) => ({
      PublicKey: base64(pairOf(body).publicKey.export({ format: 'der', type: 'spki' })),
    }),
    'TrentService.Sign': (body) => {
      const message = Buffer.from(body.Message as string, 'base64');
      const isDigest = body.MessageType === 'DIGEST';
      refuseIf(body.SigningAlgorithm !== 'ECDSA_SHA_256', 'InvalidKeyUsageException');
      refuseIf(isDigest || message.length === 0 || message.length > 4096, 'ValidationException');
      return { Signature: base64(createSign('sha256').update(message).sign(pairOf(body).privateKey)) };
    },
  };
}

/** By name. The same start again, while it is running, is answered as the first one. */
export function stateMachine(executions: Map<string, Json>): Answers {
  const nameOf = (arn: unknown) => String(arn).split(':').at(-1)!;
  return {
    'AWSStepFunctions.StartExecution': ({ name, input }) => {
      const started = executions.get(name as string);
      const wanted = JSON.parse(input as string) as Json;
      refuseIf(!/^[\w-]{1,80}$/.test(name as string), 'InvalidName');
      refuseIf(Buffer.byteLength(input as string) > 256 * 1024, 'InvalidExecutionInput');
      const isSame = JSON.stringify(started) === JSON.stringify(wanted);
      refuseIf(started !== undefined && !isSame, 'ExecutionAlreadyExists');
      executions.set(name as string, wanted);
      return { executionArn: name, startDate: 1 };
    },
    'AWSStepFunctions.DescribeExecution': ({ executionArn }) => {
      refuseIf(!executions.has(nameOf(executionArn)), 'ExecutionDoesNotExist');
      return { executionArn, status: 'RUNNING', startDate: 1 };
    },
  };
}

/** `<id>` is the current value, and `<id> AWSPREVIOUS` the one before, if there is one. */
export function secretsManager(secrets: Record<string, string>): Answers {
  return {
    'secretsmanager.GetSecretValue': ({ SecretId, VersionStage = 'AWSCURRENT' }) => {
      const SecretString =
        secrets[VersionStage === 'AWSCURRENT' ? (SecretId as string) : `${SecretId} ${VersionStage}`];
      refuseIf(SecretString === undefined, 'ResourceNotFoundException');
      return { SecretString };
    },
    'secretsmanager.PutSecretValue': ({ SecretId, SecretString }) => {
      const before = secrets[SecretId as string];
      refuseIf(before === undefined, 'ResourceNotFoundException');
      secrets[`${SecretId} AWSPREVIOUS`] = before!;
      secrets[SecretId as string] = SecretString as string;
      return {};
    },
  };
}
