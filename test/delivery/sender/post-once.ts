/** Run as a process of its own, as only that sees its environment as Node does: one post, its outcome on stdout. */
import { createWebhookSender } from '../../../src/adapters/webhook-sender';
import { aPost, onLoopback } from './support';

const sender = createWebhookSender({
  allowLoopback: false,
  resolve: async () => ['93.184.215.14'],
  dial: onLoopback(Number(process.argv[2])),
});

void sender.post(aPost('https://hooks.customer.com/hook')).then((outcome) => {
  process.stdout.write(JSON.stringify(outcome));
  sender.close();
});
