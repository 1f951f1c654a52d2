/** The list of keyboard shortcuts. */
import { Button } from './button';
import { Ask } from './dialog';

const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['Ctrl K', 'Search, or jump to a page or a request'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['n', 'Next request, after a decision'],
  ['?', 'Show this list'],
  ['Esc', 'Close what is open'],
];

export default function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  return (
    <Ask title="Keyboard shortcuts" onClose={onClose} question={false}>
      <dl className="shortcuts">
        {SHORTCUTS.map(([keys, what]) => (
          <div key={keys} className="shortcut-row">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div className="dialog-actions">
        <Button className="button" onPress={onClose} autoFocus>
          Close
        </Button>
      </div>
    </Ask>
  );
}
