/** Puts the click-through demo together: its worker, and its pages. */
import { createClient } from '../../client';
import { builtPage } from '../console-files';
import type { Demo } from '../demo';
import type { DataDirectory } from '../platform/data-directory';
import { type ClickThrough, createClickThrough } from './routes';
import { openDemoWorker } from './worker';

export interface DemoPagesOptions
  extends Pick<ClickThrough, 'mailbox' | 'chatPosts' | 'activity' | 'signInUrl' | 'openSession'> {
  readonly baseUrl: string;
  readonly demo: Demo;
  readonly directory: DataDirectory;
}

export function openDemoPages({ baseUrl, demo, directory, ...deps }: DemoPagesOptions) {
  const clientOf = (apiKey: string) => createClient({ baseUrl, apiKey });
  const worker = openDemoWorker(directory, clientOf(demo.keys.worker));
  const client = clientOf(demo.keys.proposer);
  return {
    handle: createClickThrough({ ...deps, client, worker, consolePage: builtPage }),
    stop: () => worker.stop(),
  };
}
