/** Replaces every stylesheet. */
module.exports = {};
