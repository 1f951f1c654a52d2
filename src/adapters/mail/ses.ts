/** Messages to operators by Amazon SES (docs/design.md#console). */
import { SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type Mailer, MailNotSent } from '../../app/ports';

export interface SesOptions {
  readonly client: SESv2Client;
  /** A verified identity. */
  readonly from: string;
  readonly configurationSet?: string;
}

/** A second send of a mail whose answer was lost would be a second mail: the SDK must not retry. */
export function createSesClient(): SESv2Client {
  return new SESv2Client({ maxAttempts: 1 });
}

export function createSesMailer({ client, from, configurationSet }: SesOptions): Mailer {
  return {
    async send({ to, subject, text, requestId }) {
      const command = new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to.email] },
        ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
        Content: {
          Simple: {
            Subject: { Data: subject, Charset: 'UTF-8' },
            Body: { Text: { Data: text, Charset: 'UTF-8' } },
            // Keeps the messages of one request together, and a stranger's header out: the id is ours.
            Headers: [{ Name: 'X-Request-Id', Value: requestId }],
          },
        },
      });
      try {
        await client.send(command);
      } catch (error) {
        // An answer that refuses is proof that nothing was sent; a lost answer is not.
        if (
          error instanceof SESv2ServiceException &&
          error.$metadata.httpStatusCode !== undefined &&
          error.$metadata.httpStatusCode < 500
        ) {
          throw new MailNotSent(`SES refused: ${error.name}`);
        }
        throw error;
      }
    },
  };
}
