/** Alarms on events that do not reach their receivers and mails that do not reach their operators. */
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Config } from '../../config';
import type { Mails } from '../mails';
import { type AlarmSet, FIVE_MINUTES, said } from './alarm-set';
import { feedOfCanary } from './canary';
import type { Watched } from './dashboard';

export function alarmsOfDeliveries(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { deliver, deliverTry } = functions.all;
  set.alarm('DeliveryFaults', deliver.metricErrors({ period: FIVE_MINUTES }), {
    anchor: 'delivery-faults',
    meaning: 'first attempts fail inside the service',
    threshold: 5,
    urgency: 'page',
  });
  set.alarm('LoopFails', functions.loop.machine.metricFailed({ period: FIVE_MINUTES }), {
    anchor: 'loop-fails',
    meaning: 'a retry loop ended without its delivery',
    threshold: 1,
    urgency: 'ticket',
    about: 'event',
  });
  set.alarm('TryThrottled', deliverTry.metricThrottles({ period: FIVE_MINUTES }), {
    anchor: 'function-throttles',
    meaning: 'the retry loop is throttled',
    threshold: 10,
    urgency: 'ticket',
  });
  // An endpoint that its own organization disabled or deleted is not a failure.
  const failed = logs.FilterPattern.all(
    said('a delivery failed for good'),
    logs.FilterPattern.stringValue('$.reason', '!=', 'endpoint_*'),
  );
  set.alarm('DeliveriesGaveUp', set.logged('DeliveriesGaveUp', [deliver, deliverTry], failed), {
    anchor: 'deliveries-gave-up',
    meaning: 'a delivery failed for good',
    threshold: 1,
    urgency: 'ticket',
    about: 'event',
  });
}

export function alarmsOfMails(
  set: AlarmSet,
  { config, mails }: { readonly config: Config; readonly mails: Mails },
): void {
  const period = feedOfCanary(config);
  if (period !== null)
    set.silence('MailsMissing', mails.metric('Delivery').with({ period }), {
      anchor: 'mails-missing',
      meaning: 'SES delivers no mail: operators are not told',
      urgency: 'page',
    });
  for (const event of ['Bounce', 'Complaint', 'Reject'] as const) {
    set.alarm(`Mail${event}`, mails.metric(event), {
      anchor: 'mails-bounce',
      meaning: 'a mail to an operator did not arrive',
      threshold: 1,
      urgency: 'ticket',
      about: 'event',
    });
  }
}
