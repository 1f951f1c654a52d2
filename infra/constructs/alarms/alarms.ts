/** Every alarm, each with its entry in docs/runbook.md, and the dashboard. */
import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Config } from '../../config';
import type { Mails } from '../mails';
import { AlarmSet, type Urgency } from './alarm-set';
import { alarmsOfAudit, alarmsOfHeadsReplica } from './audit';
import { alarmsOfQueues, alarmsOfStream, alarmsOfSweep } from './backlog';
import { alarmsOfApi, alarmsOfClocks, alarmsOfTables } from './callers';
import { alarmsOfCanary } from './canary';
import { addDashboard, type Watched } from './dashboard';
import { alarmsOfDeliveries, alarmsOfMails } from './deliveries';
import { alarmsOfFunctions } from './functions';
import { alarmsOfObjectives, graphsOfCustomers } from './objectives';

export interface AlarmsProps extends Watched {
  readonly config: Config;
  readonly mails: Mails;
  readonly heads: s3.IBucket;
}

export class Alarms extends Construct {
  /** Where each alarm publishes by itself. */
  readonly topics: Readonly<Record<Urgency, sns.ITopic>>;
  /** Alarms that a bad release of the API or the console would trigger. They roll the release back. */
  readonly ofRelease: readonly cloudwatch.Alarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const set = new AlarmSet(this, props.config);
    this.topics = set.topics;
    const ofApi = alarmsOfApi(set, props);
    alarmsOfTables(set, props);
    alarmsOfClocks(set, props);
    alarmsOfQueues(set, props);
    alarmsOfStream(set, props);
    alarmsOfSweep(set, props);
    alarmsOfDeliveries(set, props);
    alarmsOfMails(set, props);
    alarmsOfAudit(set, props);
    alarmsOfHeadsReplica(set, props);
    alarmsOfCanary(set, props);
    alarmsOfObjectives(set, props);
    this.ofRelease = [...ofApi, ...alarmsOfFunctions(set, props)];
    if (props.config.dashboard) addDashboard(this, props, set.made, graphsOfCustomers(props));
  }
}
