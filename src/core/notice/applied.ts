/** What became of a change of the configuration after its verdict. */
import { whyNotApplied } from '../administration/refusals';
import { isAdministrative } from '../request/administrative';
import type { Request } from '../request/request';

/** Null: it is no change of the configuration, or it was not approved. */
export function applied(request: Request): { readonly made: boolean; readonly text: string } | null {
  if (!isAdministrative(request)) return null;
  if (request.state === 'succeeded') return { made: true, text: 'The change is in effect.' };
  if (request.state !== 'failed') return null;
  return { made: false, text: `The change was not made: ${whyNotApplied(request.reason)}` };
}
