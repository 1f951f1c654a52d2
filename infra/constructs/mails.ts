/** Mails to operators use one configuration set, which counts mails that do not arrive, and with a canary those that do. */
import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Config } from '../config';

const DIMENSION = 'ses:configuration-set';

export class Mails extends Construct {
  readonly set: ses.ConfigurationSet;

  constructor(scope: Construct, id: string, { canaryMinutes }: Pick<Config, 'canaryMinutes'>) {
    super(scope, id);
    this.set = new ses.ConfigurationSet(this, 'Set', {
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      // SES stops sending to an address that bounced permanently or complained.
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.set.addEventDestination('Counted', {
      events: [
        // Each run of the canary sends one mail to the simulator of SES, so an alarm can miss them.
        ...(canaryMinutes === null ? [] : [ses.EmailSendingEvent.DELIVERY]),
        ses.EmailSendingEvent.BOUNCE,
        ses.EmailSendingEvent.COMPLAINT,
        ses.EmailSendingEvent.REJECT,
        ses.EmailSendingEvent.RENDERING_FAILURE,
      ],
      destination: ses.EventDestination.cloudWatchDimensions([
        { source: ses.CloudWatchDimensionSource.MESSAGE_TAG, name: DIMENSION, defaultValue: 'none' },
      ]),
    });
  }

  metric(event: 'Bounce' | 'Complaint' | 'Reject' | 'Delivery'): cloudwatch.Metric {
    return new cloudwatch.Metric({
      namespace: 'AWS/SES',
      metricName: event,
      statistic: 'Sum',
      period: Duration.minutes(5),
      dimensionsMap: { [DIMENSION]: this.set.configurationSetName },
    });
  }
}
