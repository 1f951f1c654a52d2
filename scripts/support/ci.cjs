/** Whether this is CI, which never skips a test. An empty `CI=` is not. */
exports.IS_CI = (process.env.CI ?? '') !== '';
