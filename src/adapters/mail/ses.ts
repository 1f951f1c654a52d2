/** Sends messages to operators with Amazon SES (docs/design.md#console). */
import { type MessageHeader, SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type CombinedMail, type Mailer, MailNotSent } from '../../service/notice/ports';
import { rendered } from './rendered';

export interface SesOptions {
  readonly client: SESv2Client;
  /** An identity that is verified in SES. */
  readonly from: string;
  readonly configurationSet?: string;
}

/** If the answer of a send is lost, a retry would send a second mail, so the SDK must not retry. */
export function createSesClient(): SESv2Client {
  return new SESv2Client({ maxAttempts: 1 });
}

export function createSesMailer(options: SesOptions): Mailer {
  return {
    // Groups the messages about one request. We make the id, so nobody can inject a header.
    send: (message) =>
      sendOnce(
        options,
        message,
        message.requestId === null ? undefined : [{ Name: 'X-Request-Id', Value: message.requestId }],
      ),
    sendCombinedMail: (combined) => sendOnce(options, combined),
  };
}

/**
 * Addresses in the domain `invalid` do not exist (RFC 2606 §2). A mail to one would bounce and count against the
 * sender.
 */
const isNobodys = (email: string): boolean => /[@.]invalid$/i.test(email);

async function sendOnce(
  { client, from, configurationSet }: SesOptions,
  { to, mail }: CombinedMail,
  headers?: MessageHeader[],
): Promise<void> {
  if (isNobodys(to.email)) return;
  const { subject, html, text } = rendered(mail);
  const command = new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to.email] },
    ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
    Content: {
      Simple: {
        Subject: { Data: subject, Charset: 'UTF-8' },
        Body: { Html: { Data: html, Charset: 'UTF-8' }, Text: { Data: text, Charset: 'UTF-8' } },
        ...(headers === undefined ? {} : { Headers: headers }),
      },
    },
  });
  try {
    await client.send(command);
  } catch (error) {
    // A refusal proves that nothing was sent. A lost answer proves nothing.
    if (
      error instanceof SESv2ServiceException &&
      error.$metadata.httpStatusCode !== undefined &&
      error.$metadata.httpStatusCode < 500
    ) {
      throw new MailNotSent(`SES refused: ${error.name}`);
    }
    throw error;
  }
}
