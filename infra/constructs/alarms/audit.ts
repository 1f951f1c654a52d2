/** The audit chain: entries that may be missing, and a chain that no longer holds what was published of it. */
import { type AlarmSet, said } from './alarm-set';
import type { Watched } from './dashboard';

export function alarmsOfAudit(set: AlarmSet, { functions }: Pick<Watched, 'functions'>): void {
  const { audit, heads } = functions.all;
  const refused = said('the audit chain does not extend its last published head; no head was signed');
  set.alarm('HeadRefused', set.logged('HeadRefused', heads, refused), {
    anchor: 'head-refused',
    meaning: 'an audit chain was rewritten, or lost entries, after a head of it was published',
    threshold: 1,
  });
  const gap = said('audit gap: a revision is recorded before the one it follows');
  set.alarm('AuditGap', set.logged('AuditGap', audit, gap), {
    anchor: 'audit-gap',
    meaning: 'the audit chain may lack an entry',
    threshold: 1,
  });
}
