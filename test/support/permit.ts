/** Permits for tests that put something into a table themselves. */
import { permit } from '../../src/service/configuration/use-cases/permit';

/** The permit after a rescue: the write does not check the rule. */
export const PERMIT = permit({ rule: 'rescued' });
/** The write checks that the organization never had two enabled admins. */
export const RULE_OFF = permit({ rule: 'off' });
