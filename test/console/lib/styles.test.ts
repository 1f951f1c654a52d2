/** The styles of a page stand beside it, and those that pages share in `styles/`. The browser reads all of them as one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const CONSOLE = join(__dirname, '../../../src/console');

const sheets = readdirSync(CONSOLE, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.css'))
  .map((entry) => relative(CONSOLE, join(entry.parentPath, entry.name)))
  // It sets what digits look like, for many classes at once.
  .filter((sheet) => sheet !== 'styles/base.css');

/** The classes that a sheet styles wherever they are: `.name` alone, or with a state such as `:hover`. */
function styledBy(sheet: string): ReadonlySet<string> {
  const rules = readFileSync(join(CONSOLE, sheet), 'utf8').replace(/\/\*.*?\*\//gs, '');
  const selectors = [...rules.matchAll(/([^{};]+)\{/g)].flatMap(([, list]) => list!.split(','));
  const named = selectors.map((selector) => /^\.([\w-]+)(?::{1,2}[\w-]+(?:\([^)]*\))?)*$/.exec(selector.trim())?.[1]);
  return new Set(named.filter((name) => name !== undefined));
}

it.each(sheets.filter((sheet) => sheet.startsWith('pages/')))(
  'lets no other sheet style a class of %s, so that no name has two meanings',
  (sheet) => {
    const others = new Map(sheets.filter((other) => other !== sheet).map((other) => [other, styledBy(other)]));
    const own = [...styledBy(sheet)];
    expect(own.length).toBeGreaterThan(0);

    const also = own.flatMap((name) =>
      [...others].filter(([, names]) => names.has(name)).map(([other]) => [name, other]),
    );

    expect(also).toEqual([]);
  },
);
