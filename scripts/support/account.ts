/**
 * What only the account can say about a region: before the first deployment (`npm run check-account`), and before a standby that
 * waited frozen for months takes over.
 */
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Config } from '../../infra/config';
import { SHAPES } from '../../infra/constructs/function-shapes';

/** What a region needs before it can serve callers. */
export interface Readiness {
  readonly facts: readonly string[];
  /** Why this region cannot serve callers. */
  readonly problems: readonly string[];
}

/** Where the credentials and the region of this process lead. */
export interface Place {
  readonly account: string;
  readonly region: string;
}

export async function placeHere(): Promise<Place> {
  const sts = new STSClient({});
  const { Account } = await sts.send(new GetCallerIdentityCommand({}));
  return { account: Account!, region: await sts.config.region() };
}

/** Whether these are the account and the region of the file. */
export const misplaced = (here: Place, file: Place, path: string): string[] =>
  (['account', 'region'] as const).flatMap((name) =>
    here[name] === file[name] ? [] : [`The ${name} is ${here[name]}, and ${path} names ${file[name]}.`],
  );

/** Lambda keeps this much of an account's concurrency for functions that reserve none. */
const UNRESERVED = 100;
const RESERVED = Object.values(SHAPES).reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);

export async function readinessOf(
  config: Pick<Config, 'mailFrom' | 'region' | 'reserveConcurrency'>,
): Promise<Readiness> {
  const { mailFrom, region, reserveConcurrency } = config;
  const ses = new SESv2Client({});
  const { ProductionAccessEnabled, SendingEnabled, SendQuota } = await ses.send(new GetAccountCommand({}));
  const { AccountLimit } = await new LambdaClient({}).send(new GetAccountSettingsCommand({}));
  const concurrency = AccountLimit?.ConcurrentExecutions ?? 0;
  const needed = reserveConcurrency ? RESERVED + UNRESERVED : 1;
  return {
    facts: [
      `SES in ${region}: ${SendQuota?.Max24HourSend ?? 0} mails a day, ${SendQuota?.MaxSendRate ?? 0} a second. Lambda: ${concurrency} functions at a time.`,
    ],
    problems: [
      ...(ProductionAccessEnabled === true ? [] : [`SES is in its sandbox in ${region}: operators get no codes.`]),
      ...(SendingEnabled === true ? [] : [`SES does not send in ${region}: sending is paused.`]),
      ...((await isVerified(ses, mailFrom)) ? [] : [`No verified identity of SES in ${region} covers ${mailFrom}.`]),
      ...(concurrency >= needed
        ? []
        : [`Lambda runs ${concurrency} functions at a time in ${region}, and "reserveConcurrency" needs ${needed}.`]),
    ],
  };
}

/** The address itself, its domain, or a domain above it. */
async function isVerified(ses: SESv2Client, mailFrom: string): Promise<boolean> {
  const labels = mailFrom.split('@')[1]!.split('.');
  const domains = labels.slice(0, -1).map((_, n) => labels.slice(n).join('.'));
  for (const EmailIdentity of [mailFrom, ...domains]) {
    try {
      const { VerifiedForSendingStatus } = await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
      if (VerifiedForSendingStatus === true) return true;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'NotFoundException') throw error;
    }
  }
  return false;
}
