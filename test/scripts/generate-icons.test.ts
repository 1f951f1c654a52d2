/** The console has the icons of Lucide that its sources import, and no others. */
import { importedIn, shapesOf } from '../../scripts/generate/icons';

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
