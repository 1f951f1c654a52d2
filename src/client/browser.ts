/** What browser bundles get instead of the package (`browser` in the exports of package.json). */
throw new Error(
  'request-authorization-service does not run in a browser: everybody who opens the page could read its API key and its intent keys. Call it from your server. In tests with a simulated browser, use the environment of Node.',
);

export {};
