/** The deployment whose cost is computed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedConfig } from '../../infra/config';
import { SHAPES } from '../../infra/constructs/function-shapes';

export const DEPLOYMENT = checkedConfig(
  JSON.parse(readFileSync(join(__dirname, '../../deployments/prod.json'), 'utf8')),
  { allowPlaceholders: true },
);

/** Lambda gives one vCPU to 1,769 MB. */
const VCPU_MB = 1769;

/** The share of a vCPU that a function has. */
export const vcpuOf = (name: keyof typeof SHAPES): number => SHAPES[name].memoryMb / VCPU_MB;
