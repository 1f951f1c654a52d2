/** Part of *Your account*: whether single keys act. Stored on this device, like the theme. */
import { useState } from 'react';
import { allowSingleKeys, hasSingleKeys } from '../lib/shortcuts';
import { DialogButton } from '../ui/dialog';
import { Check } from '../ui/form';
import ShortcutList from '../ui/shortcut-list';

export function Keyboard() {
  const [allowed, setAllowed] = useState(hasSingleKeys);
  const allow = (next: boolean) => {
    allowSingleKeys(next);
    setAllowed(next);
  };
  return (
    <section className="card form" aria-labelledby="keyboard">
      <h2 id="keyboard">Keyboard</h2>
      <Check label="Shortcuts of a single key, such as j and t" checked={allowed} onChange={allow} />
      <p className="muted">A shortcut never decides. On this device. Ctrl K works in either case.</p>
      <div className="form-actions">
        <DialogButton label="Keyboard shortcuts…" dialog={(onClose) => <ShortcutList onClose={onClose} />} />
      </div>
    </section>
  );
}
