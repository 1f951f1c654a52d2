/** The sizes and limits of the functions. */
import { HOLDING_INSTANCES, WATCHING_INSTANCES } from '../../src/service/delivery/rules/hold-limits';
import type { CanaryFunctionName, FunctionName } from './function-names';
import type { ServiceFunctionProps } from './service-function';

type Shape = Omit<ServiceFunctionProps, 'config' | 'environment'>;

/**
 * CPU is proportional to memory (1,769 MB are one vCPU), and nothing here needs more than a few MiB. Starting and TLS
 * need the CPU. People and programs wait for api and console, so those get more than half a vCPU. Functions behind
 * queues wait for the network most of the time, and get enough for a cold start of less than a second. Every function
 * that a queue calls ends within 30 s, a sixth of the queue's visibility.
 */
export const SHAPES: Readonly<Record<FunctionName | CanaryFunctionName, Shape>> = {
  api: { entry: 'api', memoryMb: 1024, timeoutSeconds: 10, description: 'API /v1' },
  console: { entry: 'console', memoryMb: 1024, timeoutSeconds: 10, description: 'API /api' },
  // It waits for most of its time, and a tenth of a vCPU is enough for that. Its concurrency is reserved: held answers
  // take at most four fifths of it, and none of the API's (src/service/delivery/rules/hold-limits.ts).
  feed: {
    entry: 'feed',
    memoryMb: 256,
    timeoutSeconds: 29,
    reservedConcurrency: HOLDING_INSTANCES,
    description: 'GET /v1/events, which may wait for 20 s',
  },
  // Like the feed. A call that finds no instance is repeated 15 s later, so no instances must stay free.
  watch: {
    entry: 'watch',
    memoryMb: 256,
    timeoutSeconds: 29,
    reservedConcurrency: WATCHING_INSTANCES,
    description: 'GET /api/watch, which may wait for 20 s',
  },
  // A batch of a hundred records is handled in parallel, and costs one request to each queue.
  dispatch: {
    entry: 'dispatch',
    memoryMb: 512,
    timeoutSeconds: 30,
    description: 'stream: hands over deliveries, messages and audit entries',
  },
  // Ten attempts of either queue in parallel, each with a TLS handshake and then a wait of up to 10 s.
  deliver: {
    entry: 'deliver',
    memoryMb: 512,
    timeoutSeconds: 30,
    description: 'first and hourly attempts of deliveries',
  },
  // One attempt at a time. Reserved, so that receivers that are all down do not take the API's concurrency.
  deliverTry: {
    entry: 'deliver-try',
    memoryMb: 256,
    timeoutSeconds: 30,
    reservedConcurrency: 100,
    description: 'the retry loop',
  },
  timer: { entry: 'timer', memoryMb: 512, timeoutSeconds: 30, description: 'fires what has fallen due' },
  // One at a time, because two sweeps would send the same timers twice. It ends before the next one starts.
  sweep: {
    entry: 'sweep',
    memoryMb: 256,
    timeoutSeconds: 55,
    reservedConcurrency: 1,
    description: 'finds what has fallen due',
  },
  // SES accepts 14 messages a second from an account that has not requested more.
  notice: {
    entry: 'notice',
    memoryMb: 256,
    timeoutSeconds: 30,
    reservedConcurrency: 10,
    description: 'messages to operators',
  },
  // FIFO: the number of concurrent calls is the number of organizations with entries to write.
  audit: { entry: 'audit', memoryMb: 256, timeoutSeconds: 30, description: 'the audit chains' },
  canary: { entry: 'canary', memoryMb: 256, timeoutSeconds: 55, description: 'one request, from outside' },
  canarySetUp: { entry: 'canary-set-up', memoryMb: 256, timeoutSeconds: 30, description: 'makes the canary' },
  receiver: { entry: 'receiver', memoryMb: 256, timeoutSeconds: 10, description: 'keeps the events of the canary' },
  heads: { entry: 'heads', memoryMb: 256, timeoutSeconds: 30, description: 'signs and publishes heads' },
};
