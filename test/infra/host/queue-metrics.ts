/** The metrics of a queue with dead letters, as the developer guide of SQS defines them, for a consumer and its messages. */
import { QUEUES, type QueueName } from '../../../src/adapters/sqs/queue-table';

export interface Consumer {
  /** The seconds at which messages are sent. */
  readonly sent: readonly number[];
  /** Whether a receive at this second fails, of a message that was sent at that second. */
  readonly fails?: (second: number, sent: number) => boolean;
  /** Whether anybody receives at this second. */
  readonly polls?: (second: number) => boolean;
}

interface Minute {
  received: number;
  deleted: number;
  /** Of messages that were received less than three times. */
  age: number;
  dead: number;
}

/**
 * From its third receive on, a standard queue leaves a message out of the age of its oldest one, also where it has dead letters. A
 * FIFO queue keeps the order, so its failed message stays the oldest.
 */
const LEFT_OUT_FROM = 3;

export function queueMetrics(name: QueueName, { sent, fails = never, polls = always }: Consumer, minutes: number) {
  const { visibilitySeconds, maxReceives, fifo } = QUEUES[name];
  const told = Array.from({ length: minutes }, (): Minute => ({ received: 0, deleted: 0, age: 0, dead: 0 }));
  const each = (fromSecond: number, untilSecond: number, tell: (minute: Minute, endSecond: number) => void) => {
    for (let index = Math.floor(fromSecond / 60); index < minutes && index * 60 < untilSecond; index++)
      tell(told[index]!, Math.min(untilSecond, (index + 1) * 60));
  };
  for (const at of sent) {
    let second = at;
    let receives = 0;
    let leftOutAt = Infinity;
    let isDeleted = false;
    while (receives < maxReceives && second < minutes * 60 && !isDeleted) {
      if (!polls(second)) {
        second += 1;
        continue;
      }
      receives += 1;
      if (receives === LEFT_OUT_FROM && !fifo) leftOutAt = second;
      each(second, second + 1, (minute) => void minute.received++);
      isDeleted = !fails(second, at);
      if (isDeleted) each(second, second + 1, (minute) => void minute.deleted++);
      else second += visibilitySeconds;
    }
    each(at, Math.min(leftOutAt, isDeleted ? second : Infinity, second), (minute, end) => {
      minute.age = Math.max(minute.age, end - at);
    });
    if (!isDeleted && receives === maxReceives) each(second, Infinity, (minute) => void minute.dead++);
  }
  return told;
}

const never = () => false;
const always = () => true;
