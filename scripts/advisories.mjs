/**
 * Asks the registry for known vulnerabilities of what is installed to run the service and the gate. Fails if one of them is high
 * or critical, and says in one line if the registry did not answer: a mirror often has no advisories.
 *
 * `node scripts/advisories.mjs [FOLDER…]`: each folder has a lock file.
 */
import { execFile } from 'node:child_process';
import { parseArgs } from 'node:util';

const SERIOUS = ['high', 'critical'];
const { positionals } = parseArgs({ allowPositionals: true });
const folders = positionals.length > 0 ? positionals : ['.', 'src/gate'];

const reports = await Promise.all(folders.map(ask));
const silent = reports.find(({ vulnerabilities }) => vulnerabilities === undefined);
const found = reports.flatMap(({ vulnerabilities = {} }) => Object.values(vulnerabilities));
for (const line of new Set(found.flatMap(linesOf))) console.log(`advisories: ${line}`);
if (silent !== undefined)
  console.log(`advisories: not looked up, because the registry did not answer (${silent.message})`);
else if (found.length === 0) console.log('advisories: none is known');
if (found.some(({ severity }) => SERIOUS.includes(severity))) process.exitCode = 1;

/** With development dependencies left out: nothing that an operator runs has them. */
function ask(folder) {
  const args = ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=10000'];
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: folder, maxBuffer: 1 << 26 }, (_, stdout) => resolve(reportIn(stdout)));
  });
}

function reportIn(stdout) {
  try {
    const report = JSON.parse(stdout);
    return report.vulnerabilities === undefined
      ? { message: report.message ?? report.error?.summary ?? 'no report' }
      : report;
  } catch {
    return { message: 'no report' };
  }
}

/** `via` has the advisories themselves, and the names of other packages that have them. */
function linesOf({ name, via }) {
  return via.flatMap((each) =>
    typeof each === 'string' ? [] : [`${name}: ${each.severity}: ${each.title} ${each.url}`],
  );
}
