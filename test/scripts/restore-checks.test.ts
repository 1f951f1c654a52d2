/** What the commands check before they change anything (docs/deploy.md#backup-and-restore). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { problemsBefore } from '../../scripts/restore/checks';
import { cancelRestore, STEPS } from '../../scripts/restore/steps';
import { readinessOf } from '../../scripts/support/account';
import { aFolder } from '../support/folder';

const FROM = new Date('2026-01-01T00:00:00Z');
const TO = new Date('2026-02-05T00:00:00Z');
const DEV = readFileSync(join(__dirname, '../../deployments/dev.json'), 'utf8');
const { account, region } = JSON.parse(DEV) as { account: string; region: string };
const named = (name: string) => Object.assign(new Error(name), { name });

describe('before a restore closes anything', () => {
  const folder = aFolder();
  const config = join(folder, 'dev.json');
  const warned: string[] = [];
  beforeAll(() => writeFileSync(config, DEV));
  beforeEach(() => {
    warned.length = 0;
  });

  type Window = { readonly EarliestRestorableDateTime?: Date; readonly LatestRestorableDateTime?: Date };
  const WINDOW: Window = { EarliestRestorableDateTime: FROM, LatestRestorableDateTime: TO };
  const problems = (
    at: Date,
    { place = { account, region }, windows = {} as Record<string, Window | Error>, made = null as Date | null } = {},
  ) => {
    const send = async ({ input }: { input: { TableName: string } }) => {
      if (input.TableName === 'made')
        return made === null ? {} : { Table: { RestoreSummary: { RestoreDateTime: made } } };
      const window = windows[input.TableName] ?? WINDOW;
      if (window instanceof Error) throw window;
      return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: window } };
    };
    const warn = (line: string) => void warned.push(line);
    const plane = { place: async () => place };
    const asked = { at, tables: ['main', 'transient'], target: 'made' };
    return problemsBefore({ client: { send } as never, plane, config, ...asked, warn });
  };
  const shifted = (date: Date, ms: number) => new Date(date.getTime() + ms);

  it.each<[string, Date, boolean]>([
    ['before the oldest instant', shifted(FROM, -1), false],
    ['at the oldest instant', FROM, true],
    ['at the newest instant', TO, true],
    ['after the newest instant', shifted(TO, 1), false],
  ])('the point is inside the windows of both tables: %s', async (_, at, isRight) => {
    const wrong = (table: string) =>
      `${table} can be restored from 2026-01-01T00:00:00.000Z to 2026-02-05T00:00:00.000Z, and not to ${at.toISOString()}.`;
    expect(await problems(at)).toEqual(isRight ? [] : [wrong('main'), wrong('transient')]);
  });

  it('each table has its own window, and needs one', async () => {
    const later = { ...WINDOW, EarliestRestorableDateTime: shifted(FROM, 1) };
    expect(await problems(FROM, { windows: { transient: later } })).toEqual([
      expect.stringMatching(/^transient can be/),
    ]);
    expect(await problems(FROM, { windows: { main: {} } })).toEqual(['main has no point-in-time recovery.']);
  });

  it('a table that an earlier run made is of this point, or another name is needed', async () => {
    expect(await problems(FROM, { made: shifted(FROM, 999) })).toEqual([]);
    expect(await problems(FROM, { made: shifted(FROM, -1000) })).toEqual([
      'made is as it was at 2025-12-31T23:59:59.000Z: name another --suffix, or delete it.',
    ]);
  });

  it('the account and the region are those of the file', async () => {
    const elsewhere = { place: { account: '111122223333', region: 'us-west-2' } };
    expect(await problems(FROM, elsewhere)).toEqual([
      `The account is 111122223333, and ${config} names ${account}.`,
      `The region is us-west-2, and ${config} names ${region}.`,
    ]);
  });

  it('what nobody may look up is only a warning, and any other failure ends the command', async () => {
    const windows = { main: named('AccessDeniedException') };
    expect(await problems(shifted(TO, 1), { windows })).toEqual([expect.stringMatching(/^transient can be/)]);
    expect(warned).toEqual(['not checked: AccessDeniedException']);
    await expect(problems(FROM, { windows: { main: named('TableNotFoundException') } })).rejects.toThrow(
      'TableNotFound',
    );
  });
});

describe('a region that is to serve callers', () => {
  const [ses, lambda] = [mockClient(SESv2Client), mockClient(LambdaClient)];
  const config = { mailFrom: 'keys@mail.acme.io', region: 'eu-west-1', reserveConcurrency: true };
  const answers = ({
    production = true,
    sending = true,
    verified = ['acme.io'],
    pending = [] as string[],
    most = 411,
  }) => {
    ses.reset();
    lambda.reset();
    const SendQuota = { Max24HourSend: 50_000, MaxSendRate: 14 };
    ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: production, SendingEnabled: sending, SendQuota });
    ses.on(GetEmailIdentityCommand).rejects(named('NotFoundException'));
    for (const EmailIdentity of [...verified, ...pending])
      ses
        .on(GetEmailIdentityCommand, { EmailIdentity })
        .resolves({ VerifiedForSendingStatus: verified.includes(EmailIdentity) });
    lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: most } });
    return readinessOf(config);
  };

  it('its mails and its concurrency are told', async () => {
    expect(await answers({})).toEqual({
      facts: ['SES in eu-west-1: 50000 mails a day, 14 a second. Lambda: 411 functions at a time.'],
      problems: [],
    });
  });

  it.each<[string, Parameters<typeof answers>[0], RegExp | null]>([
    ['a verified address', { verified: ['keys@mail.acme.io'] }, null],
    ['a verified domain', { verified: ['mail.acme.io'] }, null],
    ['a verified domain above it, and one that waits', { pending: ['mail.acme.io'] }, null],
    [
      'an identity that waits for its verification',
      { verified: [], pending: ['mail.acme.io'] },
      /^No verified identity/,
    ],
    ['another domain', { verified: ['io', 'other.io'] }, /^No verified identity of SES in eu-west-1 covers keys@/],
    ['the sandbox', { production: false }, /^SES is in its sandbox in eu-west-1/],
    ['sending that is paused', { sending: false }, /^SES does not send in eu-west-1/],
    ['one function too few at a time', { most: 410 }, /^Lambda runs 410 .* needs 411\.$/],
  ])('a region that takes over sends mails and has the concurrency of its file: %s', async (_, given, problem) => {
    expect((await answers(given)).problems).toEqual(problem === null ? [] : [expect.stringMatching(problem)]);
  });

  it('without reserved concurrency, any account is enough', async () => {
    await answers({ most: 10 });
    expect((await readinessOf({ ...config, reserveConcurrency: false })).problems).toEqual([]);
  });
});

it.each([
  [true, [], 'canceled: the deployment stays frozen on main and transient'],
  [false, ['enable', 'open'], 'canceled: callers are served on main and transient'],
])(
  'a canceled restore leaves a standby frozen, because two regions must never decide: frozen %s',
  async (frozen, calls, said) => {
    const folder = aFolder();
    const config = join(folder, 'dev.json');
    writeFileSync(config, JSON.stringify({ ...JSON.parse(DEV), frozen }));
    const called: string[] = [];
    const plane = {
      enable: async () => void called.push('enable'),
      open: async () => void called.push('open'),
    } as never;
    const source = { main: 'main', transient: 'transient', heads: 'heads', dataKey: 'key' };
    const journalOf = (done: Record<string, string>) => {
      return { record: { at: '', suffix: 's', source, done }, add: () => undefined, forget: () => undefined };
    };
    const attached = cancelRestore({ plane, journal: journalOf({ tables: '', attach: '' }), config });
    await expect(attached).rejects.toThrow('names the restored tables already: run the command without --cancel');
    expect(called).toEqual([]);
    expect(await cancelRestore({ plane, journal: journalOf({}), config })).toBe(said);
    expect(called).toEqual(calls);
    const made = `${said}; delete main-s and transient-s`;
    expect(await cancelRestore({ plane, journal: journalOf({ tables: '' }), config })).toBe(made);
  },
);

it('docs/deploy.md says what each step of a restore does, in their order', () => {
  const text = readFileSync(join(__dirname, '../../docs/deploy.md'), 'utf8');
  const [, rows] = text.split('| step | what it does | users notice |\n|---|---|---|\n');
  const named = rows!.split('\n\n')[0]!.split('\n');
  expect(named.map((row) => row.split(' ')[1])).toEqual(STEPS.map(({ name }) => name));
});
