/** The list of keyboard shortcuts. */
import { hasSingleKeys } from '../lib/shortcuts';
import { Button } from './button';
import { Ask } from './dialog';

const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['Ctrl K', 'Search, or jump to a page or a request'],
  ['/', 'Search this page, or everything'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['t', 'Open the question before your key is turned'],
  ['r', 'Open the question before you refuse'],
  ['n', 'Next request, after a decision'],
  ['?', 'Show this list'],
  ['Esc', 'Close what is open'],
];

export default function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  return (
    <Ask title="Keyboard shortcuts" onClose={onClose} question={false}>
      {!hasSingleKeys() && <p className="notice">Single keys are turned off on this device, in Your account.</p>}
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
