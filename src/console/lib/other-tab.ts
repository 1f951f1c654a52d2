/** A link that is opened in another tab signs in this one too, because they share the cookies. */
import { useEffect, useRef } from 'react';
import { answer, api } from './api';
import { knownAs, knownSession, type Session } from './session';

/** How often another tab's sign-in is looked for. */
const LOOK_MS = 1000;

/** `before`: the session of this page, which another one replaces. */
export function useOtherTab(before: Session, goOn: (session: Session) => void): void {
  const known = knownAs(before);
  const latest = useRef(goOn);
  latest.current = goOn;
  useEffect(() => {
    let ended = known;
    const look = async () => {
      const found = knownSession();
      if (found === undefined || found === ended) return;
      ended = found;
      const session = await answer(api.GET('/api/session')).catch(() => null);
      if (session !== null) latest.current(session);
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [known]);
}
