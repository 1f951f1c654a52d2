/** Stands for every stylesheet. */
module.exports = {};
