// Adds the demo's own way to a new link to the console's message about a used link.
const offer = () => {
  const place = document.querySelector('.new-link:not(.offered)');
  const form = document.querySelector('.demo-bar form');
  if (place === null || form === null) return;
  place.classList.add('offered');
  place.textContent = 'This is the demo, so you can get a new one here:';
  place.after(form.cloneNode(true));
};
offer();
new MutationObserver(offer).observe(document.documentElement, { childList: true, subtree: true });

// Types the code of a mail that was opened in the demo's mailbox: the address is /requests/<id>#code=<digits>.
const code = new URLSearchParams(location.hash.slice(1)).get('code');
if (/^\d{8}$/.test(code ?? '')) {
  history.replaceState(null, '', location.pathname + location.search);
  const type = () => {
    const field = document.querySelector('input[autocomplete="one-time-code"]');
    if (field === null || field.disabled) return false;
    // React listens to the event, and compares with the value that its own setter saw last.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, code);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    return true;
  };
  if (!type()) {
    const observer = new MutationObserver(() => type() && observer.disconnect());
    observer.observe(document.documentElement, { childList: true, subtree: true, attributes: true });
  }
}
