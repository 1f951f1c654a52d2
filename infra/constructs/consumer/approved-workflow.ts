/**
 * For consumers, in an account of their own: a Step Functions workflow that proposes a request, waits with a task token for
 * its verdict, re-reads the request and compares its operation hash before it goes on (docs/deploy.md#destinations-on-aws).
 *
 *   input                 {"action", "requester", "params", "operation_hash"}
 *   Propose               POST /v1/requests, under the execution's name as Idempotency-Key
 *   WaitForVerdict        stores its task token under the request's id, and waits; the event for the request answers it
 *   Reread                GET /v1/requests/{id}: the event only says when to look
 *   IsAuthorized          outcome `authorized`, and exactly the operation hash of the input. Without an outcome it waits
 *                         again, so a lost event costs a quarter of an hour
 *   RequestExpired, RequestDenied, RequestAborted, OperationDiffers
 *                         fail, with the error of that name
 *
 * Calls of the service are retried on 429, 5xx and lost connections: the Idempotency-Key makes that safe.
 *
 * The caller computes `operation_hash` from the action and params that `next` will run (`operationHash` of the
 * client package), so that nothing that the service answers is taken on trust.
 */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import * as tasks from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';

export interface ApprovedWorkflowProps {
  /** `https://…` of the service. */
  readonly serviceUrl: string;
  /** Sends `Authorization: Bearer …` with an API key that has the scopes `propose` and `read`. */
  readonly connection: events.IConnection;
  /** The bus that is an endpoint of the organization. */
  readonly eventBus: events.IEventBus;
  /** What happens once the request is authorized. Its input has `request` as it was re-read. */
  readonly next: sfn.IChainable;
  /** How long to wait for the event before reading the request again anyway. */
  readonly rereadAfter?: Duration;
}

/** The longest TTL of a request is a day. A token is removed a day after it could last be answered. */
const LONGEST_WAIT = Duration.hours(25);
const TOKEN_LASTS = Duration.days(2);
const RETRIED = [429, 500, 502, 503, 504].map((status) => `States.Http.StatusCode.${status}`);

/** `EVENT_SOURCE` of the service. */
const SOURCE = 'request-authorization-service';
const VERDICTS = ['request.authorized', 'request.denied', 'request.expired', 'request.aborted'];

export class ApprovedWorkflow extends Construct {
  readonly workflow: sfn.StateMachine;
  /** Task tokens by request, until they are answered. */
  readonly tokens: dynamodb.TableV2;

  constructor(scope: Construct, id: string, props: ApprovedWorkflowProps) {
    super(scope, id);
    this.tokens = new dynamodb.TableV2(this, 'Tokens', {
      partitionKey: { name: 'request', type: dynamodb.AttributeType.STRING },
      timeToLiveAttribute: 'ends_at',
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.workflow = new sfn.StateMachine(this, 'Workflow', {
      definitionBody: sfn.DefinitionBody.fromChainable(this.definition(props)),
      stateMachineType: sfn.StateMachineType.STANDARD,
    });
    new events.Rule(this, 'Verdicts', {
      eventBus: props.eventBus,
      eventPattern: { source: [SOURCE], detailType: VERDICTS },
      targets: [
        new targets.SfnStateMachine(this.answering(), { input: events.RuleTargetInput.fromEventPath('$.detail') }),
      ],
    });
  }

  private definition({ serviceUrl, connection, next, rereadAfter = Duration.minutes(15) }: ApprovedWorkflowProps) {
    const propose = new tasks.HttpInvoke(this, 'Propose', {
      apiRoot: serviceUrl,
      apiEndpoint: sfn.TaskInput.fromText('v1/requests'),
      method: sfn.TaskInput.fromText('POST'),
      connection,
      headers: sfn.TaskInput.fromObject({ 'Idempotency-Key': sfn.JsonPath.executionName }),
      body: sfn.TaskInput.fromObject({
        action: sfn.JsonPath.stringAt('$.action'),
        requester: sfn.JsonPath.stringAt('$.requester'),
        params: sfn.JsonPath.objectAt('$.params'),
      }),
      resultSelector: { 'id.$': '$.ResponseBody.request.id' },
      resultPath: '$.proposed',
    });
    const wait = tasks.CallAwsService.jsonata(this, 'WaitForVerdict', {
      service: 'dynamodb',
      action: 'putItem',
      integrationPattern: sfn.IntegrationPattern.WAIT_FOR_TASK_TOKEN,
      parameters: {
        TableName: this.tokens.tableName,
        Item: {
          request: { S: '{% $states.input.proposed.id %}' },
          token: { S: '{% $states.context.Task.Token %}' },
          ends_at: { N: `{% $string($floor($millis() / 1000) + ${TOKEN_LASTS.toSeconds()}) %}` },
        },
      },
      iamResources: [this.tokens.tableArn],
      heartbeatTimeout: sfn.Timeout.duration(rereadAfter),
      taskTimeout: sfn.Timeout.duration(LONGEST_WAIT),
      outputs: UNCHANGED,
    });
    const reread = new tasks.HttpInvoke(this, 'Reread', {
      apiRoot: serviceUrl,
      apiEndpoint: sfn.TaskInput.fromText(
        sfn.JsonPath.format('v1/requests/{}', sfn.JsonPath.stringAt('$.proposed.id')),
      ),
      method: sfn.TaskInput.fromText('GET'),
      connection,
      resultSelector: { 'request.$': '$.ResponseBody.request' },
      resultPath: '$.reread',
    });
    const isAuthorized = sfn.Condition.and(
      sfn.Condition.stringEquals('$.reread.request.outcome', 'authorized'),
      sfn.Condition.stringEqualsJsonPath('$.reread.request.operation_hash', '$.operation_hash'),
    );
    const decide = new sfn.Choice(this, 'IsAuthorized')
      .when(isAuthorized, next)
      .when(sfn.Condition.isNull('$.reread.request.outcome'), wait)
      .when(outcomeIs('expired'), this.fail('RequestExpired', 'The request expired before its quorum was met.'))
      .when(outcomeIs('denied'), this.fail('RequestDenied', 'An operator refused the request.'))
      .when(outcomeIs('aborted'), this.fail('RequestAborted', 'The request was aborted.'))
      .otherwise(this.fail('OperationDiffers', 'The request is not for the operation hash of the input.'));
    // If the event was lost or came before the token was stored, this wait ends and the request is read.
    wait.addCatch(reread, { errors: ['States.HeartbeatTimeout', 'States.Timeout'], outputs: UNCHANGED });
    for (const call of [propose, reread]) {
      call.addRetry({ errors: [...RETRIED, 'States.Http.Socket'], interval: Duration.seconds(2), maxAttempts: 8 });
    }
    return propose.next(wait).next(reread).next(decide);
  }

  private fail(error: string, cause: string): sfn.Fail {
    return new sfn.Fail(this, error, { error, cause });
  }

  /**
   * Finds the workflow that waits for the event's request and wakes it. Ignores an event that no workflow waits for.
   */
  private answering(): sfn.StateMachine {
    const look = new tasks.DynamoGetItem(this, 'WhoWaits', {
      table: this.tokens,
      key: { request: tasks.DynamoAttributeValue.fromString(sfn.JsonPath.stringAt('$.data.request.id')) },
      consistentRead: true,
      resultPath: '$.waits',
    });
    const answer = new tasks.CallAwsService(this, 'Answer', {
      service: 'sfn',
      action: 'sendTaskSuccess',
      parameters: { TaskToken: sfn.JsonPath.stringAt('$.waits.Item.token.S'), Output: '{}' },
      iamAction: 'states:SendTaskSuccess',
      iamResources: [this.workflow.stateMachineArn],
    });
    const nobody = new sfn.Succeed(this, 'Nobody');
    // The event arrived twice, or the wait has ended.
    answer.addCatch(nobody, {
      errors: ['Sfn.TaskTimedOutException', 'Sfn.TaskDoesNotExistException', 'Sfn.InvalidTokenException'],
    });
    const known = new sfn.Choice(this, 'IsKnown')
      .when(sfn.Condition.isPresent('$.waits.Item.token.S'), answer)
      .otherwise(nobody);
    return new sfn.StateMachine(this, 'Answering', {
      definitionBody: sfn.DefinitionBody.fromChainable(look.next(known)),
      stateMachineType: sfn.StateMachineType.STANDARD,
    });
  }
}

/** For a state in JSONata, the language that can compute the expiry of a token. */
const UNCHANGED = '{% $states.input %}';

const outcomeIs = (outcome: string) => sfn.Condition.stringEquals('$.reread.request.outcome', outcome);

/**
 * The principal for the resource policy of a bus or a queue: this deployment may send, but only for this organization.
 */
export function onlyFromOrganization(serviceRoleArn: string, org: string): iam.PrincipalBase {
  return new iam.ArnPrincipal(serviceRoleArn).withConditions({ StringEquals: { 'aws:PrincipalTag/org': org } });
}
