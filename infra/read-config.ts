/** The configuration that the command line names: `-c stage=prod`, from `deployments/prod.json` or `-c config=FILE`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'constructs';
import { type Config, checkedConfig } from './config';

export function readConfig(node: Node): Config {
  const stage: unknown = node.tryGetContext('stage');
  if (typeof stage !== 'string') throw new Error('Name the stage: -c stage=prod reads deployments/prod.json');
  const file: unknown = node.tryGetContext('config') ?? join(__dirname, '../deployments', `${stage}.json`);
  const config = checkedConfig(parsed(String(file)), {
    allowPlaceholders: node.tryGetContext('placeholders') === 'allowed',
  });
  if (config.stage !== stage) throw new Error(`${file} describes the stage ${config.stage}, not ${stage}`);
  return config;
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}
