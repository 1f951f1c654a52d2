/**
 * Permits to write the configuration. Every write needs one, and only this file creates them. A dependency rule limits
 * who may import it: the guard, the door for set-up code, and code for what the service itself finds.
 */
import type { Granted, Permit } from '../ports';

export function permit(granted: Granted): Permit {
  return granted as Permit;
}
