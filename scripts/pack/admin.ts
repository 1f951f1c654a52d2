/** The packed administration command: one bundle, with the clients of AWS and the complete search for credentials. */
import { join } from 'node:path';
import { writeLicences } from '../../infra/bundling/licences';
import { oneBundle } from './one-bundle';

export function buildAdmin(out: string): void {
  writeLicences(out, oneBundle('scripts/admin/packaged.ts', join(out, 'index.cjs')));
}
