/** Prints each change that no test notices as soon as it is tried, so that a stopped run still has results. */
import { relative } from 'node:path';

class Survivors {
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const text = replacement.replace(/\s+/g, ' ').slice(0, 100);
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
    process.stdout.write(`${status}: ${place}: ${mutatorName}: ${text}\n`);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', injectableClass: Survivors }];
