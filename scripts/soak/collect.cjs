/**
 * `NODE_OPTIONS="--require collect.cjs"`: a process collects its garbage every two seconds and writes what it keeps, in bytes, to
 * the file of its id in SOAK_MEMORY. What a system sees of its memory grows with the garbage and with compiled code, which says
 * nothing about a leak.
 */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const EVERY_MS = 2000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const file = join(process.env.SOAK_MEMORY, String(process.pid));
setInterval(() => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(file, String(heapUsed + external));
}, EVERY_MS).unref();
