/**
 * The functions of lodash that openapi-backend's router calls, as they are: half of what its main module would add to a
 * bundle. A relative path, because `lodash/…` would lead here again.
 */
const lodash = require('../../node_modules/lodash/wrapperLodash');
const mixin = require('../../node_modules/lodash/mixin');

lodash.prototype.value = require('../../node_modules/lodash/wrapperValue');
mixin(lodash, {
  chain: require('../../node_modules/lodash/chain'),
  cloneDeep: require('../../node_modules/lodash/cloneDeep'),
  entries: require('../../node_modules/lodash/entries'),
  find: require('../../node_modules/lodash/find'),
  flatMap: require('../../node_modules/lodash/flatMap'),
  flatten: require('../../node_modules/lodash/flatten'),
  mapKeys: require('../../node_modules/lodash/mapKeys'),
  orderBy: require('../../node_modules/lodash/orderBy'),
  pick: require('../../node_modules/lodash/pick'),
});
module.exports = lodash;
