/** `existingTables` in the deployment's configuration: with it, the next deployment uses the restored tables. */
import { readFileSync, writeFileSync } from 'node:fs';
import { checkedConfig } from '../../infra/config';

export interface ExistingTables {
  readonly main: string;
  readonly mainStreamArn: string;
  readonly transient: string;
}

export function attach(file: string, existingTables: ExistingTables): void {
  const config = { ...(JSON.parse(readFileSync(file, 'utf8')) as object), existingTables };
  checkedConfig(config, { allowPlaceholders: true });
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`);
}
