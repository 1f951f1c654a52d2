/** Limits and defaults come from the OpenAPI documents, and from nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledDocument } from '../../scripts/generate/bundle';
import { importedIn, shapesOf } from '../../scripts/generate/icons';
import { limitsModule } from '../../scripts/generate/limits';

const bundled = (name: string) => readFileSync(join(__dirname, `../../generated/${name}.openapi.json`), 'utf8');
const [service, operatorConsole] = [bundled('service'), bundled('console')];
const generated = (change: (text: string) => string) =>
  limitsModule(JSON.parse(change(service)) as BundledDocument, JSON.parse(change(operatorConsole)) as BundledDocument);

describe('the generated limits', () => {
  it.each([
    ['"x-max-bytes": 65536', '"x-max-bytes": 70000', /"intentBytes": \{\s+"max": 70000/],
    ['"maxProperties": 24', '"maxProperties": 30', /"params": \{\s+"max": 30/],
    ['"default": 600', '"default": 700', /"leaseSeconds": \{[^}]+"default": 700/],
    ['"x-default": 604800', '"x-default": 86400', /"executeWithinSeconds": \{[^}]+"default": 86400/],
    ['"x-max-live": 50', '"x-max-live": 60', /"endpoints": \{\s+"max": 60/],
    ['"coincident"', '"sequential"', /MODES = \["independent","sequential"\]/],
  ])('the generated limits follow the document: %s', (written, changed, expected) => {
    expect(generated((text) => text.replaceAll(written, changed))).toMatch(expected);
  });

  it('the generated limits are the only limits of the console’s forms, except two ids whose patterns state them, the name of a view and the search', () => {
    const console = join(__dirname, '../../src/console');
    const files = readdirSync(console, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
    const written = files.flatMap((name) =>
      [...readFileSync(join(console, name), 'utf8').matchAll(/\b(?:max|maxLength)=\{(\d+)\}/g)].map(
        ([, limit]) => `${name} ${limit}`,
      ),
    );
    expect(written.sort()).toEqual([
      'pages/admin/new-action.tsx 128',
      'pages/admin/new-operator.tsx 64',
      'ui/filters.tsx 128',
    ]);
  });

  it('the generated limits cannot be generated from a document that no longer states one of them', () => {
    const without = (text: string) => text.replaceAll('"x-max-bytes": 65536', '"x-other": 65536');
    expect(() => generated(without)).toThrow('SealedIntent states no x-max-bytes');
  });

  it('the generated limits cannot be generated from a pattern that is not explained in words', () => {
    const without = (text: string) => text.replaceAll('"x-pattern-in-words"', '"x-other"');
    expect(() => generated(without)).toThrow('has no x-pattern-in-words');
  });
});

/** The console has the icons of Lucide that its sources import, and no others. */
describe('the generated icons', () => {
  it('the generated icons are those that the sources import, each once', () => {
    const sources = [
      "import { type Drawing, Search } from '../../../generated/icons';\nimport { Icon } from './icon';",
      "import {\n  Search,\n  CircleX,\n} from '../../../../generated/icons';",
      "import type { Drawing } from '../../../generated/icons';\nimport { X } from 'elsewhere';",
    ];
    expect(importedIn(sources)).toEqual(['CircleX', 'Search']);
  });

  it.each<[string, object[]]>([
    ['CircleX', [['circle', { cx: '12', cy: '12', r: '10' }]]],
    ['Settings2', [['circle', { cx: '17', cy: '17', r: '3' }]]],
    ['Check', [['path', { d: 'M20 6L9 17l-5-5' }]]],
  ])('a generated icon has its shapes, without what all icons have in common: %s', (name, some) => {
    expect(shapesOf(name)).toEqual(expect.arrayContaining(some));
    expect(JSON.stringify(shapesOf(name))).not.toContain('stroke');
  });

  it('an icon that Lucide does not have cannot be generated', () => {
    expect(() => shapesOf('NoSuchIcon2')).toThrow(
      'src/console imports NoSuchIcon2, but Lucide has no icon no-such-icon-2',
    );
  });

  it('an icon that Lucide does not draw with lines of one width cannot be generated', () => {
    expect(() => shapesOf('Filled', { filled: { body: '<path fill="currentColor" d="M0 0z"/>' } })).toThrow(
      'in a way that',
    );
  });
});
