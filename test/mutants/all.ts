/**
 * Every mistake that `npm run mutants` makes. They are mistakes of people: `npm run mutate` makes those of one operator, so a
 * mistake that StrykerJS makes in a measured folder is not repeated here, unless one certain suite must notice it.
 */
import { BOUNDARY_MUTANTS } from './boundary-mutants';
import { CORE_MUTANTS } from './core-mutants';
import { EDGE_MUTANTS } from './edge-mutants';
import { GATE_MUTANTS } from './gate-mutants';
import type { Mutant } from './mutant';
import { OUTBOX_MUTANTS } from './outbox-mutants';
import { SHOWN_MUTANTS } from './shown-mutants';
import { WIRE_MUTANTS } from './wire-mutants';

export const MUTANTS: readonly Mutant[] = [
  ...CORE_MUTANTS,
  ...EDGE_MUTANTS,
  ...OUTBOX_MUTANTS,
  ...WIRE_MUTANTS,
  ...BOUNDARY_MUTANTS,
  ...SHOWN_MUTANTS,
  ...GATE_MUTANTS,
];
