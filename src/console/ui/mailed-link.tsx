/** Offers a sign-in link by mail. Most people do not need the form, so it is loaded when they open it. */
import { lazy, Suspense, useState } from 'react';

const MailedLinkForm = lazy(() => import('./mailed-link-form'));

/** `org`: of the operator who was signed in. */
export function MailedLink({ org }: { readonly org?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Get a link by mail</summary>
      <Suspense fallback={null}>{isOpen && <MailedLinkForm {...(org === undefined ? {} : { org })} />}</Suspense>
    </details>
  );
}
