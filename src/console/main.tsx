// Before the pages, whose own styles come after these.
import './styles/base.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/forms.css';
import './styles/tables.css';
import './styles/lists.css';
import './pages/inbox/inbox.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { startAtPage } from './lib/back';
import { queryClient } from './lib/query-client';
import { readFirst } from './lib/session';
import './lib/zone';

// The console can be installed and opened without a network. Only files of the application are stored, never an answer
// of the service.
// Some time after the first page, because a slow phone has enough to do until then.
const INSTALL_AFTER_MS = 2000;
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  const install = () => void navigator.serviceWorker.register('/sw.js');
  addEventListener('load', () => setTimeout(install, INSTALL_AFTER_MS));
  // A press on a notification focuses the page that shows its request: the worker asks each page where it is.
  navigator.serviceWorker.onmessage = ({ ports: [worker] }) => worker?.postMessage(location.pathname);
}

startAtPage();

const root = document.getElementById('root');

/** On a slow phone, waiting briefly for the first answer is faster than drawing a placeholder and then the page. */
const SOON_MS = 400;

const soon = new Promise((resolve) => setTimeout(resolve, SOON_MS));
void Promise.race([readFirst(), soon]).then(() => {
  if (root === null) return;
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  );
});
