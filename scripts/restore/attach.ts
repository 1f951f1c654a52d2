/** The deployment's file: `existingTables` attaches the restored tables, and `frozen` keeps everything off until the thaw. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Config, checkedConfig } from '../../infra/config';
import { CALLED } from '../../infra/constructs/function-names';
import { SHAPES } from '../../infra/constructs/function-shapes';

const read = (file: string): object => JSON.parse(readFileSync(file, 'utf8')) as object;

function write(file: string, config: object): void {
  checkedConfig(config, { allowPlaceholders: true });
  // The file is either old or new, and never incomplete, even if the command is killed.
  writeFileSync(`${file}.next`, `${JSON.stringify(config, null, 2)}\n`);
  renameSync(`${file}.next`, file);
}

export const readDeployment = (file: string): Config => checkedConfig(read(file), { allowPlaceholders: true });

export function attach(file: string, existingTables: NonNullable<Config['existingTables']>): void {
  write(file, { ...read(file), existingTables, frozen: true });
}

/** The next deployment claims the host name. */
export function aliased(file: string): void {
  const { domain, ...config } = read(file) as { domain: object };
  write(file, { ...config, domain: { ...domain, alias: true } });
}

/** The next deployment starts everything again. */
export function thawed(file: string): void {
  const { frozen: _frozen, ...config } = read(file) as { frozen?: boolean };
  write(file, config);
}

/** The concurrency of each function that callers reach, as the templates of this configuration give it. */
export function reservedOf({ reserveConcurrency }: Config): Readonly<Record<string, number | null>> {
  const of = (name: keyof typeof SHAPES) => (reserveConcurrency ? (SHAPES[name].reservedConcurrency ?? null) : null);
  return Object.fromEntries(CALLED.map((name) => [name, of(name)]));
}
