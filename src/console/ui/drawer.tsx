/** The navigation on a phone, over the page. It is loaded when it is opened. */
import { X } from '../../../generated/icons';
import type { Session } from '../lib/session';
import { Button } from './button';
import { Modal } from './dialog';
import { Icon } from './icon';
import { Foot, Nav } from './nav';
import { VisibleText } from './visible-text';

export default function Drawer({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  return (
    <Modal className="overlay" label="Menu" onClose={onClose}>
      <div className="drawer">
        <div className="drawer-head">
          <VisibleText text={session.org_name} strong />
          <Button className="icon-button" aria-label="Close the menu" onPress={onClose}>
            <Icon of={X} />
          </Button>
        </div>
        <Nav role={session.operator.role} />
        <Foot session={session} />
      </div>
    </Modal>
  );
}
