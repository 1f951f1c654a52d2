/**
 * CloudWatch’s alarms, as its user guide defines them: each alarm of the template is evaluated over periods of metrics that a test
 * gives for each minute, and publishes when its state changes.
 */
import { plain, type Resource, resourcesOf, type Template } from './stack';

/** What happened in each minute, by metric: `Errors of FunctionsCanaryFunction`, or the message of a log line. */
export type World = (metric: string, minute: number) => number | undefined;

export interface Published {
  readonly minute: number;
  readonly topic: 'page' | 'ticket';
  readonly alarm: string;
  readonly state: State;
}
type State = 'ALARM' | 'OK' | 'INSUFFICIENT_DATA';

export const named = (value: unknown): string => plain(value).replace(/[0-9A-F]{8}$/, '');
export const alarmNameOf = (id: string): string => id.replace(/^Alarms|[0-9A-F]{8}$/g, '');

/** What the alarms publish while the world runs for `minutes`, in the order of time. They are made in minute 0. */
export function play(template: Template, world: World, minutes: number): Published[] {
  const all = resourcesOf(template);
  const alarms = all.filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm');
  return alarms
    .flatMap(([id, { Properties }]) =>
      published(alarmNameOf(id), Properties, valuesOf(all, Properties, world), minutes),
    )
    .sort((a, b) => a.minute - b.minute);
}

const ACTIONS: Readonly<Record<State, string>> = {
  ALARM: 'AlarmActions',
  OK: 'OKActions',
  INSUFFICIENT_DATA: 'InsufficientDataActions',
};

type Properties = Resource['Properties'];
/** The value of the alarm’s metric or expression in the period that ends at this minute. */
type Values = (endMinute: number) => number | undefined;

function published(alarm: string, properties: Properties, valueAt: Values, minutes: number): Published[] {
  const length = periodOf(properties) / 60;
  const looked: (number | undefined)[] = [];
  const told: Published[] = [];
  let state: State = 'INSUFFICIENT_DATA';
  for (let minute = length; minute <= minutes; minute += length) {
    looked.push(valueAt(minute));
    const next = stateOf(properties, looked.slice(-properties.EvaluationPeriods));
    if (next === state) continue;
    state = next;
    for (const topic of properties[ACTIONS[next]] ?? [])
      told.push({ minute, topic: named(topic) === 'AlarmsPage' ? 'page' : 'ticket', alarm, state });
  }
  return told;
}

function stateOf(properties: Properties, looked: readonly (number | undefined)[]): State {
  const { Threshold, ComparisonOperator, TreatMissingData, EvaluationPeriods, DatapointsToAlarm } = properties;
  if (TreatMissingData === 'missing' && looked.every((value) => value === undefined)) return 'INSUFFICIENT_DATA';
  const isBreaching = (value: number | undefined) => {
    if (value === undefined) return false;
    return ComparisonOperator === 'LessThanThreshold' ? value < Threshold : value >= Threshold;
  };
  return looked.filter(isBreaching).length >= (DatapointsToAlarm ?? EvaluationPeriods) ? 'ALARM' : 'OK';
}

function periodOf({ Period, Metrics }: Properties): number {
  return Period ?? Metrics.find((each: Properties) => each.MetricStat !== undefined).MetricStat.Period;
}

function valuesOf(all: readonly [string, Resource][], alarm: Properties, world: World): Values {
  if (alarm.Metrics === undefined) return statisticOf(all, { ...alarm, Stat: statOf(alarm) }, world);
  const [{ Expression }] = alarm.Metrics.filter((each: Properties) => each.Expression !== undefined);
  const parts = alarm.Metrics.flatMap(({ Id, MetricStat }: Properties) =>
    MetricStat === undefined ? [] : [[Id, statisticOf(all, { ...MetricStat.Metric, ...MetricStat }, world)] as const],
  ) as (readonly [string, Values])[];
  const calculate = new Function(...Object.keys(METRIC_MATH), ...parts.map(([id]) => id), `return ${Expression}`);
  return (minute) => {
    const value: number = calculate(...Object.values(METRIC_MATH), ...parts.map(([, values]) => values(minute)));
    return Number.isNaN(value) ? undefined : value;
  };
}

/** Metric math of scalars. What has no data has no number. */
const METRIC_MATH = {
  FILL: (value: number | undefined, otherwise: number) => value ?? otherwise,
  IF: (holds: boolean, value: number, otherwise: number) => (holds ? value : otherwise),
  SERVICE_QUOTA: () => 1000,
};

const statOf = ({ Statistic, ExtendedStatistic }: Properties): string => Statistic ?? ExtendedStatistic;

function statisticOf(all: readonly [string, Resource][], metric: Properties, world: World): Values {
  const samples = metric.Stat === 'SampleCount';
  const name = `${metricNameOf(all, metric)}${samples ? ', samples' : ''}`;
  return (endMinute) => {
    const values = Array.from({ length: metric.Period / 60 }, (_, index) => world(name, endMinute - 1 - index)).filter(
      (value) => value !== undefined,
    );
    if (values.length === 0) return undefined;
    return samples || metric.Stat === 'Sum' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  };
}

/** The dimensions that name what is watched. */
const RESOURCES = /^(ApiId|TableName|QueueName|FunctionName|StateMachineArn|EventSourceMappingUUID|Resource|ses:.*)$/;

function metricNameOf(all: readonly [string, Resource][], { MetricName, Dimensions = [] }: Properties): string {
  const filter = all.find(([, { Type, Properties }]) => {
    return Type === 'AWS::Logs::MetricFilter' && Properties.MetricTransformations[0].MetricName === MetricName;
  });
  if (filter !== undefined) {
    const { FilterPattern } = filter[1].Properties;
    return /\$\.message = "([^"]+)"/.exec(FilterPattern)?.[1] ?? FilterPattern;
  }
  const of = (Dimensions as { Name: string; Value: object }[]).find(({ Name }) => RESOURCES.test(Name));
  if (of === undefined) return MetricName;
  return `${MetricName} of ${of.Name === 'EventSourceMappingUUID' ? 'the stream' : named(of.Value)}`;
}
