/**
 * Permits to write the configuration. Every write takes one, and only this file makes them. A dependency rule says who may
 * import it: the guard, the door for set-up code, and what the service itself finds.
 */
import type { Granted, Permit } from '../ports';

export function permit(granted: Granted): Permit {
  return granted as Permit;
}
