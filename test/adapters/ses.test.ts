/** Mail by SES: what is sent, and when it is certain that nothing was sent. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { createSesClient, createSesMailer } from '../../src/adapters/mail/ses';
import { MailNotSent } from '../../src/service/notice/ports';
import { aMail } from '../support/mail-text';
import { lost } from './answers';

const MAIL = {
  to: { email: 'bravo@acme.dev', name: 'Bravo' },
  mail: aMail('Approve Größe?', 'Your code is 1234 5678.'),
  requestId: 'req_acdcf8070763c1a1072b22d3',
} as unknown as Parameters<ReturnType<typeof createSesMailer>['send']>[0];

const NOON = Date.UTC(2026, 10, 20, 12);

const refusal = (name: string, httpStatusCode: number | undefined) =>
  new SESv2ServiceException({
    name,
    $fault: 'client',
    message: `${name}: "Your code is 1234 5678."`,
    $metadata: { httpStatusCode },
  });

describe('a mail by SES', () => {
  const ses = mockClient(SESv2Client);
  const client = new SESv2Client({ region: 'eu-central-1' });
  const mailer = createSesMailer({ client, from: 'codes@acme.dev', configurationSet: 'codes' });
  beforeEach(() => ses.reset());
  afterAll(() => ses.restore());

  test('a mail goes to one operator, as HTML and plain text, with the id of its request', async () => {
    ses.on(SendEmailCommand).resolves({});
    await mailer.send(MAIL, NOON);
    const [call] = ses.commandCalls(SendEmailCommand);
    expect(call!.args[0].input).toEqual({
      FromEmailAddress: 'codes@acme.dev',
      Destination: { ToAddresses: ['bravo@acme.dev'] },
      ConfigurationSetName: 'codes',
      Content: {
        Simple: {
          Subject: { Data: 'Approve Größe?', Charset: 'UTF-8' },
          Body: {
            Html: { Data: expect.stringMatching(/^<!doctype html>[\s\S]*Your code is 1234 5678\./), Charset: 'UTF-8' },
            Text: { Data: expect.stringMatching(/^Acme\n\nYour code is 1234 5678\./), Charset: 'UTF-8' },
          },
          Headers: [{ Name: 'X-Request-Id', Value: MAIL.requestId }],
        },
      },
    });
  });

  test('no mail is sent to the reserved domain without addresses', async () => {
    ses.on(SendEmailCommand).resolves({});
    for (const email of ['canary@canary.invalid', 'nobody@INVALID'])
      await mailer.send({ ...MAIL, to: { ...MAIL.to, email } }, NOON);
    expect(ses.commandCalls(SendEmailCommand)).toEqual([]);
    await mailer.send({ ...MAIL, to: { ...MAIL.to, email: 'nobody@invalid.acme.dev' } }, NOON);
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
  });

  test('a mail about several requests, or about none, has no request id', async () => {
    ses.on(SendEmailCommand).resolves({});
    const { requestId: _, ...combined } = MAIL;
    await mailer.sendCombinedMail(combined, NOON);
    await mailer.send({ ...MAIL, requestId: null }, NOON);
    const inputs = ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input);
    for (const { Destination, Content } of inputs) {
      expect(Destination).toEqual({ ToAddresses: ['bravo@acme.dev'] });
      expect(Content!.Simple).not.toHaveProperty('Headers');
    }
    expect(inputs).toHaveLength(2);
  });

  test('a mail names no configuration set if there is none', async () => {
    ses.on(SendEmailCommand).resolves({});
    await createSesMailer({ client, from: 'codes@acme.dev' }).send(MAIL, NOON);
    expect(ses.commandCalls(SendEmailCommand)[0]!.args[0].input).not.toHaveProperty('ConfigurationSetName');
  });

  test.each([
    ['MessageRejected', 400],
    ['ExpiredTokenException', 403],
    ['TooManyRequestsException', 429],
    ['AtTheLimit', 499],
  ])('a mail was certainly not sent if SES refuses it: %s, %i', async (name, status) => {
    ses.on(SendEmailCommand).rejects(refusal(name, status));
    const failed = await mailer.send(MAIL, NOON).catch((error) => error);
    expect(failed).toBeInstanceOf(MailNotSent);
    expect(failed.message).toContain(name);
    // The part of a mail that SES quotes can contain its code.
    expect(failed.message).not.toContain('1234');
  });

  test.each([
    ['500', refusal('InternalFailure', 500)],
    ['503', refusal('ServiceUnavailable', 503)],
    ['504', refusal('GatewayTimeout', 504)],
    ['an answer without a status', refusal('Unknown', undefined)],
    ['no answer', lost()],
  ])('a mail may have been sent after %s, and never counts as not sent', async (_, error) => {
    ses.on(SendEmailCommand).rejects(error);
    const failed = await mailer.send(MAIL, NOON).catch((thrown) => thrown);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(MailNotSent);
  });
});

describe('the client of SES', () => {
  let server: Server;
  let asked = 0;
  let answer: 'hangs up' | 503 = 503;
  const before = { ...process.env };
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked++;
      if (answer === 'hangs up') return void request.socket.destroy();
      request.resume().on('end', () => response.writeHead(answer as number).end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    Object.assign(process.env, {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  });
  afterAll(async () => {
    process.env = before;
    await new Promise((resolve) => server.close(resolve));
  });

  test.each(['hangs up', 503] as const)(
    'a mail is sent once if SES %s, because a second attempt would be a second mail',
    async (how) => {
      answer = how;
      asked = 0;
      const client = createSesClient();
      await expect(createSesMailer({ client, from: 'codes@acme.dev' }).send(MAIL, NOON)).rejects.toThrow();
      client.destroy();
      expect(asked).toBe(1);
    },
  );
});
