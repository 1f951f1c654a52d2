// Adds the demo's own way to sign in to the console's messages about a used link and about an old sign-in.
const offer = () => {
  const place = document.querySelector('.new-link:not(.offered), .new-sign-in:not(.offered)');
  const form = document.querySelector('.demo-bar form')?.cloneNode(true);
  if (place === null || form === undefined) return;
  place.classList.add('offered');
  const { operator } = place.dataset;
  place.textContent =
    operator === undefined
      ? 'This is the demo, so you can get a new one here:'
      : 'This is the demo, so you can sign in again here. This page then continues by itself.';
  for (const button of operator === undefined ? [] : form.querySelectorAll('button')) {
    if (button.value !== operator) button.remove();
  }
  place.after(form);
};
offer();
new MutationObserver(offer).observe(document.documentElement, { childList: true, subtree: true });

// A page that waits for another sign-in is not left, so that nothing that was typed is lost. It notices the sign-in. The event
// is taken before the page's own form, around this one, sends the edit a second time.
const signInHere = (event) => {
  const form = event.target;
  if (!form.matches('[action="/local/enter"]') || document.querySelector('.sign-in-again') === null) return;
  event.preventDefault();
  event.stopPropagation();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  void fetch('/local/enter', { method: 'POST', body, redirect: 'manual' });
};
document.addEventListener('submit', signInHere, { capture: true });
