/** Offers a sign-in link by mail. Most people do not need the form, so it is loaded when they open it. */
import { lazy, Suspense, useState } from 'react';
import type { MailedLinkProps } from './mailed-link-form';

const MailedLinkForm = lazy(() => import('./mailed-link-form'));

export function MailedLink(props: MailedLinkProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Get a link by mail</summary>
      <Suspense fallback={null}>{isOpen && <MailedLinkForm {...props} />}</Suspense>
    </details>
  );
}
