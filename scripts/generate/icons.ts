/** The icons of Lucide that the console imports from `generated/icons`, as the shapes that `src/console/ui/icon.tsx` draws. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { icons as lucide } from '@iconify-json/lucide';

export function iconsModule(consoleFolder: string): string {
  const names = importedIn(sourcesIn(consoleFolder));
  return `// Generated from Lucide's icons by "npm run generate", for what src/console imports from here.
export type Drawing = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

${names.map((name) => `export const ${name}: Drawing = ${JSON.stringify(shapesOf(name))};`).join('\n')}
`;
}

/** `import { type Drawing, Search } from '…/generated/icons'` has the name Search. */
export function importedIn(sources: readonly string[]): string[] {
  const lists = sources.flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '[./]+\/generated\/icons'/g)]);
  const names = lists.flatMap(([, list]) => list!.split(',').map((name) => name.trim()));
  return [...new Set(names)].filter((name) => /^[A-Z]\w*$/.test(name)).sort();
}

/** What the icon draws, without what all icons have in common. */
export function shapesOf(
  name: string,
  icons: typeof lucide.icons = lucide.icons,
): [tag: string, attributes: Record<string, string>][] {
  const inLucide = name.replace(/(?<=.)([A-Z]|\d+)/g, '-$1').toLowerCase();
  const body = icons[inLucide]?.body;
  if (body === undefined) throw new Error(`src/console imports ${name}, but Lucide has no icon ${inLucide}`);
  const shapes = body.replace(`<g ${COMMON}>`, '').replace('</g>', '').replace(` ${COMMON}`, '');
  if (!body.includes(COMMON) || shapes.replaceAll(SHAPE, '') !== '')
    throw new Error(`Lucide draws ${inLucide} in a way that src/console/ui/icon.tsx does not`);
  return [...shapes.matchAll(SHAPE)].map(([, tag, attributes]) => [
    tag!,
    Object.fromEntries([...attributes!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!])),
  ]);
}

const SHAPE = /<(\w+)((?: [\w-]+="[^"]*")*)\/>/g;

/** On the only shape of an icon, or on the group around them. `src/console/ui/icon.tsx` sets it for all. */
const COMMON = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}
