/** Makes one post and prints the outcome. It runs in its own process, because Node reads the environment at its start. */
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
