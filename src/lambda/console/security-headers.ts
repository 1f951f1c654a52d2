/** The one script that stands in the page: `src/console/index.html` has it, and test/console/problems.test.ts compares both. */
export const START_SCRIPT = 'sha256-QFFYPADl6raASUjsn9OEoy0BV3DSx8fRr6t9srFluTo=';

/** The headers that every page of the console is served with, here and by CloudFront (docs/design.md#console). */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' '${START_SCRIPT}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};
