// Before the first paint, so that nobody is dazzled: the theme that was chosen here, if one was.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme stands.
}
// Before the scripts are loaded: what the first page shows. Without a session there is nothing to request.
if (/(^|; )signed_in=/.test(document.cookie) && location.pathname !== '/sign-in') {
  window.firstInbox = fetch('/api/inbox', { credentials: 'same-origin', cache: 'no-store' });
  // Whoever takes it handles the error.
  window.firstInbox.catch(() => undefined);
}
