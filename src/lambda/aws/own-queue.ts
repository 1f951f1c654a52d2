import type { Queue } from '../../app/ports';

/**
 * The queue in front of a function, to which it leaves what a direct call could not do. Loaded with the client on first
 * use, because hardly any call sends something.
 */
export function ownQueue<Body>(name: 'eventsQueue' | 'noticesQueue' | 'auditQueue'): Queue<Body> {
  return {
    send(messages) {
      const queues = require('./queues') as typeof import('./queues');
      return (queues[name]() as Queue<Body>).send(messages);
    },
  };
}
