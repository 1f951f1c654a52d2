import { PUSH_HOSTS, type PushHosts } from '../../service/push/rules/hosts';
import { readEnv } from '../env';

/** The push services of the browsers, and those that the deployment adds. */
export function pushHosts(): PushHosts {
  const added = readEnv(['pushHosts']).pushHosts.split(',').filter(Boolean);
  return { hosts: [...PUSH_HOSTS, ...added], allowLoopback: false };
}
