// Generated from openapi/ by "npm run generate". Edit the document instead.
"use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports2.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// node_modules/fast-deep-equal/index.js
var require_fast_deep_equal = __commonJS({
  "node_modules/fast-deep-equal/index.js"(exports2, module2) {
    "use strict";
    module2.exports = function equal(a, b) {
      if (a === b) return true;
      if (a && b && typeof a == "object" && typeof b == "object") {
        if (a.constructor !== b.constructor) return false;
        var length, i, keys;
        if (Array.isArray(a)) {
          length = a.length;
          if (length != b.length) return false;
          for (i = length; i-- !== 0; )
            if (!equal(a[i], b[i])) return false;
          return true;
        }
        if (a.constructor === RegExp) return a.source === b.source && a.flags === b.flags;
        if (a.valueOf !== Object.prototype.valueOf) return a.valueOf() === b.valueOf();
        if (a.toString !== Object.prototype.toString) return a.toString() === b.toString();
        keys = Object.keys(a);
        length = keys.length;
        if (length !== Object.keys(b).length) return false;
        for (i = length; i-- !== 0; )
          if (!Object.prototype.hasOwnProperty.call(b, keys[i])) return false;
        for (i = length; i-- !== 0; ) {
          var key = keys[i];
          if (!equal(a[key], b[key])) return false;
        }
        return true;
      }
      return a !== a && b !== b;
    };
  }
});

// node_modules/ajv/dist/runtime/equal.js
var require_equal = __commonJS({
  "node_modules/ajv/dist/runtime/equal.js"(exports2) {
    "use strict";
    Object.defineProperty(exports2, "__esModule", { value: true });
    var equal = require_fast_deep_equal();
    equal.code = 'require("ajv/dist/runtime/equal").default';
    exports2.default = equal;
  }
});

// <stdin>
exports.signIn_body = validate52;
var func1 = require_ucs2length().default;
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate54.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.token === void 0 && (missing0 = "token")) {
        validate54.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "token" || key0 === "replace")) {
            validate54.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.token !== void 0) {
            let data0 = data.token;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 128) {
                  validate54.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/properties/token/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate54.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/properties/token/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate54.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/properties/token/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.replace !== void 0) {
              const _errs4 = errors;
              if (typeof data.replace !== "boolean") {
                validate54.errors = [{ instancePath: instancePath + "/replace", schemaPath: "#/properties/replace/type", keyword: "type", params: { type: "boolean" } }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate54.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate54.errors = vErrors;
  return errors === 0;
}
validate54.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate52.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate54(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors);
    errors = vErrors.length;
  }
  validate52.errors = vErrors;
  return errors === 0;
}
validate52.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.requestMailedLink_body = validate56;
function validate57(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate57.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.org === void 0 && (missing0 = "org") || data.address === void 0 && (missing0 = "address")) {
        validate57.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "org" || key0 === "address")) {
            validate57.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.org !== void 0) {
            let data0 = data.org;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 64) {
                  validate57.errors = [{ instancePath: instancePath + "/org", schemaPath: "#/properties/org/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate57.errors = [{ instancePath: instancePath + "/org", schemaPath: "#/properties/org/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate57.errors = [{ instancePath: instancePath + "/org", schemaPath: "#/properties/org/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.address !== void 0) {
              let data1 = data.address;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 254) {
                    validate57.errors = [{ instancePath: instancePath + "/address", schemaPath: "#/properties/address/maxLength", keyword: "maxLength", params: { limit: 254 } }];
                    return false;
                  } else {
                    if (func1(data1) < 3) {
                      validate57.errors = [{ instancePath: instancePath + "/address", schemaPath: "#/properties/address/minLength", keyword: "minLength", params: { limit: 3 } }];
                      return false;
                    }
                  }
                } else {
                  validate57.errors = [{ instancePath: instancePath + "/address", schemaPath: "#/properties/address/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate57.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate57.errors = vErrors;
  return errors === 0;
}
validate57.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate56.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate57(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate57.errors : vErrors.concat(validate57.errors);
    errors = vErrors.length;
  }
  validate56.errors = vErrors;
  return errors === 0;
}
validate56.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.setMailedLinks_body = validate59;
function validate60(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate60.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.allowed === void 0 && (missing0 = "allowed")) {
        validate60.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "allowed")) {
            validate60.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.allowed !== void 0) {
            if (typeof data.allowed !== "boolean") {
              validate60.errors = [{ instancePath: instancePath + "/allowed", schemaPath: "#/properties/allowed/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
          }
        }
      }
    } else {
      validate60.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate60.errors = vErrors;
  return errors === 0;
}
validate60.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate59.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate60(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate60.errors : vErrors.concat(validate60.errors);
    errors = vErrors.length;
  }
  validate59.errors = vErrors;
  return errors === 0;
}
validate59.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.startPasskeySignIn_body = validate62;
function validate63(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate63.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate63.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate63.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate63.errors = vErrors;
  return errors === 0;
}
validate63.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate62.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate63(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
    errors = vErrors.length;
  }
  validate62.errors = vErrors;
  return errors === 0;
}
validate62.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.passkeySignIn_body = validate65;
function validate67(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate67.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.rawId === void 0 && (missing0 = "rawId") || data.type === void 0 && (missing0 = "type") || data.response === void 0 && (missing0 = "response")) {
        validate67.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          let data0 = data.id;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func1(data0) > 1400) {
                validate67.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/maxLength", keyword: "maxLength", params: { limit: 1400 } }];
                return false;
              } else {
                if (func1(data0) < 1) {
                  validate67.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate67.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.rawId !== void 0) {
            let data1 = data.rawId;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (func1(data1) > 1400) {
                  validate67.errors = [{ instancePath: instancePath + "/rawId", schemaPath: "#/properties/rawId/maxLength", keyword: "maxLength", params: { limit: 1400 } }];
                  return false;
                }
              } else {
                validate67.errors = [{ instancePath: instancePath + "/rawId", schemaPath: "#/properties/rawId/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.type !== void 0) {
              let data2 = data.type;
              const _errs5 = errors;
              if (typeof data2 !== "string") {
                validate67.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              if ("public-key" !== data2) {
                validate67.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "public-key" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.response !== void 0) {
                let data3 = data.response;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                    let missing1;
                    if (data3.clientDataJSON === void 0 && (missing1 = "clientDataJSON") || data3.authenticatorData === void 0 && (missing1 = "authenticatorData") || data3.signature === void 0 && (missing1 = "signature")) {
                      validate67.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/properties/response/required", keyword: "required", params: { missingProperty: missing1 } }];
                      return false;
                    } else {
                      if (data3.clientDataJSON !== void 0) {
                        let data4 = data3.clientDataJSON;
                        const _errs9 = errors;
                        if (errors === _errs9) {
                          if (typeof data4 === "string") {
                            if (func1(data4) > 8192) {
                              validate67.errors = [{ instancePath: instancePath + "/response/clientDataJSON", schemaPath: "#/properties/response/properties/clientDataJSON/maxLength", keyword: "maxLength", params: { limit: 8192 } }];
                              return false;
                            }
                          } else {
                            validate67.errors = [{ instancePath: instancePath + "/response/clientDataJSON", schemaPath: "#/properties/response/properties/clientDataJSON/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                        }
                        var valid1 = _errs9 === errors;
                      } else {
                        var valid1 = true;
                      }
                      if (valid1) {
                        if (data3.authenticatorData !== void 0) {
                          let data5 = data3.authenticatorData;
                          const _errs11 = errors;
                          if (errors === _errs11) {
                            if (typeof data5 === "string") {
                              if (func1(data5) > 8192) {
                                validate67.errors = [{ instancePath: instancePath + "/response/authenticatorData", schemaPath: "#/properties/response/properties/authenticatorData/maxLength", keyword: "maxLength", params: { limit: 8192 } }];
                                return false;
                              }
                            } else {
                              validate67.errors = [{ instancePath: instancePath + "/response/authenticatorData", schemaPath: "#/properties/response/properties/authenticatorData/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                          }
                          var valid1 = _errs11 === errors;
                        } else {
                          var valid1 = true;
                        }
                        if (valid1) {
                          if (data3.signature !== void 0) {
                            let data6 = data3.signature;
                            const _errs13 = errors;
                            if (errors === _errs13) {
                              if (typeof data6 === "string") {
                                if (func1(data6) > 8192) {
                                  validate67.errors = [{ instancePath: instancePath + "/response/signature", schemaPath: "#/properties/response/properties/signature/maxLength", keyword: "maxLength", params: { limit: 8192 } }];
                                  return false;
                                }
                              } else {
                                validate67.errors = [{ instancePath: instancePath + "/response/signature", schemaPath: "#/properties/response/properties/signature/type", keyword: "type", params: { type: "string" } }];
                                return false;
                              }
                            }
                            var valid1 = _errs13 === errors;
                          } else {
                            var valid1 = true;
                          }
                        }
                      }
                    }
                  } else {
                    validate67.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/properties/response/type", keyword: "type", params: { type: "object" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate67.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate67.errors = vErrors;
  return errors === 0;
}
validate67.evaluated = { "props": { "id": true, "rawId": true, "type": true, "response": true }, "dynamicProps": false, "dynamicItems": false };
function validate66(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate66.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.response === void 0 && (missing0 = "response")) {
        validate66.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "response")) {
            validate66.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.response !== void 0) {
            if (!validate67(data.response, { instancePath: instancePath + "/response", parentData: data, parentDataProperty: "response", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
              errors = vErrors.length;
            }
          }
        }
      }
    } else {
      validate66.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate66.errors = vErrors;
  return errors === 0;
}
validate66.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate65(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate65.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate66(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors);
    errors = vErrors.length;
  }
  validate65.errors = vErrors;
  return errors === 0;
}
validate65.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listPasskeys_query = validate70;
function validate70(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate70.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate70.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate70.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate70.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate70.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate70.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate70.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate70.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate70.errors = vErrors;
  return errors === 0;
}
validate70.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.enrolPasskey_body = validate71;
function validate73(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate73.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.rawId === void 0 && (missing0 = "rawId") || data.type === void 0 && (missing0 = "type") || data.response === void 0 && (missing0 = "response")) {
        validate73.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          let data0 = data.id;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func1(data0) > 1400) {
                validate73.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/maxLength", keyword: "maxLength", params: { limit: 1400 } }];
                return false;
              } else {
                if (func1(data0) < 1) {
                  validate73.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate73.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.rawId !== void 0) {
            let data1 = data.rawId;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (func1(data1) > 1400) {
                  validate73.errors = [{ instancePath: instancePath + "/rawId", schemaPath: "#/properties/rawId/maxLength", keyword: "maxLength", params: { limit: 1400 } }];
                  return false;
                }
              } else {
                validate73.errors = [{ instancePath: instancePath + "/rawId", schemaPath: "#/properties/rawId/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.type !== void 0) {
              let data2 = data.type;
              const _errs5 = errors;
              if (typeof data2 !== "string") {
                validate73.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              if ("public-key" !== data2) {
                validate73.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/const", keyword: "const", params: { allowedValue: "public-key" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.response !== void 0) {
                let data3 = data.response;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                    let missing1;
                    if (data3.clientDataJSON === void 0 && (missing1 = "clientDataJSON") || data3.attestationObject === void 0 && (missing1 = "attestationObject")) {
                      validate73.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/properties/response/required", keyword: "required", params: { missingProperty: missing1 } }];
                      return false;
                    } else {
                      if (data3.clientDataJSON !== void 0) {
                        let data4 = data3.clientDataJSON;
                        const _errs9 = errors;
                        if (errors === _errs9) {
                          if (typeof data4 === "string") {
                            if (func1(data4) > 8192) {
                              validate73.errors = [{ instancePath: instancePath + "/response/clientDataJSON", schemaPath: "#/properties/response/properties/clientDataJSON/maxLength", keyword: "maxLength", params: { limit: 8192 } }];
                              return false;
                            }
                          } else {
                            validate73.errors = [{ instancePath: instancePath + "/response/clientDataJSON", schemaPath: "#/properties/response/properties/clientDataJSON/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                        }
                        var valid1 = _errs9 === errors;
                      } else {
                        var valid1 = true;
                      }
                      if (valid1) {
                        if (data3.attestationObject !== void 0) {
                          let data5 = data3.attestationObject;
                          const _errs11 = errors;
                          if (errors === _errs11) {
                            if (typeof data5 === "string") {
                              if (func1(data5) > 32768) {
                                validate73.errors = [{ instancePath: instancePath + "/response/attestationObject", schemaPath: "#/properties/response/properties/attestationObject/maxLength", keyword: "maxLength", params: { limit: 32768 } }];
                                return false;
                              }
                            } else {
                              validate73.errors = [{ instancePath: instancePath + "/response/attestationObject", schemaPath: "#/properties/response/properties/attestationObject/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                          }
                          var valid1 = _errs11 === errors;
                        } else {
                          var valid1 = true;
                        }
                      }
                    }
                  } else {
                    validate73.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/properties/response/type", keyword: "type", params: { type: "object" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate73.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate73.errors = vErrors;
  return errors === 0;
}
validate73.evaluated = { "props": { "id": true, "rawId": true, "type": true, "response": true }, "dynamicProps": false, "dynamicItems": false };
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate72.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.response === void 0 && (missing0 = "response")) {
        validate72.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "name" || key0 === "response")) {
            validate72.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.name !== void 0) {
            let data0 = data.name;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 100) {
                  validate72.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate72.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate72.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.response !== void 0) {
              const _errs4 = errors;
              if (!validate73(data.response, { instancePath: instancePath + "/response", parentData: data, parentDataProperty: "response", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate73.errors : vErrors.concat(validate73.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate72.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate72.errors = vErrors;
  return errors === 0;
}
validate72.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate71(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate71.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate72(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate72.errors : vErrors.concat(validate72.errors);
    errors = vErrors.length;
  }
  validate71.errors = vErrors;
  return errors === 0;
}
validate71.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.startPasskeyEnrolment_body = validate76;
function validate77(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate77.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate77.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate77.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate77.errors = vErrors;
  return errors === 0;
}
validate77.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate76(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate76.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate77(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
    errors = vErrors.length;
  }
  validate76.errors = vErrors;
  return errors === 0;
}
validate76.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.signEnrolment_body = validate79;
function validate81(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate81.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.passkey === void 0 && (missing0 = "passkey") || data.response === void 0 && (missing0 = "response")) {
        validate81.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "passkey" || key0 === "response")) {
            validate81.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.passkey !== void 0) {
            let data0 = data.passkey;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 128) {
                  validate81.errors = [{ instancePath: instancePath + "/passkey", schemaPath: "#/properties/passkey/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate81.errors = [{ instancePath: instancePath + "/passkey", schemaPath: "#/properties/passkey/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate81.errors = [{ instancePath: instancePath + "/passkey", schemaPath: "#/properties/passkey/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.response !== void 0) {
              const _errs4 = errors;
              if (!validate67(data.response, { instancePath: instancePath + "/response", parentData: data, parentDataProperty: "response", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate67.errors : vErrors.concat(validate67.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate81.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate81.errors = vErrors;
  return errors === 0;
}
validate81.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate80(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate80.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.statement === void 0 && (missing0 = "statement") || data.signature === void 0 && (missing0 = "signature")) {
        validate80.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "statement" || key0 === "signature")) {
            validate80.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.statement !== void 0) {
            let data0 = data.statement;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 4096) {
                  validate80.errors = [{ instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/maxLength", keyword: "maxLength", params: { limit: 4096 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate80.errors = [{ instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate80.errors = [{ instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.signature !== void 0) {
              const _errs4 = errors;
              if (!validate81(data.signature, { instancePath: instancePath + "/signature", parentData: data, parentDataProperty: "signature", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate80.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate80.errors = vErrors;
  return errors === 0;
}
validate80.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate79(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate79.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate80(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
    errors = vErrors.length;
  }
  validate79.errors = vErrors;
  return errors === 0;
}
validate79.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listSigningKeys_query = validate85;
var schema40 = { "type": "object", "properties": { "standing": { "type": "string", "enum": ["unproven", "waiting", "countersigned"] }, "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 25 }, "cursor": { "type": "string", "minLength": 1, "maxLength": 512 } }, "required": [] };
function validate85(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate85.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      if (data.standing !== void 0) {
        let data0 = data.standing;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          validate85.errors = [{ instancePath: instancePath + "/standing", schemaPath: "#/properties/standing/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
        if (!(data0 === "unproven" || data0 === "waiting" || data0 === "countersigned")) {
          validate85.errors = [{ instancePath: instancePath + "/standing", schemaPath: "#/properties/standing/enum", keyword: "enum", params: { allowedValues: schema40.properties.standing.enum } }];
          return false;
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
          validate85.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data1 == "number") {
            if (data1 > 100 || isNaN(data1)) {
              validate85.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate85.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          if (data.cursor !== void 0) {
            let data2 = data.cursor;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (typeof data2 === "string") {
                if (func1(data2) > 512) {
                  validate85.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate85.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate85.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate85.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate85.errors = vErrors;
  return errors === 0;
}
validate85.evaluated = { "props": { "standing": true, "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.countersignKey_body = validate86;
function validate87(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate87.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.statement === void 0 && (missing0 = "statement") || data.signature === void 0 && (missing0 = "signature")) {
        validate87.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "statement" || key0 === "signature")) {
            validate87.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.statement !== void 0) {
            let data0 = data.statement;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 4096) {
                  validate87.errors = [{ instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/maxLength", keyword: "maxLength", params: { limit: 4096 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate87.errors = [{ instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate87.errors = [{ instancePath: instancePath + "/statement", schemaPath: "#/properties/statement/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.signature !== void 0) {
              const _errs4 = errors;
              if (!validate81(data.signature, { instancePath: instancePath + "/signature", parentData: data, parentDataProperty: "signature", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate87.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate87.errors = vErrors;
  return errors === 0;
}
validate87.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate86(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate86.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate87(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate87.errors : vErrors.concat(validate87.errors);
    errors = vErrors.length;
  }
  validate86.errors = vErrors;
  return errors === 0;
}
validate86.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.exportSigners_query = validate90;
function validate90(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate90.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.at !== void 0) {
        let data0 = data.at;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
          validate90.errors = [{ instancePath: instancePath + "/at", schemaPath: "#/properties/at/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number") {
            if (data0 < 0 || isNaN(data0)) {
              validate90.errors = [{ instancePath: instancePath + "/at", schemaPath: "#/properties/at/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            }
          }
        }
      }
    } else {
      validate90.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate90.errors = vErrors;
  return errors === 0;
}
validate90.evaluated = { "props": { "at": true }, "dynamicProps": false, "dynamicItems": false };
exports.listDevices_query = validate91;
function validate91(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate91.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate91.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate91.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate91.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate91.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate91.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate91.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate91.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate91.errors = vErrors;
  return errors === 0;
}
validate91.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.addDevice_body = validate92;
function validate93(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate93.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.endpoint === void 0 && (missing0 = "endpoint") || data.keys === void 0 && (missing0 = "keys") || data.public_key === void 0 && (missing0 = "public_key")) {
        validate93.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "endpoint" || key0 === "keys" || key0 === "public_key")) {
            validate93.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.endpoint !== void 0) {
            let data0 = data.endpoint;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 1024) {
                  validate93.errors = [{ instancePath: instancePath + "/endpoint", schemaPath: "#/properties/endpoint/maxLength", keyword: "maxLength", params: { limit: 1024 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate93.errors = [{ instancePath: instancePath + "/endpoint", schemaPath: "#/properties/endpoint/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate93.errors = [{ instancePath: instancePath + "/endpoint", schemaPath: "#/properties/endpoint/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.keys !== void 0) {
              let data1 = data.keys;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
                  let missing1;
                  if (data1.p256dh === void 0 && (missing1 = "p256dh") || data1.auth === void 0 && (missing1 = "auth")) {
                    validate93.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/required", keyword: "required", params: { missingProperty: missing1 } }];
                    return false;
                  } else {
                    const _errs6 = errors;
                    for (const key1 in data1) {
                      if (!(key1 === "p256dh" || key1 === "auth")) {
                        validate93.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } }];
                        return false;
                        break;
                      }
                    }
                    if (_errs6 === errors) {
                      if (data1.p256dh !== void 0) {
                        let data2 = data1.p256dh;
                        const _errs7 = errors;
                        if (errors === _errs7) {
                          if (typeof data2 === "string") {
                            if (func1(data2) > 128) {
                              validate93.errors = [{ instancePath: instancePath + "/keys/p256dh", schemaPath: "#/properties/keys/properties/p256dh/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                              return false;
                            } else {
                              if (func1(data2) < 1) {
                                validate93.errors = [{ instancePath: instancePath + "/keys/p256dh", schemaPath: "#/properties/keys/properties/p256dh/minLength", keyword: "minLength", params: { limit: 1 } }];
                                return false;
                              }
                            }
                          } else {
                            validate93.errors = [{ instancePath: instancePath + "/keys/p256dh", schemaPath: "#/properties/keys/properties/p256dh/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                        }
                        var valid1 = _errs7 === errors;
                      } else {
                        var valid1 = true;
                      }
                      if (valid1) {
                        if (data1.auth !== void 0) {
                          let data3 = data1.auth;
                          const _errs9 = errors;
                          if (errors === _errs9) {
                            if (typeof data3 === "string") {
                              if (func1(data3) > 64) {
                                validate93.errors = [{ instancePath: instancePath + "/keys/auth", schemaPath: "#/properties/keys/properties/auth/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                                return false;
                              } else {
                                if (func1(data3) < 1) {
                                  validate93.errors = [{ instancePath: instancePath + "/keys/auth", schemaPath: "#/properties/keys/properties/auth/minLength", keyword: "minLength", params: { limit: 1 } }];
                                  return false;
                                }
                              }
                            } else {
                              validate93.errors = [{ instancePath: instancePath + "/keys/auth", schemaPath: "#/properties/keys/properties/auth/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                          }
                          var valid1 = _errs9 === errors;
                        } else {
                          var valid1 = true;
                        }
                      }
                    }
                  }
                } else {
                  validate93.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/type", keyword: "type", params: { type: "object" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.public_key !== void 0) {
                let data4 = data.public_key;
                const _errs11 = errors;
                if (errors === _errs11) {
                  if (typeof data4 === "string") {
                    if (func1(data4) > 128) {
                      validate93.errors = [{ instancePath: instancePath + "/public_key", schemaPath: "#/properties/public_key/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                      return false;
                    } else {
                      if (func1(data4) < 1) {
                        validate93.errors = [{ instancePath: instancePath + "/public_key", schemaPath: "#/properties/public_key/minLength", keyword: "minLength", params: { limit: 1 } }];
                        return false;
                      }
                    }
                  } else {
                    validate93.errors = [{ instancePath: instancePath + "/public_key", schemaPath: "#/properties/public_key/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs11 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate93.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate93.errors = vErrors;
  return errors === 0;
}
validate93.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate92(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate92.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate93(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
    errors = vErrors.length;
  }
  validate92.errors = vErrors;
  return errors === 0;
}
validate92.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.setPushText_body = validate95;
var schema49 = { "type": "string", "enum": ["text", "no_text"], "description": "What a notification shows. `text`: the subject and the first lines of the mail, never the code. `no_text`: only that there is\nsomething to do.\n" };
function validate97(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate97.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data !== "string") {
    validate97.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "text" || data === "no_text")) {
    validate97.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema49.enum } }];
    return false;
  }
  validate97.errors = vErrors;
  return errors === 0;
}
validate97.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate96(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate96.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.shows === void 0 && (missing0 = "shows")) {
        validate96.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "shows")) {
            validate96.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.shows !== void 0) {
            if (!validate97(data.shows, { instancePath: instancePath + "/shows", parentData: data, parentDataProperty: "shows", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate97.errors : vErrors.concat(validate97.errors);
              errors = vErrors.length;
            }
          }
        }
      }
    } else {
      validate96.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate96.errors = vErrors;
  return errors === 0;
}
validate96.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate95(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate95.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate96(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate96.errors : vErrors.concat(validate96.errors);
    errors = vErrors.length;
  }
  validate95.errors = vErrors;
  return errors === 0;
}
validate95.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.testDevice_body = validate100;
function validate101(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate101.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate101.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate101.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate101.errors = vErrors;
  return errors === 0;
}
validate101.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate100(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate100.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate101(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate101.errors : vErrors.concat(validate101.errors);
    errors = vErrors.length;
  }
  validate100.errors = vErrors;
  return errors === 0;
}
validate100.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.getInbox_query = validate103;
var schema52 = { "type": "object", "properties": { "view": { "type": "string", "enum": ["mine", "open"], "default": "mine" }, "text": { "type": "string", "minLength": 1, "maxLength": 200 }, "action": { "type": "string", "minLength": 1, "maxLength": 128 }, "requester": { "type": "string", "minLength": 1, "maxLength": 128 }, "state": { "type": "string", "enum": ["notified", "staging"] }, "unusual": { "type": "boolean" }, "soon": { "type": "boolean" }, "sort": { "type": "string", "enum": ["end", "age", "amount"], "default": "end" }, "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 50 }, "offset": { "type": "integer", "minimum": 0, "maximum": 1e6, "default": 0 } }, "required": [] };
function validate103(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate103.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.view === void 0) {
        data.view = "mine";
      }
      if (data.sort === void 0) {
        data.sort = "end";
      }
      if (data.limit === void 0) {
        data.limit = 50;
      }
      if (data.offset === void 0) {
        data.offset = 0;
      }
      let data0 = data.view;
      const _errs1 = errors;
      if (typeof data0 !== "string") {
        validate103.errors = [{ instancePath: instancePath + "/view", schemaPath: "#/properties/view/type", keyword: "type", params: { type: "string" } }];
        return false;
      }
      if (!(data0 === "mine" || data0 === "open")) {
        validate103.errors = [{ instancePath: instancePath + "/view", schemaPath: "#/properties/view/enum", keyword: "enum", params: { allowedValues: schema52.properties.view.enum } }];
        return false;
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.text !== void 0) {
          let data1 = data.text;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 200) {
                validate103.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate103.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate103.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.action !== void 0) {
            let data2 = data.action;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (typeof data2 === "string") {
                if (func1(data2) > 128) {
                  validate103.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate103.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate103.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.requester !== void 0) {
              let data3 = data.requester;
              const _errs7 = errors;
              if (errors === _errs7) {
                if (typeof data3 === "string") {
                  if (func1(data3) > 128) {
                    validate103.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                    return false;
                  } else {
                    if (func1(data3) < 1) {
                      validate103.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate103.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.state !== void 0) {
                let data4 = data.state;
                const _errs9 = errors;
                if (typeof data4 !== "string") {
                  validate103.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                if (!(data4 === "notified" || data4 === "staging")) {
                  validate103.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema52.properties.state.enum } }];
                  return false;
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.unusual !== void 0) {
                  const _errs11 = errors;
                  if (typeof data.unusual !== "boolean") {
                    validate103.errors = [{ instancePath: instancePath + "/unusual", schemaPath: "#/properties/unusual/type", keyword: "type", params: { type: "boolean" } }];
                    return false;
                  }
                  var valid0 = _errs11 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.soon !== void 0) {
                    const _errs13 = errors;
                    if (typeof data.soon !== "boolean") {
                      validate103.errors = [{ instancePath: instancePath + "/soon", schemaPath: "#/properties/soon/type", keyword: "type", params: { type: "boolean" } }];
                      return false;
                    }
                    var valid0 = _errs13 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    let data7 = data.sort;
                    const _errs15 = errors;
                    if (typeof data7 !== "string") {
                      validate103.errors = [{ instancePath: instancePath + "/sort", schemaPath: "#/properties/sort/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    if (!(data7 === "end" || data7 === "age" || data7 === "amount")) {
                      validate103.errors = [{ instancePath: instancePath + "/sort", schemaPath: "#/properties/sort/enum", keyword: "enum", params: { allowedValues: schema52.properties.sort.enum } }];
                      return false;
                    }
                    var valid0 = _errs15 === errors;
                    if (valid0) {
                      let data8 = data.limit;
                      const _errs17 = errors;
                      if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)))) {
                        validate103.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs17) {
                        if (typeof data8 == "number") {
                          if (data8 > 100 || isNaN(data8)) {
                            validate103.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                            return false;
                          } else {
                            if (data8 < 1 || isNaN(data8)) {
                              validate103.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid0 = _errs17 === errors;
                      if (valid0) {
                        let data9 = data.offset;
                        const _errs19 = errors;
                        if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)))) {
                          validate103.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/type", keyword: "type", params: { type: "integer" } }];
                          return false;
                        }
                        if (errors === _errs19) {
                          if (typeof data9 == "number") {
                            if (data9 > 1e6 || isNaN(data9)) {
                              validate103.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } }];
                              return false;
                            } else {
                              if (data9 < 0 || isNaN(data9)) {
                                validate103.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                                return false;
                              }
                            }
                          }
                        }
                        var valid0 = _errs19 === errors;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate103.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate103.errors = vErrors;
  return errors === 0;
}
validate103.evaluated = { "props": { "view": true, "text": true, "action": true, "requester": true, "state": true, "unusual": true, "soon": true, "sort": true, "limit": true, "offset": true }, "dynamicProps": false, "dynamicItems": false };
exports.watchInbox_query = validate104;
function validate104(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate104.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.wait === void 0) {
        data.wait = 20;
      }
      let missing0;
      if (data.after === void 0 && (missing0 = "after")) {
        validate104.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.after !== void 0) {
          let data0 = data.after;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
            validate104.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs1) {
            if (typeof data0 == "number") {
              if (data0 < 0 || isNaN(data0)) {
                validate104.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          let data1 = data.wait;
          const _errs3 = errors;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
            validate104.errors = [{ instancePath: instancePath + "/wait", schemaPath: "#/properties/wait/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs3) {
            if (typeof data1 == "number") {
              if (data1 > 20 || isNaN(data1)) {
                validate104.errors = [{ instancePath: instancePath + "/wait", schemaPath: "#/properties/wait/maximum", keyword: "maximum", params: { comparison: "<=", limit: 20 } }];
                return false;
              } else {
                if (data1 < 0 || isNaN(data1)) {
                  validate104.errors = [{ instancePath: instancePath + "/wait", schemaPath: "#/properties/wait/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        }
      }
    } else {
      validate104.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate104.errors = vErrors;
  return errors === 0;
}
validate104.evaluated = { "props": { "after": true, "wait": true }, "dynamicProps": false, "dynamicItems": false };
exports.listRequests_query = validate105;
var schema54 = { "type": "object", "properties": { "state": { "type": "string", "enum": ["notified", "staging", "authorized", "executing", "succeeded", "failed", "expired", "aborted", "denied"] }, "action": { "type": "string", "minLength": 1, "maxLength": 128 }, "requester": { "type": "string", "minLength": 1, "maxLength": 128 }, "text": { "type": "string", "minLength": 1, "maxLength": 200 }, "run": { "type": "string", "enum": ["done", "failed", "stopped", "open", "program", "none"] }, "decider": { "type": "string", "minLength": 1, "maxLength": 128 }, "since": { "type": "integer", "minimum": 0 }, "until": { "type": "integer", "minimum": 0 }, "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 25 }, "cursor": { "type": "string", "minLength": 1, "maxLength": 512 } }, "required": [] };
function validate105(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate105.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      if (data.state !== void 0) {
        let data0 = data.state;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          validate105.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
        if (!(data0 === "notified" || data0 === "staging" || data0 === "authorized" || data0 === "executing" || data0 === "succeeded" || data0 === "failed" || data0 === "expired" || data0 === "aborted" || data0 === "denied")) {
          validate105.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema54.properties.state.enum } }];
          return false;
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.action !== void 0) {
          let data1 = data.action;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 128) {
                validate105.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate105.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate105.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.requester !== void 0) {
            let data2 = data.requester;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (typeof data2 === "string") {
                if (func1(data2) > 128) {
                  validate105.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate105.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate105.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.text !== void 0) {
              let data3 = data.text;
              const _errs7 = errors;
              if (errors === _errs7) {
                if (typeof data3 === "string") {
                  if (func1(data3) > 200) {
                    validate105.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                    return false;
                  } else {
                    if (func1(data3) < 1) {
                      validate105.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate105.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.run !== void 0) {
                let data4 = data.run;
                const _errs9 = errors;
                if (typeof data4 !== "string") {
                  validate105.errors = [{ instancePath: instancePath + "/run", schemaPath: "#/properties/run/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                if (!(data4 === "done" || data4 === "failed" || data4 === "stopped" || data4 === "open" || data4 === "program" || data4 === "none")) {
                  validate105.errors = [{ instancePath: instancePath + "/run", schemaPath: "#/properties/run/enum", keyword: "enum", params: { allowedValues: schema54.properties.run.enum } }];
                  return false;
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.decider !== void 0) {
                  let data5 = data.decider;
                  const _errs11 = errors;
                  if (errors === _errs11) {
                    if (typeof data5 === "string") {
                      if (func1(data5) > 128) {
                        validate105.errors = [{ instancePath: instancePath + "/decider", schemaPath: "#/properties/decider/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                        return false;
                      } else {
                        if (func1(data5) < 1) {
                          validate105.errors = [{ instancePath: instancePath + "/decider", schemaPath: "#/properties/decider/minLength", keyword: "minLength", params: { limit: 1 } }];
                          return false;
                        }
                      }
                    } else {
                      validate105.errors = [{ instancePath: instancePath + "/decider", schemaPath: "#/properties/decider/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                  }
                  var valid0 = _errs11 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.since !== void 0) {
                    let data6 = data.since;
                    const _errs13 = errors;
                    if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
                      validate105.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "integer" } }];
                      return false;
                    }
                    if (errors === _errs13) {
                      if (typeof data6 == "number") {
                        if (data6 < 0 || isNaN(data6)) {
                          validate105.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs13 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.until !== void 0) {
                      let data7 = data.until;
                      const _errs15 = errors;
                      if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
                        validate105.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/properties/until/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs15) {
                        if (typeof data7 == "number") {
                          if (data7 < 0 || isNaN(data7)) {
                            validate105.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/properties/until/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs15 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      let data8 = data.limit;
                      const _errs17 = errors;
                      if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)))) {
                        validate105.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs17) {
                        if (typeof data8 == "number") {
                          if (data8 > 100 || isNaN(data8)) {
                            validate105.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                            return false;
                          } else {
                            if (data8 < 1 || isNaN(data8)) {
                              validate105.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid0 = _errs17 === errors;
                      if (valid0) {
                        if (data.cursor !== void 0) {
                          let data9 = data.cursor;
                          const _errs19 = errors;
                          if (errors === _errs19) {
                            if (typeof data9 === "string") {
                              if (func1(data9) > 512) {
                                validate105.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                                return false;
                              } else {
                                if (func1(data9) < 1) {
                                  validate105.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                                  return false;
                                }
                              }
                            } else {
                              validate105.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                          }
                          var valid0 = _errs19 === errors;
                        } else {
                          var valid0 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate105.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate105.errors = vErrors;
  return errors === 0;
}
validate105.evaluated = { "props": { "state": true, "action": true, "requester": true, "text": true, "run": true, "decider": true, "since": true, "until": true, "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.getRequestView_query = validate106;
function validate106(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate106.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.compare !== void 0) {
        const _errs1 = errors;
        if (typeof data.compare !== "boolean") {
          validate106.errors = [{ instancePath: instancePath + "/compare", schemaPath: "#/properties/compare/type", keyword: "type", params: { type: "boolean" } }];
          return false;
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.page !== void 0) {
          const _errs3 = errors;
          if (typeof data.page !== "boolean") {
            validate106.errors = [{ instancePath: instancePath + "/page", schemaPath: "#/properties/page/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate106.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate106.errors = vErrors;
  return errors === 0;
}
validate106.evaluated = { "props": { "compare": true, "page": true }, "dynamicProps": false, "dynamicItems": false };
exports.getStatement_query = validate107;
var schema56 = { "type": "object", "properties": { "decision": { "type": "string", "enum": ["authorize", "refuse", "abort"] } }, "required": ["decision"] };
function validate107(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate107.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.decision === void 0 && (missing0 = "decision")) {
        validate107.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.decision !== void 0) {
          let data0 = data.decision;
          if (typeof data0 !== "string") {
            validate107.errors = [{ instancePath: instancePath + "/decision", schemaPath: "#/properties/decision/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          if (!(data0 === "authorize" || data0 === "refuse" || data0 === "abort")) {
            validate107.errors = [{ instancePath: instancePath + "/decision", schemaPath: "#/properties/decision/enum", keyword: "enum", params: { allowedValues: schema56.properties.decision.enum } }];
            return false;
          }
        }
      }
    } else {
      validate107.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate107.errors = vErrors;
  return errors === 0;
}
validate107.evaluated = { "props": { "decision": true }, "dynamicProps": false, "dynamicItems": false };
exports.turnKey_body = validate108;
function validate109(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate109.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.code === void 0 && (missing0 = "code")) {
        validate109.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "code" || key0 === "round" || key0 === "signature")) {
            validate109.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.code !== void 0) {
            let data0 = data.code;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 32) {
                  validate109.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/maxLength", keyword: "maxLength", params: { limit: 32 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate109.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate109.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.round !== void 0) {
              let data1 = data.round;
              const _errs4 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
                validate109.errors = [{ instancePath: instancePath + "/round", schemaPath: "#/properties/round/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs4) {
                if (typeof data1 == "number") {
                  if (data1 < 1 || isNaN(data1)) {
                    validate109.errors = [{ instancePath: instancePath + "/round", schemaPath: "#/properties/round/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.signature !== void 0) {
                const _errs6 = errors;
                if (!validate81(data.signature, { instancePath: instancePath + "/signature", parentData: data, parentDataProperty: "signature", rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate109.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate109.errors = vErrors;
  return errors === 0;
}
validate109.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate108(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate108.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate109(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate109.errors : vErrors.concat(validate109.errors);
    errors = vErrors.length;
  }
  validate108.errors = vErrors;
  return errors === 0;
}
validate108.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.refuseRequest_body = validate112;
var schema60 = { "type": "object", "additionalProperties": false, "properties": { "note": { "type": "string", "maxLength": 512, "description": "The reason, for the history. The request object never has it." }, "outcome_reason": { "type": "string", "enum": ["wrong_target", "wrong_amount", "too_much_at_once", "ask_first", "not_now", "never"], "description": "What the program is told, as `outcome_reason` of the request object. Absent if nothing." }, "signature": { "$ref": "#/components/schemas/Signature" } } };
function validate113(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate113.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs1 = errors;
      for (const key0 in data) {
        if (!(key0 === "note" || key0 === "outcome_reason" || key0 === "signature")) {
          validate113.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
          return false;
          break;
        }
      }
      if (_errs1 === errors) {
        if (data.note !== void 0) {
          let data0 = data.note;
          const _errs2 = errors;
          if (errors === _errs2) {
            if (typeof data0 === "string") {
              if (func1(data0) > 512) {
                validate113.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/properties/note/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              }
            } else {
              validate113.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/properties/note/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs2 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.outcome_reason !== void 0) {
            let data1 = data.outcome_reason;
            const _errs4 = errors;
            if (typeof data1 !== "string") {
              validate113.errors = [{ instancePath: instancePath + "/outcome_reason", schemaPath: "#/properties/outcome_reason/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if (!(data1 === "wrong_target" || data1 === "wrong_amount" || data1 === "too_much_at_once" || data1 === "ask_first" || data1 === "not_now" || data1 === "never")) {
              validate113.errors = [{ instancePath: instancePath + "/outcome_reason", schemaPath: "#/properties/outcome_reason/enum", keyword: "enum", params: { allowedValues: schema60.properties.outcome_reason.enum } }];
              return false;
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.signature !== void 0) {
              const _errs6 = errors;
              if (!validate81(data.signature, { instancePath: instancePath + "/signature", parentData: data, parentDataProperty: "signature", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs6 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate113.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate113.errors = vErrors;
  return errors === 0;
}
validate113.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate112(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate112.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate113(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate113.errors : vErrors.concat(validate113.errors);
    errors = vErrors.length;
  }
  validate112.errors = vErrors;
  return errors === 0;
}
validate112.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.abortRequest_body = validate116;
function validate117(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate117.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs1 = errors;
      for (const key0 in data) {
        if (!(key0 === "note" || key0 === "misuse" || key0 === "signature")) {
          validate117.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
          return false;
          break;
        }
      }
      if (_errs1 === errors) {
        if (data.note !== void 0) {
          let data0 = data.note;
          const _errs2 = errors;
          if (errors === _errs2) {
            if (typeof data0 === "string") {
              if (func1(data0) > 512) {
                validate117.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/properties/note/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              }
            } else {
              validate117.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/properties/note/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs2 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.misuse !== void 0) {
            const _errs4 = errors;
            if (typeof data.misuse !== "boolean") {
              validate117.errors = [{ instancePath: instancePath + "/misuse", schemaPath: "#/properties/misuse/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.signature !== void 0) {
              const _errs6 = errors;
              if (!validate81(data.signature, { instancePath: instancePath + "/signature", parentData: data, parentDataProperty: "signature", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate81.errors : vErrors.concat(validate81.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs6 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate117.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate117.errors = vErrors;
  return errors === 0;
}
validate117.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate116(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate116.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate117(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate117.errors : vErrors.concat(validate117.errors);
    errors = vErrors.length;
  }
  validate116.errors = vErrors;
  return errors === 0;
}
validate116.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.withdrawTurn_body = validate120;
function validate121(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate121.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate121.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate121.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate121.errors = vErrors;
  return errors === 0;
}
validate121.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate120(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate120.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate121(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate121.errors : vErrors.concat(validate121.errors);
    errors = vErrors.length;
  }
  validate120.errors = vErrors;
  return errors === 0;
}
validate120.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.restartRound_body = validate123;
function validate124(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate124.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate124.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate124.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate124.errors = vErrors;
  return errors === 0;
}
validate124.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate123(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate123.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate124(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate124.errors : vErrors.concat(validate124.errors);
    errors = vErrors.length;
  }
  validate123.errors = vErrors;
  return errors === 0;
}
validate123.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.stopRequest_body = validate126;
function validate127(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate127.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs1 = errors;
      for (const key0 in data) {
        if (!(key0 === "note")) {
          validate127.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
          return false;
          break;
        }
      }
      if (_errs1 === errors) {
        if (data.note !== void 0) {
          let data0 = data.note;
          const _errs2 = errors;
          if (errors === _errs2) {
            if (typeof data0 === "string") {
              if (func1(data0) > 512) {
                validate127.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/properties/note/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              }
            } else {
              validate127.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/properties/note/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
        }
      }
    } else {
      validate127.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate127.errors = vErrors;
  return errors === 0;
}
validate127.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate126(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate126.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate127(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate127.errors : vErrors.concat(validate127.errors);
    errors = vErrors.length;
  }
  validate126.errors = vErrors;
  return errors === 0;
}
validate126.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.reissueCode_body = validate129;
function validate130(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate130.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.operator === void 0 && (missing0 = "operator")) {
        validate130.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "operator")) {
            validate130.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.operator !== void 0) {
            let data0 = data.operator;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 128) {
                  validate130.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate130.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate130.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate130.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate130.errors = vErrors;
  return errors === 0;
}
validate130.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate129(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate129.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate130(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate130.errors : vErrors.concat(validate130.errors);
    errors = vErrors.length;
  }
  validate129.errors = vErrors;
  return errors === 0;
}
validate129.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.writeQuestion_body = validate132;
function validate133(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate133.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.text === void 0 && (missing0 = "text")) {
        validate133.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "text")) {
            validate133.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.text !== void 0) {
            let data0 = data.text;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 1e3) {
                  validate133.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/maxLength", keyword: "maxLength", params: { limit: 1e3 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate133.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate133.errors = [{ instancePath: instancePath + "/text", schemaPath: "#/properties/text/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate133.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate133.errors = vErrors;
  return errors === 0;
}
validate133.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate132(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate132.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate133(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate133.errors : vErrors.concat(validate133.errors);
    errors = vErrors.length;
  }
  validate132.errors = vErrors;
  return errors === 0;
}
validate132.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.requestDeliveries_query = validate135;
function validate135(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate135.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate135.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate135.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate135.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate135.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate135.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate135.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate135.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate135.errors = vErrors;
  return errors === 0;
}
validate135.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.requestHistory_query = validate136;
function validate136(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate136.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate136.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate136.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate136.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate136.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate136.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate136.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate136.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate136.errors = vErrors;
  return errors === 0;
}
validate136.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.getDeliveryPost_query = validate137;
function validate137(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate137.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.attempt !== void 0) {
        let data0 = data.attempt;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
          validate137.errors = [{ instancePath: instancePath + "/attempt", schemaPath: "#/properties/attempt/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number") {
            if (data0 > 1e6 || isNaN(data0)) {
              validate137.errors = [{ instancePath: instancePath + "/attempt", schemaPath: "#/properties/attempt/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } }];
              return false;
            } else {
              if (data0 < 1 || isNaN(data0)) {
                validate137.errors = [{ instancePath: instancePath + "/attempt", schemaPath: "#/properties/attempt/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate137.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate137.errors = vErrors;
  return errors === 0;
}
validate137.evaluated = { "props": { "attempt": true }, "dynamicProps": false, "dynamicItems": false };
exports.redeliver_body = validate138;
function validate139(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate139.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate139.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate139.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate139.errors = vErrors;
  return errors === 0;
}
validate139.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate138(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate138.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate139(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate139.errors : vErrors.concat(validate139.errors);
    errors = vErrors.length;
  }
  validate138.errors = vErrors;
  return errors === 0;
}
validate138.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listWebhooks_query = validate141;
function validate141(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate141.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate141.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate141.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate141.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate141.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate141.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate141.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate141.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate141.errors = vErrors;
  return errors === 0;
}
validate141.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.createWebhook_body = validate142;
var func0 = require_equal().default;
var schema81 = { "type": "string", "enum": ["request.authorized", "request.denied", "request.expired", "request.aborted", "request.failed", "request.executed", "request.execution_failed"], "description": "What happened." };
function validate144(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate144.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data !== "string") {
    validate144.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "request.authorized" || data === "request.denied" || data === "request.expired" || data === "request.aborted" || data === "request.failed" || data === "request.executed" || data === "request.execution_failed")) {
    validate144.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema81.enum } }];
    return false;
  }
  validate144.errors = vErrors;
  return errors === 0;
}
validate144.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate143(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate143.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.url === void 0 && (missing0 = "url")) {
        validate143.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "url" || key0 === "types" || key0 === "description")) {
            validate143.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.url !== void 0) {
            let data0 = data.url;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 2048) {
                  validate143.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/maxLength", keyword: "maxLength", params: { limit: 2048 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate143.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate143.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.types !== void 0) {
              let data1 = data.types;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data1)) {
                  if (data1.length < 1) {
                    validate143.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/minItems", keyword: "minItems", params: { limit: 1 } }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data1.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs6 = errors;
                      if (!validate144(data1[i0], { instancePath: instancePath + "/types/" + i0, parentData: data1, parentDataProperty: i0, rootData, dynamicAnchors })) {
                        vErrors = vErrors === null ? validate144.errors : vErrors.concat(validate144.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs6 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                    if (valid1) {
                      let i1 = data1.length;
                      let j0;
                      if (i1 > 1) {
                        outer0:
                          for (; i1--; ) {
                            for (j0 = i1; j0--; ) {
                              if (func0(data1[i1], data1[j0])) {
                                validate143.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 } }];
                                return false;
                                break outer0;
                              }
                            }
                          }
                      }
                    }
                  }
                } else {
                  validate143.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/type", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.description !== void 0) {
                let data3 = data.description;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (typeof data3 === "string") {
                    if (func1(data3) > 200) {
                      validate143.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                      return false;
                    }
                  } else {
                    validate143.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate143.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate143.errors = vErrors;
  return errors === 0;
}
validate143.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate142(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate142.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate143(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate143.errors : vErrors.concat(validate143.errors);
    errors = vErrors.length;
  }
  validate142.errors = vErrors;
  return errors === 0;
}
validate142.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.updateWebhook_body = validate147;
var schema83 = { "type": "object", "additionalProperties": false, "minProperties": 1, "description": "Fields that you leave out do not change.", "properties": { "types": { "type": ["array", "null"], "minItems": 1, "uniqueItems": true, "items": { "$ref": "#/components/schemas/EventType" }, "description": "The event types that it accepts. Null means every type." }, "description": { "type": "string", "maxLength": 200, "description": "What it is for. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters." }, "enabled": { "type": "boolean", "description": "Whether new events are posted. Events from the time while it was disabled can be sent later." } } };
function validate148(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate148.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length < 1) {
        validate148.errors = [{ instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "types" || key0 === "description" || key0 === "enabled")) {
            validate148.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.types !== void 0) {
            let data0 = data.types;
            const _errs2 = errors;
            if (!Array.isArray(data0) && data0 !== null) {
              validate148.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/type", keyword: "type", params: { type: schema83.properties.types.type } }];
              return false;
            }
            if (errors === _errs2) {
              if (Array.isArray(data0)) {
                if (data0.length < 1) {
                  validate148.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/minItems", keyword: "minItems", params: { limit: 1 } }];
                  return false;
                } else {
                  var valid1 = true;
                  const len0 = data0.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs4 = errors;
                    if (!validate144(data0[i0], { instancePath: instancePath + "/types/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
                      vErrors = vErrors === null ? validate144.errors : vErrors.concat(validate144.errors);
                      errors = vErrors.length;
                    }
                    var valid1 = _errs4 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                  if (valid1) {
                    let i1 = data0.length;
                    let j0;
                    if (i1 > 1) {
                      outer0:
                        for (; i1--; ) {
                          for (j0 = i1; j0--; ) {
                            if (func0(data0[i1], data0[j0])) {
                              validate148.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 } }];
                              return false;
                              break outer0;
                            }
                          }
                        }
                    }
                  }
                }
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.description !== void 0) {
              let data2 = data.description;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data2 === "string") {
                  if (func1(data2) > 200) {
                    validate148.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                    return false;
                  }
                } else {
                  validate148.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.enabled !== void 0) {
                const _errs7 = errors;
                if (typeof data.enabled !== "boolean") {
                  validate148.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/properties/enabled/type", keyword: "type", params: { type: "boolean" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate148.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate148.errors = vErrors;
  return errors === 0;
}
validate148.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate147(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate147.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate148(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate148.errors : vErrors.concat(validate148.errors);
    errors = vErrors.length;
  }
  validate147.errors = vErrors;
  return errors === 0;
}
validate147.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.rotateWebhookSecret_body = validate151;
function validate152(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate152.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs1 = errors;
      for (const key0 in data) {
        if (!(key0 === "overlap_seconds")) {
          validate152.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
          return false;
          break;
        }
      }
      if (_errs1 === errors) {
        if (data.overlap_seconds !== void 0) {
          let data0 = data.overlap_seconds;
          const _errs2 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
            validate152.errors = [{ instancePath: instancePath + "/overlap_seconds", schemaPath: "#/properties/overlap_seconds/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs2) {
            if (typeof data0 == "number") {
              if (data0 > 86400 || isNaN(data0)) {
                validate152.errors = [{ instancePath: instancePath + "/overlap_seconds", schemaPath: "#/properties/overlap_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 } }];
                return false;
              } else {
                if (data0 < 0 || isNaN(data0)) {
                  validate152.errors = [{ instancePath: instancePath + "/overlap_seconds", schemaPath: "#/properties/overlap_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                }
              }
            }
          }
        }
      }
    } else {
      validate152.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate152.errors = vErrors;
  return errors === 0;
}
validate152.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate151(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate151.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate152(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate152.errors : vErrors.concat(validate152.errors);
    errors = vErrors.length;
  }
  validate151.errors = vErrors;
  return errors === 0;
}
validate151.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.revokePreviousSecret_body = validate154;
function validate155(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate155.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate155.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate155.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate155.errors = vErrors;
  return errors === 0;
}
validate155.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate154(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate154.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate155(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
    errors = vErrors.length;
  }
  validate154.errors = vErrors;
  return errors === 0;
}
validate154.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.verifyWebhook_body = validate157;
function validate158(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate158.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.token === void 0 && (missing0 = "token")) {
        validate158.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "token")) {
            validate158.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.token !== void 0) {
            let data0 = data.token;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 200) {
                  validate158.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/properties/token/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate158.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/properties/token/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate158.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/properties/token/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate158.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate158.errors = vErrors;
  return errors === 0;
}
validate158.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate157(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate157.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate158(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate158.errors : vErrors.concat(validate158.errors);
    errors = vErrors.length;
  }
  validate157.errors = vErrors;
  return errors === 0;
}
validate157.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.testWebhook_body = validate160;
function validate161(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate161.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs1 = errors;
      for (const key0 in data) {
        if (!(key0 === "type")) {
          validate161.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
          return false;
          break;
        }
      }
      if (_errs1 === errors) {
        if (data.type !== void 0) {
          if (!validate144(data.type, { instancePath: instancePath + "/type", parentData: data, parentDataProperty: "type", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate144.errors : vErrors.concat(validate144.errors);
            errors = vErrors.length;
          }
        }
      }
    } else {
      validate161.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate161.errors = vErrors;
  return errors === 0;
}
validate161.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate160(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate160.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate161(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate161.errors : vErrors.concat(validate161.errors);
    errors = vErrors.length;
  }
  validate160.errors = vErrors;
  return errors === 0;
}
validate160.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.webhookDeliveries_query = validate164;
function validate164(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate164.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate164.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate164.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate164.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate164.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate164.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate164.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate164.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate164.errors = vErrors;
  return errors === 0;
}
validate164.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.recoverWebhook_body = validate165;
function validate166(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate166.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.since === void 0 && (missing0 = "since") || data.until === void 0 && (missing0 = "until")) {
        validate166.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "since" || key0 === "until" || key0 === "cursor")) {
            validate166.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.since !== void 0) {
            let data0 = data.since;
            const _errs2 = errors;
            if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
              validate166.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs2) {
              if (typeof data0 == "number") {
                if (data0 < 0 || isNaN(data0)) {
                  validate166.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                }
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.until !== void 0) {
              let data1 = data.until;
              const _errs4 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
                validate166.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/properties/until/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs4) {
                if (typeof data1 == "number") {
                  if (data1 < 0 || isNaN(data1)) {
                    validate166.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/properties/until/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.cursor !== void 0) {
                let data2 = data.cursor;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 512) {
                      validate166.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                      return false;
                    } else {
                      if (func1(data2) < 1) {
                        validate166.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                        return false;
                      }
                    }
                  } else {
                    validate166.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate166.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate166.errors = vErrors;
  return errors === 0;
}
validate166.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate165(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate165.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate166(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate166.errors : vErrors.concat(validate166.errors);
    errors = vErrors.length;
  }
  validate165.errors = vErrors;
  return errors === 0;
}
validate165.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.setChat_body = validate168;
var schema97 = { "type": "string", "description": "How a message is written.", "enum": ["slack", "teams", "discord"] };
function validate170(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate170.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data !== "string") {
    validate170.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "slack" || data === "teams" || data === "discord")) {
    validate170.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema97.enum } }];
    return false;
  }
  validate170.errors = vErrors;
  return errors === 0;
}
validate170.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate169(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate169.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.format === void 0 && (missing0 = "format") || data.url === void 0 && (missing0 = "url")) {
        validate169.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "format" || key0 === "url")) {
            validate169.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.format !== void 0) {
            const _errs2 = errors;
            if (!validate170(data.format, { instancePath: instancePath + "/format", parentData: data, parentDataProperty: "format", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate170.errors : vErrors.concat(validate170.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.url !== void 0) {
              let data1 = data.url;
              const _errs3 = errors;
              if (errors === _errs3) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 2048) {
                    validate169.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/maxLength", keyword: "maxLength", params: { limit: 2048 } }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate169.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate169.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs3 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate169.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate169.errors = vErrors;
  return errors === 0;
}
validate169.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate168(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate168.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate169(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate169.errors : vErrors.concat(validate169.errors);
    errors = vErrors.length;
  }
  validate168.errors = vErrors;
  return errors === 0;
}
validate168.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.testChat_body = validate173;
function validate174(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate174.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate174.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate174.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate174.errors = vErrors;
  return errors === 0;
}
validate174.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate173(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate173.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate174(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate174.errors : vErrors.concat(validate174.errors);
    errors = vErrors.length;
  }
  validate173.errors = vErrors;
  return errors === 0;
}
validate173.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listKeys_query = validate176;
function validate176(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate176.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate176.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate176.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate176.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate176.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate176.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate176.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate176.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate176.errors = vErrors;
  return errors === 0;
}
validate176.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.createKey_body = validate177;
var schema103 = { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string", "enum": ["propose", "read", "execute", "audit"] }, "description": "What the key can be used for." };
function validate179(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate179.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (Array.isArray(data)) {
      if (data.length < 1) {
        validate179.errors = [{ instancePath, schemaPath: "#/minItems", keyword: "minItems", params: { limit: 1 } }];
        return false;
      } else {
        var valid0 = true;
        const len0 = data.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data0 = data[i0];
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            validate179.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          if (!(data0 === "propose" || data0 === "read" || data0 === "execute" || data0 === "audit")) {
            validate179.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/enum", keyword: "enum", params: { allowedValues: schema103.items.enum } }];
            return false;
          }
          var valid0 = _errs1 === errors;
          if (!valid0) {
            break;
          }
        }
        if (valid0) {
          let i1 = data.length;
          let j0;
          if (i1 > 1) {
            const indices0 = {};
            for (; i1--; ) {
              let item0 = data[i1];
              if (typeof item0 !== "string") {
                continue;
              }
              if (typeof indices0[item0] == "number") {
                j0 = indices0[item0];
                validate179.errors = [{ instancePath, schemaPath: "#/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 } }];
                return false;
                break;
              }
              indices0[item0] = i1;
            }
          }
        }
      }
    } else {
      validate179.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate179.errors = vErrors;
  return errors === 0;
}
validate179.evaluated = { "items": true, "dynamicProps": false, "dynamicItems": false };
function validate178(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate178.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.scopes === void 0 && (missing0 = "scopes")) {
        validate178.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "name" || key0 === "scopes" || key0 === "signing_key" || key0 === "max_open" || key0 === "actions" || key0 === "holder")) {
            validate178.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.name !== void 0) {
            let data0 = data.name;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 100) {
                  validate178.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate178.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate178.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.scopes !== void 0) {
              const _errs4 = errors;
              if (!validate179(data.scopes, { instancePath: instancePath + "/scopes", parentData: data, parentDataProperty: "scopes", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate179.errors : vErrors.concat(validate179.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.signing_key !== void 0) {
                let data2 = data.signing_key;
                const _errs5 = errors;
                if (errors === _errs5) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 512) {
                      validate178.errors = [{ instancePath: instancePath + "/signing_key", schemaPath: "#/properties/signing_key/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                      return false;
                    } else {
                      if (func1(data2) < 1) {
                        validate178.errors = [{ instancePath: instancePath + "/signing_key", schemaPath: "#/properties/signing_key/minLength", keyword: "minLength", params: { limit: 1 } }];
                        return false;
                      }
                    }
                  } else {
                    validate178.errors = [{ instancePath: instancePath + "/signing_key", schemaPath: "#/properties/signing_key/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs5 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.max_open !== void 0) {
                  let data3 = data.max_open;
                  const _errs7 = errors;
                  if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)))) {
                    validate178.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                  if (errors === _errs7) {
                    if (typeof data3 == "number") {
                      if (data3 > 1e4 || isNaN(data3)) {
                        validate178.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e4 } }];
                        return false;
                      } else {
                        if (data3 < 1 || isNaN(data3)) {
                          validate178.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                          return false;
                        }
                      }
                    }
                  }
                  var valid0 = _errs7 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.actions !== void 0) {
                    let data4 = data.actions;
                    const _errs9 = errors;
                    if (errors === _errs9) {
                      if (Array.isArray(data4)) {
                        if (data4.length > 20) {
                          validate178.errors = [{ instancePath: instancePath + "/actions", schemaPath: "#/properties/actions/maxItems", keyword: "maxItems", params: { limit: 20 } }];
                          return false;
                        } else {
                          if (data4.length < 1) {
                            validate178.errors = [{ instancePath: instancePath + "/actions", schemaPath: "#/properties/actions/minItems", keyword: "minItems", params: { limit: 1 } }];
                            return false;
                          } else {
                            var valid1 = true;
                            const len0 = data4.length;
                            for (let i0 = 0; i0 < len0; i0++) {
                              let data5 = data4[i0];
                              const _errs11 = errors;
                              if (errors === _errs11) {
                                if (typeof data5 === "string") {
                                  if (func1(data5) > 128) {
                                    validate178.errors = [{ instancePath: instancePath + "/actions/" + i0, schemaPath: "#/properties/actions/items/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                                    return false;
                                  } else {
                                    if (func1(data5) < 1) {
                                      validate178.errors = [{ instancePath: instancePath + "/actions/" + i0, schemaPath: "#/properties/actions/items/minLength", keyword: "minLength", params: { limit: 1 } }];
                                      return false;
                                    }
                                  }
                                } else {
                                  validate178.errors = [{ instancePath: instancePath + "/actions/" + i0, schemaPath: "#/properties/actions/items/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                              }
                              var valid1 = _errs11 === errors;
                              if (!valid1) {
                                break;
                              }
                            }
                            if (valid1) {
                              let i1 = data4.length;
                              let j0;
                              if (i1 > 1) {
                                const indices0 = {};
                                for (; i1--; ) {
                                  let item0 = data4[i1];
                                  if (typeof item0 !== "string") {
                                    continue;
                                  }
                                  if (typeof indices0[item0] == "number") {
                                    j0 = indices0[item0];
                                    validate178.errors = [{ instancePath: instancePath + "/actions", schemaPath: "#/properties/actions/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 } }];
                                    return false;
                                    break;
                                  }
                                  indices0[item0] = i1;
                                }
                              }
                            }
                          }
                        }
                      } else {
                        validate178.errors = [{ instancePath: instancePath + "/actions", schemaPath: "#/properties/actions/type", keyword: "type", params: { type: "array" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs9 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.holder !== void 0) {
                      let data6 = data.holder;
                      const _errs13 = errors;
                      if (errors === _errs13) {
                        if (typeof data6 === "string") {
                          if (func1(data6) > 128) {
                            validate178.errors = [{ instancePath: instancePath + "/holder", schemaPath: "#/properties/holder/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                            return false;
                          } else {
                            if (func1(data6) < 1) {
                              validate178.errors = [{ instancePath: instancePath + "/holder", schemaPath: "#/properties/holder/minLength", keyword: "minLength", params: { limit: 1 } }];
                              return false;
                            }
                          }
                        } else {
                          validate178.errors = [{ instancePath: instancePath + "/holder", schemaPath: "#/properties/holder/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate178.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate178.errors = vErrors;
  return errors === 0;
}
validate178.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate177(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate177.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate178(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate178.errors : vErrors.concat(validate178.errors);
    errors = vErrors.length;
  }
  validate177.errors = vErrors;
  return errors === 0;
}
validate177.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.updateKey_body = validate182;
var schema105 = { "type": "object", "additionalProperties": false, "minProperties": 1, "properties": { "max_open": { "type": ["integer", "null"], "minimum": 1, "maximum": 1e4, "description": "How many requests that it creates may wait for keys at the same time. Null ends the limit." }, "actions": { "type": ["array", "null"], "minItems": 1, "maxItems": 20, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 128 }, "description": "Ids of the only actions that it can be used for. Each must exist. Null lets it be used for every action." }, "holder": { "type": ["string", "null"], "minLength": 1, "maxLength": 128, "description": "The operator who holds its token. Null names nobody." } } };
function validate183(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate183.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length < 1) {
        validate183.errors = [{ instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "max_open" || key0 === "actions" || key0 === "holder")) {
            validate183.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.max_open !== void 0) {
            let data0 = data.max_open;
            const _errs2 = errors;
            if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0))) && data0 !== null) {
              validate183.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/type", keyword: "type", params: { type: schema105.properties.max_open.type } }];
              return false;
            }
            if (errors === _errs2) {
              if (typeof data0 == "number") {
                if (data0 > 1e4 || isNaN(data0)) {
                  validate183.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e4 } }];
                  return false;
                } else {
                  if (data0 < 1 || isNaN(data0)) {
                    validate183.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.actions !== void 0) {
              let data1 = data.actions;
              const _errs4 = errors;
              if (!Array.isArray(data1) && data1 !== null) {
                validate183.errors = [{ instancePath: instancePath + "/actions", schemaPath: "#/properties/actions/type", keyword: "type", params: { type: schema105.properties.actions.type } }];
                return false;
              }
              if (errors === _errs4) {
                if (Array.isArray(data1)) {
                  if (data1.length > 20) {
                    validate183.errors = [{ instancePath: instancePath + "/actions", schemaPath: "#/properties/actions/maxItems", keyword: "maxItems", params: { limit: 20 } }];
                    return false;
                  } else {
                    if (data1.length < 1) {
                      validate183.errors = [{ instancePath: instancePath + "/actions", schemaPath: "#/properties/actions/minItems", keyword: "minItems", params: { limit: 1 } }];
                      return false;
                    } else {
                      var valid1 = true;
                      const len0 = data1.length;
                      for (let i0 = 0; i0 < len0; i0++) {
                        let data2 = data1[i0];
                        const _errs6 = errors;
                        if (errors === _errs6) {
                          if (typeof data2 === "string") {
                            if (func1(data2) > 128) {
                              validate183.errors = [{ instancePath: instancePath + "/actions/" + i0, schemaPath: "#/properties/actions/items/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                              return false;
                            } else {
                              if (func1(data2) < 1) {
                                validate183.errors = [{ instancePath: instancePath + "/actions/" + i0, schemaPath: "#/properties/actions/items/minLength", keyword: "minLength", params: { limit: 1 } }];
                                return false;
                              }
                            }
                          } else {
                            validate183.errors = [{ instancePath: instancePath + "/actions/" + i0, schemaPath: "#/properties/actions/items/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                        }
                        var valid1 = _errs6 === errors;
                        if (!valid1) {
                          break;
                        }
                      }
                      if (valid1) {
                        let i1 = data1.length;
                        let j0;
                        if (i1 > 1) {
                          const indices0 = {};
                          for (; i1--; ) {
                            let item0 = data1[i1];
                            if (typeof item0 !== "string") {
                              continue;
                            }
                            if (typeof indices0[item0] == "number") {
                              j0 = indices0[item0];
                              validate183.errors = [{ instancePath: instancePath + "/actions", schemaPath: "#/properties/actions/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 } }];
                              return false;
                              break;
                            }
                            indices0[item0] = i1;
                          }
                        }
                      }
                    }
                  }
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.holder !== void 0) {
                let data3 = data.holder;
                const _errs8 = errors;
                if (typeof data3 !== "string" && data3 !== null) {
                  validate183.errors = [{ instancePath: instancePath + "/holder", schemaPath: "#/properties/holder/type", keyword: "type", params: { type: schema105.properties.holder.type } }];
                  return false;
                }
                if (errors === _errs8) {
                  if (typeof data3 === "string") {
                    if (func1(data3) > 128) {
                      validate183.errors = [{ instancePath: instancePath + "/holder", schemaPath: "#/properties/holder/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                      return false;
                    } else {
                      if (func1(data3) < 1) {
                        validate183.errors = [{ instancePath: instancePath + "/holder", schemaPath: "#/properties/holder/minLength", keyword: "minLength", params: { limit: 1 } }];
                        return false;
                      }
                    }
                  }
                }
                var valid0 = _errs8 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate183.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate183.errors = vErrors;
  return errors === 0;
}
validate183.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate182(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate182.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate183(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate183.errors : vErrors.concat(validate183.errors);
    errors = vErrors.length;
  }
  validate182.errors = vErrors;
  return errors === 0;
}
validate182.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listActions_query = validate185;
function validate185(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate185.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate185.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate185.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate185.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate185.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate185.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate185.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate185.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate185.errors = vErrors;
  return errors === 0;
}
validate185.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.putAction_body = validate186;
var schema109 = { "type": "object", "required": ["title", "roster", "quorum"], "description": "Who is asked, how many must agree, and in which mode.", "properties": { "title": { "type": "string", "minLength": 1, "maxLength": 200, "description": "What operators are told the action is. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters." }, "roster": { "type": "array", "minItems": 1, "maxItems": 50, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 128 }, "description": "Ids of the operators and of the groups who are asked." }, "quorum": { "$ref": "#/components/schemas/QuorumBounds" }, "requires": { "$ref": "#/components/schemas/Requirements" }, "mode": { "$ref": "#/components/schemas/Mode" }, "coincidence_seconds": { "type": "integer", "minimum": 10, "maximum": 900, "description": "How long a coincident round lasts." }, "deny_self_approval": { "type": "boolean", "description": "Whether the requester is struck from the quorum." }, "required_params": { "type": "array", "maxItems": 24, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 64 }, "description": "Params that a request must carry with at least one visible character." }, "param_rules": { "type": "array", "maxItems": 50, "items": { "$ref": "#/components/schemas/ParamRule" }, "description": "Which params ask for more keys. With rules, their answer is a floor for what a proposer may ask." }, "ttl_seconds": { "type": "integer", "minimum": 3600, "maximum": 86400, "description": "How long a request waits before it expires." }, "turn": { "$ref": "#/components/schemas/TurnNeeds" }, "max_open": { "type": ["integer", "null"], "minimum": 1, "maximum": 1e4, "description": "How many requests of this action may wait for keys at the same time; null for no limit. A create above it\nanswers 429 with `Retry-After`. The limit counts as reached when about 4,000 requests of the organization are open.\nCreates at the same moment can exceed it.\n" }, "integration": { "type": ["string", "null"], "maxLength": 128, "description": "The integration that makes the action's one call, only for a platform action: the deployment declares the action's\nid together with its integration, and saving it here enables it. Null for every other action.\n" }, "display": { "oneOf": [{ "$ref": "#/components/schemas/Display" }, { "type": "null" }], "description": "How its requests are shown; null to show their params as they were sent." } } };
function validate189(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate189.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.default === void 0 && (missing0 = "default") || data.min === void 0 && (missing0 = "min") || data.max === void 0 && (missing0 = "max") || data.selectable === void 0 && (missing0 = "selectable")) {
        validate189.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "default" || key0 === "min" || key0 === "max" || key0 === "selectable")) {
            validate189.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.default !== void 0) {
            let data0 = data.default;
            const _errs2 = errors;
            if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
              validate189.errors = [{ instancePath: instancePath + "/default", schemaPath: "#/properties/default/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs2) {
              if (typeof data0 == "number") {
                if (data0 > 50 || isNaN(data0)) {
                  validate189.errors = [{ instancePath: instancePath + "/default", schemaPath: "#/properties/default/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 } }];
                  return false;
                } else {
                  if (data0 < 1 || isNaN(data0)) {
                    validate189.errors = [{ instancePath: instancePath + "/default", schemaPath: "#/properties/default/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.min !== void 0) {
              let data1 = data.min;
              const _errs4 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
                validate189.errors = [{ instancePath: instancePath + "/min", schemaPath: "#/properties/min/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs4) {
                if (typeof data1 == "number") {
                  if (data1 > 50 || isNaN(data1)) {
                    validate189.errors = [{ instancePath: instancePath + "/min", schemaPath: "#/properties/min/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 } }];
                    return false;
                  } else {
                    if (data1 < 1 || isNaN(data1)) {
                      validate189.errors = [{ instancePath: instancePath + "/min", schemaPath: "#/properties/min/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.max !== void 0) {
                let data2 = data.max;
                const _errs6 = errors;
                if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
                  validate189.errors = [{ instancePath: instancePath + "/max", schemaPath: "#/properties/max/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs6) {
                  if (typeof data2 == "number") {
                    if (data2 > 50 || isNaN(data2)) {
                      validate189.errors = [{ instancePath: instancePath + "/max", schemaPath: "#/properties/max/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 } }];
                      return false;
                    } else {
                      if (data2 < 1 || isNaN(data2)) {
                        validate189.errors = [{ instancePath: instancePath + "/max", schemaPath: "#/properties/max/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                        return false;
                      }
                    }
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.selectable !== void 0) {
                  const _errs8 = errors;
                  if (typeof data.selectable !== "boolean") {
                    validate189.errors = [{ instancePath: instancePath + "/selectable", schemaPath: "#/properties/selectable/type", keyword: "type", params: { type: "boolean" } }];
                    return false;
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate189.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate189.errors = vErrors;
  return errors === 0;
}
validate189.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var pattern3 = new RegExp("^grp_[a-z0-9][a-z0-9_-]{0,39}$", "u");
function validate193(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate193.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (typeof data === "string") {
      if (func1(data) > 44) {
        validate193.errors = [{ instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 44 } }];
        return false;
      } else {
        if (!pattern3.test(data)) {
          validate193.errors = [{ instancePath, schemaPath: "#/pattern", keyword: "pattern", params: { pattern: "^grp_[a-z0-9][a-z0-9_-]{0,39}$" } }];
          return false;
        }
      }
    } else {
      validate193.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
      return false;
    }
  }
  validate193.errors = vErrors;
  return errors === 0;
}
validate193.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate192(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate192.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.group === void 0 && (missing0 = "group") || data.keys === void 0 && (missing0 = "keys")) {
        validate192.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "group" || key0 === "keys")) {
            validate192.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.group !== void 0) {
            const _errs2 = errors;
            if (!validate193(data.group, { instancePath: instancePath + "/group", parentData: data, parentDataProperty: "group", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate193.errors : vErrors.concat(validate193.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.keys !== void 0) {
              let data1 = data.keys;
              const _errs3 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
                validate192.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs3) {
                if (typeof data1 == "number") {
                  if (data1 > 50 || isNaN(data1)) {
                    validate192.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 } }];
                    return false;
                  } else {
                    if (data1 < 1 || isNaN(data1)) {
                      validate192.errors = [{ instancePath: instancePath + "/keys", schemaPath: "#/properties/keys/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs3 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate192.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate192.errors = vErrors;
  return errors === 0;
}
validate192.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate191(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate191.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (Array.isArray(data)) {
      if (data.length > 4) {
        validate191.errors = [{ instancePath, schemaPath: "#/maxItems", keyword: "maxItems", params: { limit: 4 } }];
        return false;
      } else {
        var valid0 = true;
        const len0 = data.length;
        for (let i0 = 0; i0 < len0; i0++) {
          const _errs1 = errors;
          if (!validate192(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate192.errors : vErrors.concat(validate192.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
          if (!valid0) {
            break;
          }
        }
      }
    } else {
      validate191.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate191.errors = vErrors;
  return errors === 0;
}
validate191.evaluated = { "items": true, "dynamicProps": false, "dynamicItems": false };
var schema114 = { "type": "string", "enum": ["independent", "coincident"], "description": "`coincident`: the keys must be turned within `coincidence_seconds` of the first." };
function validate197(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate197.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data !== "string") {
    validate197.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "independent" || data === "coincident")) {
    validate197.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema114.enum } }];
    return false;
  }
  validate197.errors = vErrors;
  return errors === 0;
}
validate197.evaluated = { "dynamicProps": false, "dynamicItems": false };
var schema116 = { "type": "object", "additionalProperties": false, "required": ["param", "op"], "properties": { "param": { "type": "string", "minLength": 1, "maxLength": 64, "description": "Which param is looked at." }, "op": { "type": "string", "enum": ["eq", "ne", "in", "prefix", "gt", "gte", "lt", "lte", "present"], "description": "How it is compared. `gt`, `gte`, `lt` and `lte` compare plain decimals exactly. If the param is absent or is not a\nplain decimal, these four count as matching, but a rule that matches only for this reason never lowers the quorum\nbelow the default. If the param is absent, `ne` matches, and `eq`, `in`, `prefix` and `present` do not.\n" }, "value": { "anyOf": [{ "type": "string", "maxLength": 512 }, { "type": "array", "minItems": 1, "maxItems": 50, "items": { "type": "string", "maxLength": 512 } }], "description": "A list for `in`, nothing for `present`, one string for the others." } } };
function validate200(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate200.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.param === void 0 && (missing0 = "param") || data.op === void 0 && (missing0 = "op")) {
        validate200.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "param" || key0 === "op" || key0 === "value")) {
            validate200.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.param !== void 0) {
            let data0 = data.param;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 64) {
                  validate200.errors = [{ instancePath: instancePath + "/param", schemaPath: "#/properties/param/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate200.errors = [{ instancePath: instancePath + "/param", schemaPath: "#/properties/param/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate200.errors = [{ instancePath: instancePath + "/param", schemaPath: "#/properties/param/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.op !== void 0) {
              let data1 = data.op;
              const _errs4 = errors;
              if (typeof data1 !== "string") {
                validate200.errors = [{ instancePath: instancePath + "/op", schemaPath: "#/properties/op/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              if (!(data1 === "eq" || data1 === "ne" || data1 === "in" || data1 === "prefix" || data1 === "gt" || data1 === "gte" || data1 === "lt" || data1 === "lte" || data1 === "present")) {
                validate200.errors = [{ instancePath: instancePath + "/op", schemaPath: "#/properties/op/enum", keyword: "enum", params: { allowedValues: schema116.properties.op.enum } }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.value !== void 0) {
                let data2 = data.value;
                const _errs6 = errors;
                const _errs7 = errors;
                let valid1 = false;
                const _errs8 = errors;
                if (errors === _errs8) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 512) {
                      const err0 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/anyOf/0/maxLength", keyword: "maxLength", params: { limit: 512 } };
                      if (vErrors === null) {
                        vErrors = [err0];
                      } else {
                        vErrors.push(err0);
                      }
                      errors++;
                    }
                  } else {
                    const err1 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/anyOf/0/type", keyword: "type", params: { type: "string" } };
                    if (vErrors === null) {
                      vErrors = [err1];
                    } else {
                      vErrors.push(err1);
                    }
                    errors++;
                  }
                }
                var _valid0 = _errs8 === errors;
                valid1 = valid1 || _valid0;
                const _errs10 = errors;
                if (errors === _errs10) {
                  if (Array.isArray(data2)) {
                    if (data2.length > 50) {
                      const err2 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/anyOf/1/maxItems", keyword: "maxItems", params: { limit: 50 } };
                      if (vErrors === null) {
                        vErrors = [err2];
                      } else {
                        vErrors.push(err2);
                      }
                      errors++;
                    } else {
                      if (data2.length < 1) {
                        const err3 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/anyOf/1/minItems", keyword: "minItems", params: { limit: 1 } };
                        if (vErrors === null) {
                          vErrors = [err3];
                        } else {
                          vErrors.push(err3);
                        }
                        errors++;
                      } else {
                        var valid2 = true;
                        const len0 = data2.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          let data3 = data2[i0];
                          const _errs12 = errors;
                          if (errors === _errs12) {
                            if (typeof data3 === "string") {
                              if (func1(data3) > 512) {
                                const err4 = { instancePath: instancePath + "/value/" + i0, schemaPath: "#/properties/value/anyOf/1/items/maxLength", keyword: "maxLength", params: { limit: 512 } };
                                if (vErrors === null) {
                                  vErrors = [err4];
                                } else {
                                  vErrors.push(err4);
                                }
                                errors++;
                              }
                            } else {
                              const err5 = { instancePath: instancePath + "/value/" + i0, schemaPath: "#/properties/value/anyOf/1/items/type", keyword: "type", params: { type: "string" } };
                              if (vErrors === null) {
                                vErrors = [err5];
                              } else {
                                vErrors.push(err5);
                              }
                              errors++;
                            }
                          }
                          var valid2 = _errs12 === errors;
                          if (!valid2) {
                            break;
                          }
                        }
                      }
                    }
                  } else {
                    const err6 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/anyOf/1/type", keyword: "type", params: { type: "array" } };
                    if (vErrors === null) {
                      vErrors = [err6];
                    } else {
                      vErrors.push(err6);
                    }
                    errors++;
                  }
                }
                var _valid0 = _errs10 === errors;
                valid1 = valid1 || _valid0;
                if (!valid1) {
                  const err7 = { instancePath: instancePath + "/value", schemaPath: "#/properties/value/anyOf", keyword: "anyOf", params: {} };
                  if (vErrors === null) {
                    vErrors = [err7];
                  } else {
                    vErrors.push(err7);
                  }
                  errors++;
                  validate200.errors = vErrors;
                  return false;
                } else {
                  errors = _errs7;
                  if (vErrors !== null) {
                    if (_errs7) {
                      vErrors.length = _errs7;
                    } else {
                      vErrors = null;
                    }
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate200.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate200.errors = vErrors;
  return errors === 0;
}
validate200.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate199(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate199.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.when === void 0 && (missing0 = "when") || data.quorum === void 0 && (missing0 = "quorum")) {
        validate199.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "when" || key0 === "quorum" || key0 === "requires")) {
            validate199.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.when !== void 0) {
            let data0 = data.when;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (Array.isArray(data0)) {
                if (data0.length > 20) {
                  validate199.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/maxItems", keyword: "maxItems", params: { limit: 20 } }];
                  return false;
                } else {
                  if (data0.length < 1) {
                    validate199.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/minItems", keyword: "minItems", params: { limit: 1 } }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data0.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs4 = errors;
                      if (!validate200(data0[i0], { instancePath: instancePath + "/when/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
                        vErrors = vErrors === null ? validate200.errors : vErrors.concat(validate200.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs4 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  }
                }
              } else {
                validate199.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.quorum !== void 0) {
              let data2 = data.quorum;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
                validate199.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number") {
                  if (data2 > 50 || isNaN(data2)) {
                    validate199.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 } }];
                    return false;
                  } else {
                    if (data2 < 1 || isNaN(data2)) {
                      validate199.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.requires !== void 0) {
                const _errs7 = errors;
                if (!validate191(data.requires, { instancePath: instancePath + "/requires", parentData: data, parentDataProperty: "requires", rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate191.errors : vErrors.concat(validate191.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate199.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate199.errors = vErrors;
  return errors === 0;
}
validate199.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var schema117 = { "type": "string", "enum": ["code", "code_and_passkey"], "description": "What turning a key takes. `code`: the code that was sent to the operator. `code_and_passkey`: also a signature by the\noperator's passkey over a statement of the decision, which `ssh-keygen` verifies.\n" };
function validate204(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate204.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data !== "string") {
    validate204.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "code" || data === "code_and_passkey")) {
    validate204.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema117.enum } }];
    return false;
  }
  validate204.errors = vErrors;
  return errors === 0;
}
validate204.evaluated = { "dynamicProps": false, "dynamicItems": false };
var schema120 = { "type": "object", "additionalProperties": false, "required": ["type"], "description": "How a value is shown. A value that does not fit is shown as it was sent, and marked. `money` needs `currency` and\n`unit`, `duration` needs `unit`, `time` needs `from` and `zone`, `link` needs `url`; the others have no further field.\n", "properties": { "type": { "type": "string", "enum": ["money", "number", "bytes", "duration", "date", "time", "operator", "link", "code", "text"], "description": "What the value is." }, "currency": { "type": "object", "additionalProperties": false, "description": "Either `code` or `param`.", "properties": { "code": { "type": "string", "maxLength": 64, "description": "An ISO 4217 code." }, "param": { "type": "string", "minLength": 1, "maxLength": 64, "description": "The param that has the code." } } }, "unit": { "type": "string", "enum": ["minor", "major", "seconds", "milliseconds"], "description": "What the value counts. `minor` and `major` are for money, the others for a duration." }, "from": { "type": "string", "enum": ["epoch_ms", "epoch_s", "rfc3339"], "description": "The form of a time." }, "zone": { "type": "string", "maxLength": 64, "description": "`UTC`, or a difference such as `+05:45`." }, "url": { "type": "string", "maxLength": 200, "description": "`https://`, one of the hosts, a path, and `{}` in the place of the value, which is percent-encoded." } } };
function validate208(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate208.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.type === void 0 && (missing0 = "type")) {
        validate208.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "type" || key0 === "currency" || key0 === "unit" || key0 === "from" || key0 === "zone" || key0 === "url")) {
            validate208.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.type !== void 0) {
            let data0 = data.type;
            const _errs2 = errors;
            if (typeof data0 !== "string") {
              validate208.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if (!(data0 === "money" || data0 === "number" || data0 === "bytes" || data0 === "duration" || data0 === "date" || data0 === "time" || data0 === "operator" || data0 === "link" || data0 === "code" || data0 === "text")) {
              validate208.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/enum", keyword: "enum", params: { allowedValues: schema120.properties.type.enum } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.currency !== void 0) {
              let data1 = data.currency;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
                  const _errs6 = errors;
                  for (const key1 in data1) {
                    if (!(key1 === "code" || key1 === "param")) {
                      validate208.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } }];
                      return false;
                      break;
                    }
                  }
                  if (_errs6 === errors) {
                    if (data1.code !== void 0) {
                      let data2 = data1.code;
                      const _errs7 = errors;
                      if (errors === _errs7) {
                        if (typeof data2 === "string") {
                          if (func1(data2) > 64) {
                            validate208.errors = [{ instancePath: instancePath + "/currency/code", schemaPath: "#/properties/currency/properties/code/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                            return false;
                          }
                        } else {
                          validate208.errors = [{ instancePath: instancePath + "/currency/code", schemaPath: "#/properties/currency/properties/code/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                      var valid1 = _errs7 === errors;
                    } else {
                      var valid1 = true;
                    }
                    if (valid1) {
                      if (data1.param !== void 0) {
                        let data3 = data1.param;
                        const _errs9 = errors;
                        if (errors === _errs9) {
                          if (typeof data3 === "string") {
                            if (func1(data3) > 64) {
                              validate208.errors = [{ instancePath: instancePath + "/currency/param", schemaPath: "#/properties/currency/properties/param/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                              return false;
                            } else {
                              if (func1(data3) < 1) {
                                validate208.errors = [{ instancePath: instancePath + "/currency/param", schemaPath: "#/properties/currency/properties/param/minLength", keyword: "minLength", params: { limit: 1 } }];
                                return false;
                              }
                            }
                          } else {
                            validate208.errors = [{ instancePath: instancePath + "/currency/param", schemaPath: "#/properties/currency/properties/param/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                        }
                        var valid1 = _errs9 === errors;
                      } else {
                        var valid1 = true;
                      }
                    }
                  }
                } else {
                  validate208.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "object" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.unit !== void 0) {
                let data4 = data.unit;
                const _errs11 = errors;
                if (typeof data4 !== "string") {
                  validate208.errors = [{ instancePath: instancePath + "/unit", schemaPath: "#/properties/unit/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                if (!(data4 === "minor" || data4 === "major" || data4 === "seconds" || data4 === "milliseconds")) {
                  validate208.errors = [{ instancePath: instancePath + "/unit", schemaPath: "#/properties/unit/enum", keyword: "enum", params: { allowedValues: schema120.properties.unit.enum } }];
                  return false;
                }
                var valid0 = _errs11 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.from !== void 0) {
                  let data5 = data.from;
                  const _errs13 = errors;
                  if (typeof data5 !== "string") {
                    validate208.errors = [{ instancePath: instancePath + "/from", schemaPath: "#/properties/from/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  if (!(data5 === "epoch_ms" || data5 === "epoch_s" || data5 === "rfc3339")) {
                    validate208.errors = [{ instancePath: instancePath + "/from", schemaPath: "#/properties/from/enum", keyword: "enum", params: { allowedValues: schema120.properties.from.enum } }];
                    return false;
                  }
                  var valid0 = _errs13 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.zone !== void 0) {
                    let data6 = data.zone;
                    const _errs15 = errors;
                    if (errors === _errs15) {
                      if (typeof data6 === "string") {
                        if (func1(data6) > 64) {
                          validate208.errors = [{ instancePath: instancePath + "/zone", schemaPath: "#/properties/zone/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                          return false;
                        }
                      } else {
                        validate208.errors = [{ instancePath: instancePath + "/zone", schemaPath: "#/properties/zone/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs15 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.url !== void 0) {
                      let data7 = data.url;
                      const _errs17 = errors;
                      if (errors === _errs17) {
                        if (typeof data7 === "string") {
                          if (func1(data7) > 200) {
                            validate208.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                            return false;
                          }
                        } else {
                          validate208.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                      var valid0 = _errs17 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate208.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate208.errors = vErrors;
  return errors === 0;
}
validate208.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate207(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate207.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.param === void 0 && (missing0 = "param") || data.label === void 0 && (missing0 = "label") || data.format === void 0 && (missing0 = "format")) {
        validate207.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "param" || key0 === "label" || key0 === "format")) {
            validate207.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.param !== void 0) {
            let data0 = data.param;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 64) {
                  validate207.errors = [{ instancePath: instancePath + "/param", schemaPath: "#/properties/param/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate207.errors = [{ instancePath: instancePath + "/param", schemaPath: "#/properties/param/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate207.errors = [{ instancePath: instancePath + "/param", schemaPath: "#/properties/param/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.label !== void 0) {
              let data1 = data.label;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 64) {
                    validate207.errors = [{ instancePath: instancePath + "/label", schemaPath: "#/properties/label/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate207.errors = [{ instancePath: instancePath + "/label", schemaPath: "#/properties/label/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate207.errors = [{ instancePath: instancePath + "/label", schemaPath: "#/properties/label/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.format !== void 0) {
                const _errs6 = errors;
                if (!validate208(data.format, { instancePath: instancePath + "/format", parentData: data, parentDataProperty: "format", rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate208.errors : vErrors.concat(validate208.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate207.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate207.errors = vErrors;
  return errors === 0;
}
validate207.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate211(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate211.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.host === void 0 && (missing0 = "host") || data.words === void 0 && (missing0 = "words")) {
        validate211.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "host" || key0 === "words")) {
            validate211.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.host !== void 0) {
            let data0 = data.host;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 200) {
                  validate211.errors = [{ instancePath: instancePath + "/host", schemaPath: "#/properties/host/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                  return false;
                }
              } else {
                validate211.errors = [{ instancePath: instancePath + "/host", schemaPath: "#/properties/host/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.words !== void 0) {
              let data1 = data.words;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 64) {
                    validate211.errors = [{ instancePath: instancePath + "/words", schemaPath: "#/properties/words/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate211.errors = [{ instancePath: instancePath + "/words", schemaPath: "#/properties/words/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate211.errors = [{ instancePath: instancePath + "/words", schemaPath: "#/properties/words/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate211.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate211.errors = vErrors;
  return errors === 0;
}
validate211.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var pattern4 = new RegExp("^[A-Za-z0-9_-]{1,40}$", "u");
var schema123 = { "type": "string", "enum": ["text", "diff", "json", "markdown"], "description": "How the document is shown. `diff` is a unified diff." };
function validate214(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate214.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (typeof data !== "string") {
    validate214.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "text" || data === "diff" || data === "json" || data === "markdown")) {
    validate214.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema123.enum } }];
    return false;
  }
  validate214.errors = vErrors;
  return errors === 0;
}
validate214.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate213(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate213.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.kind === void 0 && (missing0 = "kind")) {
        validate213.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "name" || key0 === "kind")) {
            validate213.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.name !== void 0) {
            let data0 = data.name;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (!pattern4.test(data0)) {
                  validate213.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_-]{1,40}$" } }];
                  return false;
                }
              } else {
                validate213.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.kind !== void 0) {
              const _errs4 = errors;
              if (!validate214(data.kind, { instancePath: instancePath + "/kind", parentData: data, parentDataProperty: "kind", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate214.errors : vErrors.concat(validate214.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate213.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate213.errors = vErrors;
  return errors === 0;
}
validate213.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate206(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate206.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.v === void 0 && (missing0 = "v") || data.renderer === void 0 && (missing0 = "renderer") || data.title === void 0 && (missing0 = "title") || data.params === void 0 && (missing0 = "params") || data.hosts === void 0 && (missing0 = "hosts")) {
        validate206.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "v" || key0 === "renderer" || key0 === "title" || key0 === "params" || key0 === "hosts" || key0 === "evidence")) {
            validate206.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.v !== void 0) {
            let data0 = data.v;
            const _errs2 = errors;
            if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
              validate206.errors = [{ instancePath: instancePath + "/v", schemaPath: "#/properties/v/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (1 !== data0) {
              validate206.errors = [{ instancePath: instancePath + "/v", schemaPath: "#/properties/v/const", keyword: "const", params: { allowedValue: 1 } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.renderer !== void 0) {
              let data1 = data.renderer;
              const _errs4 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
                validate206.errors = [{ instancePath: instancePath + "/renderer", schemaPath: "#/properties/renderer/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (1 !== data1) {
                validate206.errors = [{ instancePath: instancePath + "/renderer", schemaPath: "#/properties/renderer/const", keyword: "const", params: { allowedValue: 1 } }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.title !== void 0) {
                let data2 = data.title;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 200) {
                      validate206.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                      return false;
                    } else {
                      if (func1(data2) < 1) {
                        validate206.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/minLength", keyword: "minLength", params: { limit: 1 } }];
                        return false;
                      }
                    }
                  } else {
                    validate206.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.params !== void 0) {
                  let data3 = data.params;
                  const _errs8 = errors;
                  if (errors === _errs8) {
                    if (Array.isArray(data3)) {
                      if (data3.length > 24) {
                        validate206.errors = [{ instancePath: instancePath + "/params", schemaPath: "#/properties/params/maxItems", keyword: "maxItems", params: { limit: 24 } }];
                        return false;
                      } else {
                        var valid1 = true;
                        const len0 = data3.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          const _errs10 = errors;
                          if (!validate207(data3[i0], { instancePath: instancePath + "/params/" + i0, parentData: data3, parentDataProperty: i0, rootData, dynamicAnchors })) {
                            vErrors = vErrors === null ? validate207.errors : vErrors.concat(validate207.errors);
                            errors = vErrors.length;
                          }
                          var valid1 = _errs10 === errors;
                          if (!valid1) {
                            break;
                          }
                        }
                      }
                    } else {
                      validate206.errors = [{ instancePath: instancePath + "/params", schemaPath: "#/properties/params/type", keyword: "type", params: { type: "array" } }];
                      return false;
                    }
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.hosts !== void 0) {
                    let data5 = data.hosts;
                    const _errs11 = errors;
                    if (errors === _errs11) {
                      if (Array.isArray(data5)) {
                        if (data5.length > 10) {
                          validate206.errors = [{ instancePath: instancePath + "/hosts", schemaPath: "#/properties/hosts/maxItems", keyword: "maxItems", params: { limit: 10 } }];
                          return false;
                        } else {
                          var valid2 = true;
                          const len1 = data5.length;
                          for (let i1 = 0; i1 < len1; i1++) {
                            const _errs13 = errors;
                            if (!validate211(data5[i1], { instancePath: instancePath + "/hosts/" + i1, parentData: data5, parentDataProperty: i1, rootData, dynamicAnchors })) {
                              vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
                              errors = vErrors.length;
                            }
                            var valid2 = _errs13 === errors;
                            if (!valid2) {
                              break;
                            }
                          }
                        }
                      } else {
                        validate206.errors = [{ instancePath: instancePath + "/hosts", schemaPath: "#/properties/hosts/type", keyword: "type", params: { type: "array" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.evidence !== void 0) {
                      let data7 = data.evidence;
                      const _errs14 = errors;
                      if (errors === _errs14) {
                        if (Array.isArray(data7)) {
                          if (data7.length > 4) {
                            validate206.errors = [{ instancePath: instancePath + "/evidence", schemaPath: "#/properties/evidence/maxItems", keyword: "maxItems", params: { limit: 4 } }];
                            return false;
                          } else {
                            if (data7.length < 1) {
                              validate206.errors = [{ instancePath: instancePath + "/evidence", schemaPath: "#/properties/evidence/minItems", keyword: "minItems", params: { limit: 1 } }];
                              return false;
                            } else {
                              var valid3 = true;
                              const len2 = data7.length;
                              for (let i2 = 0; i2 < len2; i2++) {
                                const _errs16 = errors;
                                if (!validate213(data7[i2], { instancePath: instancePath + "/evidence/" + i2, parentData: data7, parentDataProperty: i2, rootData, dynamicAnchors })) {
                                  vErrors = vErrors === null ? validate213.errors : vErrors.concat(validate213.errors);
                                  errors = vErrors.length;
                                }
                                var valid3 = _errs16 === errors;
                                if (!valid3) {
                                  break;
                                }
                              }
                            }
                          }
                        } else {
                          validate206.errors = [{ instancePath: instancePath + "/evidence", schemaPath: "#/properties/evidence/type", keyword: "type", params: { type: "array" } }];
                          return false;
                        }
                      }
                      var valid0 = _errs14 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate206.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate206.errors = vErrors;
  return errors === 0;
}
validate206.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate188(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate188.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.title === void 0 && (missing0 = "title") || data.roster === void 0 && (missing0 = "roster") || data.quorum === void 0 && (missing0 = "quorum")) {
        validate188.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.title !== void 0) {
          let data0 = data.title;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func1(data0) > 200) {
                validate188.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/maxLength", keyword: "maxLength", params: { limit: 200 } }];
                return false;
              } else {
                if (func1(data0) < 1) {
                  validate188.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate188.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.roster !== void 0) {
            let data1 = data.roster;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (Array.isArray(data1)) {
                if (data1.length > 50) {
                  validate188.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/maxItems", keyword: "maxItems", params: { limit: 50 } }];
                  return false;
                } else {
                  if (data1.length < 1) {
                    validate188.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/minItems", keyword: "minItems", params: { limit: 1 } }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data1.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let data2 = data1[i0];
                      const _errs5 = errors;
                      if (errors === _errs5) {
                        if (typeof data2 === "string") {
                          if (func1(data2) > 128) {
                            validate188.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                            return false;
                          } else {
                            if (func1(data2) < 1) {
                              validate188.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/minLength", keyword: "minLength", params: { limit: 1 } }];
                              return false;
                            }
                          }
                        } else {
                          validate188.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                      var valid1 = _errs5 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                    if (valid1) {
                      let i1 = data1.length;
                      let j0;
                      if (i1 > 1) {
                        const indices0 = {};
                        for (; i1--; ) {
                          let item0 = data1[i1];
                          if (typeof item0 !== "string") {
                            continue;
                          }
                          if (typeof indices0[item0] == "number") {
                            j0 = indices0[item0];
                            validate188.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 } }];
                            return false;
                            break;
                          }
                          indices0[item0] = i1;
                        }
                      }
                    }
                  }
                }
              } else {
                validate188.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.quorum !== void 0) {
              const _errs7 = errors;
              if (!validate189(data.quorum, { instancePath: instancePath + "/quorum", parentData: data, parentDataProperty: "quorum", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate189.errors : vErrors.concat(validate189.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.requires !== void 0) {
                const _errs8 = errors;
                if (!validate191(data.requires, { instancePath: instancePath + "/requires", parentData: data, parentDataProperty: "requires", rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate191.errors : vErrors.concat(validate191.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs8 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.mode !== void 0) {
                  const _errs9 = errors;
                  if (!validate197(data.mode, { instancePath: instancePath + "/mode", parentData: data, parentDataProperty: "mode", rootData, dynamicAnchors })) {
                    vErrors = vErrors === null ? validate197.errors : vErrors.concat(validate197.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.coincidence_seconds !== void 0) {
                    let data6 = data.coincidence_seconds;
                    const _errs10 = errors;
                    if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
                      validate188.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/type", keyword: "type", params: { type: "integer" } }];
                      return false;
                    }
                    if (errors === _errs10) {
                      if (typeof data6 == "number") {
                        if (data6 > 900 || isNaN(data6)) {
                          validate188.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 900 } }];
                          return false;
                        } else {
                          if (data6 < 10 || isNaN(data6)) {
                            validate188.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 10 } }];
                            return false;
                          }
                        }
                      }
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.deny_self_approval !== void 0) {
                      const _errs12 = errors;
                      if (typeof data.deny_self_approval !== "boolean") {
                        validate188.errors = [{ instancePath: instancePath + "/deny_self_approval", schemaPath: "#/properties/deny_self_approval/type", keyword: "type", params: { type: "boolean" } }];
                        return false;
                      }
                      var valid0 = _errs12 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.required_params !== void 0) {
                        let data8 = data.required_params;
                        const _errs14 = errors;
                        if (errors === _errs14) {
                          if (Array.isArray(data8)) {
                            if (data8.length > 24) {
                              validate188.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/maxItems", keyword: "maxItems", params: { limit: 24 } }];
                              return false;
                            } else {
                              var valid3 = true;
                              const len1 = data8.length;
                              for (let i2 = 0; i2 < len1; i2++) {
                                let data9 = data8[i2];
                                const _errs16 = errors;
                                if (errors === _errs16) {
                                  if (typeof data9 === "string") {
                                    if (func1(data9) > 64) {
                                      validate188.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                                      return false;
                                    } else {
                                      if (func1(data9) < 1) {
                                        validate188.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/minLength", keyword: "minLength", params: { limit: 1 } }];
                                        return false;
                                      }
                                    }
                                  } else {
                                    validate188.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/type", keyword: "type", params: { type: "string" } }];
                                    return false;
                                  }
                                }
                                var valid3 = _errs16 === errors;
                                if (!valid3) {
                                  break;
                                }
                              }
                              if (valid3) {
                                let i3 = data8.length;
                                let j1;
                                if (i3 > 1) {
                                  const indices1 = {};
                                  for (; i3--; ) {
                                    let item1 = data8[i3];
                                    if (typeof item1 !== "string") {
                                      continue;
                                    }
                                    if (typeof indices1[item1] == "number") {
                                      j1 = indices1[item1];
                                      validate188.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/uniqueItems", keyword: "uniqueItems", params: { i: i3, j: j1 } }];
                                      return false;
                                      break;
                                    }
                                    indices1[item1] = i3;
                                  }
                                }
                              }
                            }
                          } else {
                            validate188.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/type", keyword: "type", params: { type: "array" } }];
                            return false;
                          }
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.param_rules !== void 0) {
                          let data10 = data.param_rules;
                          const _errs18 = errors;
                          if (errors === _errs18) {
                            if (Array.isArray(data10)) {
                              if (data10.length > 50) {
                                validate188.errors = [{ instancePath: instancePath + "/param_rules", schemaPath: "#/properties/param_rules/maxItems", keyword: "maxItems", params: { limit: 50 } }];
                                return false;
                              } else {
                                var valid5 = true;
                                const len2 = data10.length;
                                for (let i4 = 0; i4 < len2; i4++) {
                                  const _errs20 = errors;
                                  if (!validate199(data10[i4], { instancePath: instancePath + "/param_rules/" + i4, parentData: data10, parentDataProperty: i4, rootData, dynamicAnchors })) {
                                    vErrors = vErrors === null ? validate199.errors : vErrors.concat(validate199.errors);
                                    errors = vErrors.length;
                                  }
                                  var valid5 = _errs20 === errors;
                                  if (!valid5) {
                                    break;
                                  }
                                }
                              }
                            } else {
                              validate188.errors = [{ instancePath: instancePath + "/param_rules", schemaPath: "#/properties/param_rules/type", keyword: "type", params: { type: "array" } }];
                              return false;
                            }
                          }
                          var valid0 = _errs18 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.ttl_seconds !== void 0) {
                            let data12 = data.ttl_seconds;
                            const _errs21 = errors;
                            if (!(typeof data12 == "number" && (!(data12 % 1) && !isNaN(data12)))) {
                              validate188.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/type", keyword: "type", params: { type: "integer" } }];
                              return false;
                            }
                            if (errors === _errs21) {
                              if (typeof data12 == "number") {
                                if (data12 > 86400 || isNaN(data12)) {
                                  validate188.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 } }];
                                  return false;
                                } else {
                                  if (data12 < 3600 || isNaN(data12)) {
                                    validate188.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 3600 } }];
                                    return false;
                                  }
                                }
                              }
                            }
                            var valid0 = _errs21 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.turn !== void 0) {
                              const _errs23 = errors;
                              if (!validate204(data.turn, { instancePath: instancePath + "/turn", parentData: data, parentDataProperty: "turn", rootData, dynamicAnchors })) {
                                vErrors = vErrors === null ? validate204.errors : vErrors.concat(validate204.errors);
                                errors = vErrors.length;
                              }
                              var valid0 = _errs23 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.max_open !== void 0) {
                                let data14 = data.max_open;
                                const _errs24 = errors;
                                if (!(typeof data14 == "number" && (!(data14 % 1) && !isNaN(data14))) && data14 !== null) {
                                  validate188.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/type", keyword: "type", params: { type: schema109.properties.max_open.type } }];
                                  return false;
                                }
                                if (errors === _errs24) {
                                  if (typeof data14 == "number") {
                                    if (data14 > 1e4 || isNaN(data14)) {
                                      validate188.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e4 } }];
                                      return false;
                                    } else {
                                      if (data14 < 1 || isNaN(data14)) {
                                        validate188.errors = [{ instancePath: instancePath + "/max_open", schemaPath: "#/properties/max_open/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                                        return false;
                                      }
                                    }
                                  }
                                }
                                var valid0 = _errs24 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.integration !== void 0) {
                                  let data15 = data.integration;
                                  const _errs26 = errors;
                                  if (typeof data15 !== "string" && data15 !== null) {
                                    validate188.errors = [{ instancePath: instancePath + "/integration", schemaPath: "#/properties/integration/type", keyword: "type", params: { type: schema109.properties.integration.type } }];
                                    return false;
                                  }
                                  if (errors === _errs26) {
                                    if (typeof data15 === "string") {
                                      if (func1(data15) > 128) {
                                        validate188.errors = [{ instancePath: instancePath + "/integration", schemaPath: "#/properties/integration/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                                        return false;
                                      }
                                    }
                                  }
                                  var valid0 = _errs26 === errors;
                                } else {
                                  var valid0 = true;
                                }
                                if (valid0) {
                                  if (data.display !== void 0) {
                                    let data16 = data.display;
                                    const _errs28 = errors;
                                    const _errs29 = errors;
                                    let valid6 = false;
                                    let passing0 = null;
                                    const _errs30 = errors;
                                    if (!validate206(data16, { instancePath: instancePath + "/display", parentData: data, parentDataProperty: "display", rootData, dynamicAnchors })) {
                                      vErrors = vErrors === null ? validate206.errors : vErrors.concat(validate206.errors);
                                      errors = vErrors.length;
                                    }
                                    var _valid0 = _errs30 === errors;
                                    if (_valid0) {
                                      valid6 = true;
                                      passing0 = 0;
                                    }
                                    const _errs31 = errors;
                                    if (data16 !== null) {
                                      const err0 = { instancePath: instancePath + "/display", schemaPath: "#/properties/display/oneOf/1/type", keyword: "type", params: { type: "null" } };
                                      if (vErrors === null) {
                                        vErrors = [err0];
                                      } else {
                                        vErrors.push(err0);
                                      }
                                      errors++;
                                    }
                                    var _valid0 = _errs31 === errors;
                                    if (_valid0 && valid6) {
                                      valid6 = false;
                                      passing0 = [passing0, 1];
                                    } else {
                                      if (_valid0) {
                                        valid6 = true;
                                        passing0 = 1;
                                      }
                                    }
                                    if (!valid6) {
                                      const err1 = { instancePath: instancePath + "/display", schemaPath: "#/properties/display/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 } };
                                      if (vErrors === null) {
                                        vErrors = [err1];
                                      } else {
                                        vErrors.push(err1);
                                      }
                                      errors++;
                                      validate188.errors = vErrors;
                                      return false;
                                    } else {
                                      errors = _errs29;
                                      if (vErrors !== null) {
                                        if (_errs29) {
                                          vErrors.length = _errs29;
                                        } else {
                                          vErrors = null;
                                        }
                                      }
                                    }
                                    var valid0 = _errs28 === errors;
                                  } else {
                                    var valid0 = true;
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate188.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate188.errors = vErrors;
  return errors === 0;
}
validate188.evaluated = { "props": { "title": true, "roster": true, "quorum": true, "requires": true, "mode": true, "coincidence_seconds": true, "deny_self_approval": true, "required_params": true, "param_rules": true, "ttl_seconds": true, "turn": true, "max_open": true, "integration": true, "display": true }, "dynamicProps": false, "dynamicItems": false };
function validate187(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate187.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate188(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate188.errors : vErrors.concat(validate188.errors);
    errors = vErrors.length;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.if_version !== void 0) {
        let data0 = data.if_version;
        const _errs2 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
          validate187.errors = [{ instancePath: instancePath + "/if_version", schemaPath: "#/properties/if_version/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs2) {
          if (typeof data0 == "number") {
            if (data0 < 0 || isNaN(data0)) {
              validate187.errors = [{ instancePath: instancePath + "/if_version", schemaPath: "#/properties/if_version/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            }
          }
        }
        var valid1 = _errs2 === errors;
      } else {
        var valid1 = true;
      }
      if (valid1) {
        for (const key0 in data) {
          if (key0 !== "if_version" && key0 !== "title" && key0 !== "roster" && key0 !== "quorum" && key0 !== "requires" && key0 !== "mode" && key0 !== "coincidence_seconds" && key0 !== "deny_self_approval" && key0 !== "required_params" && key0 !== "param_rules" && key0 !== "ttl_seconds" && key0 !== "turn" && key0 !== "max_open" && key0 !== "integration" && key0 !== "display") {
            validate187.errors = [{ instancePath, schemaPath: "#/unevaluatedProperties", keyword: "unevaluatedProperties", params: { unevaluatedProperty: key0 } }];
            return false;
            break;
          }
        }
      }
    } else {
      validate187.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate187.errors = vErrors;
  return errors === 0;
}
validate187.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate186(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate186.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate187(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate187.errors : vErrors.concat(validate187.errors);
    errors = vErrors.length;
  }
  validate186.errors = vErrors;
  return errors === 0;
}
validate186.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.previewAction_body = validate220;
function validate222(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate222.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length > 24) {
        validate222.errors = [{ instancePath, schemaPath: "#/maxProperties", keyword: "maxProperties", params: { limit: 24 } }];
        return false;
      } else {
        for (const key0 in data) {
          const _errs1 = errors;
          if (typeof key0 === "string") {
            if (func1(key0) > 64) {
              const err0 = { instancePath, schemaPath: "#/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, propertyName: key0 };
              if (vErrors === null) {
                vErrors = [err0];
              } else {
                vErrors.push(err0);
              }
              errors++;
            } else {
              if (func1(key0) < 1) {
                const err1 = { instancePath, schemaPath: "#/propertyNames/minLength", keyword: "minLength", params: { limit: 1 }, propertyName: key0 };
                if (vErrors === null) {
                  vErrors = [err1];
                } else {
                  vErrors.push(err1);
                }
                errors++;
              }
            }
          }
          var valid0 = _errs1 === errors;
          if (!valid0) {
            const err2 = { instancePath, schemaPath: "#/propertyNames", keyword: "propertyNames", params: { propertyName: key0 } };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
            validate222.errors = vErrors;
            return false;
            break;
          }
        }
        if (valid0) {
          for (const key1 in data) {
            let data0 = data[key1];
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data0 === "string") {
                if (func1(data0) > 512) {
                  validate222.errors = [{ instancePath: instancePath + "/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                  return false;
                }
              } else {
                validate222.errors = [{ instancePath: instancePath + "/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid1 = _errs3 === errors;
            if (!valid1) {
              break;
            }
          }
        }
      }
    } else {
      validate222.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate222.errors = vErrors;
  return errors === 0;
}
validate222.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate224(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate224.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate188(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate188.errors : vErrors.concat(validate188.errors);
    errors = vErrors.length;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        if (key0 !== "title" && key0 !== "roster" && key0 !== "quorum" && key0 !== "requires" && key0 !== "mode" && key0 !== "coincidence_seconds" && key0 !== "deny_self_approval" && key0 !== "required_params" && key0 !== "param_rules" && key0 !== "ttl_seconds" && key0 !== "turn" && key0 !== "max_open" && key0 !== "integration" && key0 !== "display") {
          validate224.errors = [{ instancePath, schemaPath: "#/unevaluatedProperties", keyword: "unevaluatedProperties", params: { unevaluatedProperty: key0 } }];
          return false;
          break;
        }
      }
    } else {
      validate224.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate224.errors = vErrors;
  return errors === 0;
}
validate224.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate221(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate221.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.requester === void 0 && (missing0 = "requester")) {
        validate221.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "requester" || key0 === "params" || key0 === "quorum" || key0 === "policy")) {
            validate221.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.requester !== void 0) {
            let data0 = data.requester;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 128) {
                  validate221.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate221.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate221.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.params !== void 0) {
              const _errs4 = errors;
              if (!validate222(data.params, { instancePath: instancePath + "/params", parentData: data, parentDataProperty: "params", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.quorum !== void 0) {
                let data2 = data.quorum;
                const _errs5 = errors;
                if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
                  validate221.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                var valid0 = _errs5 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.policy !== void 0) {
                  const _errs7 = errors;
                  if (!validate224(data.policy, { instancePath: instancePath + "/policy", parentData: data, parentDataProperty: "policy", rootData, dynamicAnchors })) {
                    vErrors = vErrors === null ? validate224.errors : vErrors.concat(validate224.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs7 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate221.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate221.errors = vErrors;
  return errors === 0;
}
validate221.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate220(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate220.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate221(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate221.errors : vErrors.concat(validate221.errors);
    errors = vErrors.length;
  }
  validate220.errors = vErrors;
  return errors === 0;
}
validate220.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.backtestAction_body = validate228;
function validate229(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate229.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.policy === void 0 && (missing0 = "policy")) {
        validate229.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "policy" || key0 === "since")) {
            validate229.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.policy !== void 0) {
            const _errs2 = errors;
            if (!validate224(data.policy, { instancePath: instancePath + "/policy", parentData: data, parentDataProperty: "policy", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate224.errors : vErrors.concat(validate224.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.since !== void 0) {
              let data1 = data.since;
              const _errs3 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
                validate229.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs3) {
                if (typeof data1 == "number") {
                  if (data1 < 0 || isNaN(data1)) {
                    validate229.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs3 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate229.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate229.errors = vErrors;
  return errors === 0;
}
validate229.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate228(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate228.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate229(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate229.errors : vErrors.concat(validate229.errors);
    errors = vErrors.length;
  }
  validate228.errors = vErrors;
  return errors === 0;
}
validate228.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.getPowers_query = validate232;
function validate232(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate232.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.change !== void 0) {
        if (typeof data.change !== "string") {
          validate232.errors = [{ instancePath: instancePath + "/change", schemaPath: "#/properties/change/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
      }
    } else {
      validate232.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate232.errors = vErrors;
  return errors === 0;
}
validate232.evaluated = { "props": { "change": true }, "dynamicProps": false, "dynamicItems": false };
exports.listGroups_query = validate233;
function validate233(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate233.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate233.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate233.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate233.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate233.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate233.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate233.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate233.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate233.errors = vErrors;
  return errors === 0;
}
validate233.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.putGroup_body = validate234;
var schema134 = { "type": "object", "additionalProperties": false, "required": ["operator"], "properties": { "operator": { "type": "string", "minLength": 1, "maxLength": 128, "description": "Operator id." }, "starts_at": { "type": ["integer", "null"], "format": "int64", "minimum": 0, "maximum": 864e13, "description": "The membership counts in requests that are created from this instant on, epoch ms. Null means always." }, "ends_at": { "type": ["integer", "null"], "format": "int64", "minimum": 0, "maximum": 864e13, "description": "It does not count in requests that are created at this instant or later, epoch ms. Null means that it does not end." } } };
function validate236(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate236.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.operator === void 0 && (missing0 = "operator")) {
        validate236.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "operator" || key0 === "starts_at" || key0 === "ends_at")) {
            validate236.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.operator !== void 0) {
            let data0 = data.operator;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 128) {
                  validate236.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate236.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate236.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.starts_at !== void 0) {
              let data1 = data.starts_at;
              const _errs4 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1))) && data1 !== null) {
                validate236.errors = [{ instancePath: instancePath + "/starts_at", schemaPath: "#/properties/starts_at/type", keyword: "type", params: { type: schema134.properties.starts_at.type } }];
                return false;
              }
              if (errors === _errs4) {
                if (typeof data1 == "number") {
                  if (data1 > 864e13 || isNaN(data1)) {
                    validate236.errors = [{ instancePath: instancePath + "/starts_at", schemaPath: "#/properties/starts_at/maximum", keyword: "maximum", params: { comparison: "<=", limit: 864e13 } }];
                    return false;
                  } else {
                    if (data1 < 0 || isNaN(data1)) {
                      validate236.errors = [{ instancePath: instancePath + "/starts_at", schemaPath: "#/properties/starts_at/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.ends_at !== void 0) {
                let data2 = data.ends_at;
                const _errs6 = errors;
                if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2))) && data2 !== null) {
                  validate236.errors = [{ instancePath: instancePath + "/ends_at", schemaPath: "#/properties/ends_at/type", keyword: "type", params: { type: schema134.properties.ends_at.type } }];
                  return false;
                }
                if (errors === _errs6) {
                  if (typeof data2 == "number") {
                    if (data2 > 864e13 || isNaN(data2)) {
                      validate236.errors = [{ instancePath: instancePath + "/ends_at", schemaPath: "#/properties/ends_at/maximum", keyword: "maximum", params: { comparison: "<=", limit: 864e13 } }];
                      return false;
                    } else {
                      if (data2 < 0 || isNaN(data2)) {
                        validate236.errors = [{ instancePath: instancePath + "/ends_at", schemaPath: "#/properties/ends_at/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                        return false;
                      }
                    }
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate236.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate236.errors = vErrors;
  return errors === 0;
}
validate236.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate235(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate235.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.members === void 0 && (missing0 = "members")) {
        validate235.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "name" || key0 === "members" || key0 === "if_revision")) {
            validate235.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.name !== void 0) {
            let data0 = data.name;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 60) {
                  validate235.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 60 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate235.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate235.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.members !== void 0) {
              let data1 = data.members;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data1)) {
                  if (data1.length > 50) {
                    validate235.errors = [{ instancePath: instancePath + "/members", schemaPath: "#/properties/members/maxItems", keyword: "maxItems", params: { limit: 50 } }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data1.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs6 = errors;
                      if (!validate236(data1[i0], { instancePath: instancePath + "/members/" + i0, parentData: data1, parentDataProperty: i0, rootData, dynamicAnchors })) {
                        vErrors = vErrors === null ? validate236.errors : vErrors.concat(validate236.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs6 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  }
                } else {
                  validate235.errors = [{ instancePath: instancePath + "/members", schemaPath: "#/properties/members/type", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.if_revision !== void 0) {
                let data3 = data.if_revision;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)))) {
                  validate235.errors = [{ instancePath: instancePath + "/if_revision", schemaPath: "#/properties/if_revision/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs7) {
                  if (typeof data3 == "number") {
                    if (data3 < 0 || isNaN(data3)) {
                      validate235.errors = [{ instancePath: instancePath + "/if_revision", schemaPath: "#/properties/if_revision/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate235.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate235.errors = vErrors;
  return errors === 0;
}
validate235.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate234(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate234.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate235(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate235.errors : vErrors.concat(validate235.errors);
    errors = vErrors.length;
  }
  validate234.errors = vErrors;
  return errors === 0;
}
validate234.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listOperators_query = validate239;
function validate239(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate239.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate239.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 1e3 || isNaN(data0)) {
            validate239.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate239.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate239.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate239.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate239.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate239.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate239.errors = vErrors;
  return errors === 0;
}
validate239.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.createOperator_body = validate240;
var schema137 = { "type": "object", "additionalProperties": false, "required": ["id", "name", "email", "role"], "properties": { "id": { "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", "x-pattern-in-words": 'at most 64 letters, digits, ".", "_" and "-", starting with a letter or digit', "description": "The id that rosters and proposers use. It cannot be changed or used again." }, "name": { "type": "string", "minLength": 1, "maxLength": 100, "description": "The operator's name. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters." }, "email": { "type": "string", "pattern": '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$', "x-pattern-in-words": "an email address such as ada@example.com", "description": "Where codes are sent." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin can also configure the organization." } } };
var pattern5 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", "u");
var pattern6 = new RegExp('^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$', "u");
function validate241(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate241.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.name === void 0 && (missing0 = "name") || data.email === void 0 && (missing0 = "email") || data.role === void 0 && (missing0 = "role")) {
        validate241.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "id" || key0 === "name" || key0 === "email" || key0 === "role")) {
            validate241.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (!pattern5.test(data0)) {
                  validate241.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" } }];
                  return false;
                }
              } else {
                validate241.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.name !== void 0) {
              let data1 = data.name;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 100) {
                    validate241.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 } }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate241.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate241.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.email !== void 0) {
                let data2 = data.email;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (typeof data2 === "string") {
                    if (!pattern6.test(data2)) {
                      validate241.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/pattern", keyword: "pattern", params: { pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$' } }];
                      return false;
                    }
                  } else {
                    validate241.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.role !== void 0) {
                  let data3 = data.role;
                  const _errs8 = errors;
                  if (typeof data3 !== "string") {
                    validate241.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/properties/role/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  if (!(data3 === "operator" || data3 === "admin")) {
                    validate241.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/properties/role/enum", keyword: "enum", params: { allowedValues: schema137.properties.role.enum } }];
                    return false;
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate241.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate241.errors = vErrors;
  return errors === 0;
}
validate241.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate240(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate240.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate241(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate241.errors : vErrors.concat(validate241.errors);
    errors = vErrors.length;
  }
  validate240.errors = vErrors;
  return errors === 0;
}
validate240.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.inviteOperators_body = validate243;
function validate245(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate245.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.name === void 0 && (missing0 = "name") || data.email === void 0 && (missing0 = "email") || data.role === void 0 && (missing0 = "role")) {
        validate245.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "id" || key0 === "name" || key0 === "email" || key0 === "role")) {
            validate245.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (!pattern5.test(data0)) {
                  validate245.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" } }];
                  return false;
                }
              } else {
                validate245.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.name !== void 0) {
              let data1 = data.name;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 100) {
                    validate245.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 } }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate245.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate245.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.email !== void 0) {
                let data2 = data.email;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (typeof data2 === "string") {
                    if (!pattern6.test(data2)) {
                      validate245.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/pattern", keyword: "pattern", params: { pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$' } }];
                      return false;
                    }
                  } else {
                    validate245.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.role !== void 0) {
                  let data3 = data.role;
                  const _errs8 = errors;
                  if (typeof data3 !== "string") {
                    validate245.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/properties/role/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  if (!(data3 === "operator" || data3 === "admin")) {
                    validate245.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/properties/role/enum", keyword: "enum", params: { allowedValues: schema137.properties.role.enum } }];
                    return false;
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate245.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate245.errors = vErrors;
  return errors === 0;
}
validate245.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate244(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate244.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.operators === void 0 && (missing0 = "operators")) {
        validate244.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "operators")) {
            validate244.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.operators !== void 0) {
            let data0 = data.operators;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (Array.isArray(data0)) {
                if (data0.length > 50) {
                  validate244.errors = [{ instancePath: instancePath + "/operators", schemaPath: "#/properties/operators/maxItems", keyword: "maxItems", params: { limit: 50 } }];
                  return false;
                } else {
                  if (data0.length < 1) {
                    validate244.errors = [{ instancePath: instancePath + "/operators", schemaPath: "#/properties/operators/minItems", keyword: "minItems", params: { limit: 1 } }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data0.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs4 = errors;
                      if (!validate245(data0[i0], { instancePath: instancePath + "/operators/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
                        vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs4 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  }
                }
              } else {
                validate244.errors = [{ instancePath: instancePath + "/operators", schemaPath: "#/properties/operators/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate244.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate244.errors = vErrors;
  return errors === 0;
}
validate244.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate243(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate243.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate244(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate244.errors : vErrors.concat(validate244.errors);
    errors = vErrors.length;
  }
  validate243.errors = vErrors;
  return errors === 0;
}
validate243.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.updateOperator_body = validate248;
var schema142 = { "type": "object", "additionalProperties": false, "minProperties": 1, "description": "Fields that you leave out do not change.", "properties": { "name": { "type": "string", "minLength": 1, "maxLength": 100, "description": "The operator's name. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters." }, "email": { "type": "string", "pattern": '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$', "x-pattern-in-words": "an email address such as ada@example.com", "description": "Where codes are sent." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin can also configure the organization." }, "same_person": { "type": ["string", "null"], "minLength": 1, "maxLength": 128, "description": "Another account of the same person, for `/api/powers`. Null ends it." }, "enabled": { "type": "boolean", "description": "If you disable an operator, their seats are taken out of every open request and their turned keys no longer\ncount. A request whose quorum can no longer be reached is aborted. The operator's sessions, unopened sign-in\nlinks and passkeys also end. Enabling the operator again restores none of this: make a new sign-in link.\n" } } };
function validate249(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate249.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length < 1) {
        validate249.errors = [{ instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "name" || key0 === "email" || key0 === "role" || key0 === "same_person" || key0 === "enabled")) {
            validate249.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.name !== void 0) {
            let data0 = data.name;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 100) {
                  validate249.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate249.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate249.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.email !== void 0) {
              let data1 = data.email;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (!pattern6.test(data1)) {
                    validate249.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/pattern", keyword: "pattern", params: { pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$' } }];
                    return false;
                  }
                } else {
                  validate249.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.role !== void 0) {
                let data2 = data.role;
                const _errs6 = errors;
                if (typeof data2 !== "string") {
                  validate249.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/properties/role/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                if (!(data2 === "operator" || data2 === "admin")) {
                  validate249.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/properties/role/enum", keyword: "enum", params: { allowedValues: schema142.properties.role.enum } }];
                  return false;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.same_person !== void 0) {
                  let data3 = data.same_person;
                  const _errs8 = errors;
                  if (typeof data3 !== "string" && data3 !== null) {
                    validate249.errors = [{ instancePath: instancePath + "/same_person", schemaPath: "#/properties/same_person/type", keyword: "type", params: { type: schema142.properties.same_person.type } }];
                    return false;
                  }
                  if (errors === _errs8) {
                    if (typeof data3 === "string") {
                      if (func1(data3) > 128) {
                        validate249.errors = [{ instancePath: instancePath + "/same_person", schemaPath: "#/properties/same_person/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                        return false;
                      } else {
                        if (func1(data3) < 1) {
                          validate249.errors = [{ instancePath: instancePath + "/same_person", schemaPath: "#/properties/same_person/minLength", keyword: "minLength", params: { limit: 1 } }];
                          return false;
                        }
                      }
                    }
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.enabled !== void 0) {
                    const _errs10 = errors;
                    if (typeof data.enabled !== "boolean") {
                      validate249.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/properties/enabled/type", keyword: "type", params: { type: "boolean" } }];
                      return false;
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate249.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate249.errors = vErrors;
  return errors === 0;
}
validate249.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate248(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate248.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate249(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate249.errors : vErrors.concat(validate249.errors);
    errors = vErrors.length;
  }
  validate248.errors = vErrors;
  return errors === 0;
}
validate248.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.createSignInLink_body = validate251;
function validate252(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate252.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate252.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate252.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate252.errors = vErrors;
  return errors === 0;
}
validate252.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate251(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate251.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate252(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate252.errors : vErrors.concat(validate252.errors);
    errors = vErrors.length;
  }
  validate251.errors = vErrors;
  return errors === 0;
}
validate251.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listOperatorPasskeys_query = validate254;
function validate254(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate254.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate254.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate254.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate254.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate254.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate254.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate254.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate254.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate254.errors = vErrors;
  return errors === 0;
}
validate254.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.listSessions_query = validate255;
function validate255(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate255.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      if (data.operator !== void 0) {
        let data0 = data.operator;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 128) {
              validate255.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 } }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate255.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            }
          } else {
            validate255.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
          validate255.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data1 == "number") {
            if (data1 > 100 || isNaN(data1)) {
              validate255.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate255.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          if (data.cursor !== void 0) {
            let data2 = data.cursor;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (typeof data2 === "string") {
                if (func1(data2) > 512) {
                  validate255.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate255.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate255.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate255.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate255.errors = vErrors;
  return errors === 0;
}
validate255.evaluated = { "props": { "operator": true, "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.revokeSessions_query = validate256;
function validate256(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate256.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.operator !== void 0) {
        let data0 = data.operator;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 128) {
              validate256.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 } }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate256.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            }
          } else {
            validate256.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
      }
    } else {
      validate256.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate256.errors = vErrors;
  return errors === 0;
}
validate256.evaluated = { "props": { "operator": true }, "dynamicProps": false, "dynamicItems": false };
exports.revokeSession_query = validate257;
function validate257(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate257.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.operator !== void 0) {
        let data0 = data.operator;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 128) {
              validate257.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 } }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate257.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            }
          } else {
            validate257.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
      }
    } else {
      validate257.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate257.errors = vErrors;
  return errors === 0;
}
validate257.evaluated = { "props": { "operator": true }, "dynamicProps": false, "dynamicItems": false };
exports.startCompanySignIn_body = validate258;
function validate259(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate259.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.org === void 0 && (missing0 = "org")) {
        validate259.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "org")) {
            validate259.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.org !== void 0) {
            let data0 = data.org;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (!pattern5.test(data0)) {
                  validate259.errors = [{ instancePath: instancePath + "/org", schemaPath: "#/properties/org/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" } }];
                  return false;
                }
              } else {
                validate259.errors = [{ instancePath: instancePath + "/org", schemaPath: "#/properties/org/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate259.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate259.errors = vErrors;
  return errors === 0;
}
validate259.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate258(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate258.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate259(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate259.errors : vErrors.concat(validate259.errors);
    errors = vErrors.length;
  }
  validate258.errors = vErrors;
  return errors === 0;
}
validate258.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.finishCompanySignIn_body = validate261;
function validate262(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate262.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.code === void 0 && (missing0 = "code") || data.state === void 0 && (missing0 = "state")) {
        validate262.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "code" || key0 === "state" || key0 === "iss")) {
            validate262.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.code !== void 0) {
            let data0 = data.code;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 4096) {
                  validate262.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/maxLength", keyword: "maxLength", params: { limit: 4096 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate262.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate262.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.state !== void 0) {
              let data1 = data.state;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 128) {
                    validate262.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate262.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate262.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.iss !== void 0) {
                let data2 = data.iss;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 2048) {
                      validate262.errors = [{ instancePath: instancePath + "/iss", schemaPath: "#/properties/iss/maxLength", keyword: "maxLength", params: { limit: 2048 } }];
                      return false;
                    } else {
                      if (func1(data2) < 1) {
                        validate262.errors = [{ instancePath: instancePath + "/iss", schemaPath: "#/properties/iss/minLength", keyword: "minLength", params: { limit: 1 } }];
                        return false;
                      }
                    }
                  } else {
                    validate262.errors = [{ instancePath: instancePath + "/iss", schemaPath: "#/properties/iss/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate262.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate262.errors = vErrors;
  return errors === 0;
}
validate262.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate261(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate261.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate262(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate262.errors : vErrors.concat(validate262.errors);
    errors = vErrors.length;
  }
  validate261.errors = vErrors;
  return errors === 0;
}
validate261.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.setCompanySignIn_body = validate264;
var schema155 = { "type": "object", "additionalProperties": false, "required": ["issuer", "client_id", "acr_values", "max_age_seconds", "forbids_mail_links"], "properties": { "issuer": { "$ref": "#/components/schemas/Issuer" }, "client_id": { "$ref": "#/components/schemas/ClientId" }, "client_secret": { "type": ["string", "null"], "minLength": 1, "maxLength": 1024, "description": "Null for a public client. Leave it out to keep the stored one. No answer contains it." }, "acr_values": { "$ref": "#/components/schemas/AcrValues" }, "max_age_seconds": { "$ref": "#/components/schemas/MaxAge" }, "forbids_mail_links": { "type": "boolean", "description": "Whether operators who were ever connected to an account get no sign-in link by mail. The rescue of the administration\ncommand still makes one.\n" } } };
function validate267(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate267.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (typeof data === "string") {
      if (func1(data) > 1024) {
        validate267.errors = [{ instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 1024 } }];
        return false;
      } else {
        if (func1(data) < 1) {
          validate267.errors = [{ instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 } }];
          return false;
        }
      }
    } else {
      validate267.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
      return false;
    }
  }
  validate267.errors = vErrors;
  return errors === 0;
}
validate267.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate269(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate269.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (typeof data === "string") {
      if (func1(data) > 256) {
        validate269.errors = [{ instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 256 } }];
        return false;
      } else {
        if (func1(data) < 1) {
          validate269.errors = [{ instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 } }];
          return false;
        }
      }
    } else {
      validate269.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
      return false;
    }
  }
  validate269.errors = vErrors;
  return errors === 0;
}
validate269.evaluated = { "dynamicProps": false, "dynamicItems": false };
var pattern11 = new RegExp("^[!-~]{1,200}$", "u");
function validate271(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate271.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (Array.isArray(data)) {
      if (data.length > 8) {
        validate271.errors = [{ instancePath, schemaPath: "#/maxItems", keyword: "maxItems", params: { limit: 8 } }];
        return false;
      } else {
        var valid0 = true;
        const len0 = data.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data0 = data[i0];
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (!pattern11.test(data0)) {
                validate271.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/pattern", keyword: "pattern", params: { pattern: "^[!-~]{1,200}$" } }];
                return false;
              }
            } else {
              validate271.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
          if (!valid0) {
            break;
          }
        }
      }
    } else {
      validate271.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate271.errors = vErrors;
  return errors === 0;
}
validate271.evaluated = { "items": true, "dynamicProps": false, "dynamicItems": false };
function validate273(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate273.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)))) {
    validate273.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" } }];
    return false;
  }
  if (errors === 0) {
    if (typeof data == "number") {
      if (data > 43200 || isNaN(data)) {
        validate273.errors = [{ instancePath, schemaPath: "#/maximum", keyword: "maximum", params: { comparison: "<=", limit: 43200 } }];
        return false;
      } else {
        if (data < 300 || isNaN(data)) {
          validate273.errors = [{ instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 300 } }];
          return false;
        }
      }
    }
  }
  validate273.errors = vErrors;
  return errors === 0;
}
validate273.evaluated = { "dynamicProps": false, "dynamicItems": false };
function validate266(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate266.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.issuer === void 0 && (missing0 = "issuer") || data.client_id === void 0 && (missing0 = "client_id") || data.acr_values === void 0 && (missing0 = "acr_values") || data.max_age_seconds === void 0 && (missing0 = "max_age_seconds") || data.forbids_mail_links === void 0 && (missing0 = "forbids_mail_links")) {
        validate266.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "issuer" || key0 === "client_id" || key0 === "client_secret" || key0 === "acr_values" || key0 === "max_age_seconds" || key0 === "forbids_mail_links")) {
            validate266.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.issuer !== void 0) {
            const _errs2 = errors;
            if (!validate267(data.issuer, { instancePath: instancePath + "/issuer", parentData: data, parentDataProperty: "issuer", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate267.errors : vErrors.concat(validate267.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.client_id !== void 0) {
              const _errs3 = errors;
              if (!validate269(data.client_id, { instancePath: instancePath + "/client_id", parentData: data, parentDataProperty: "client_id", rootData, dynamicAnchors })) {
                vErrors = vErrors === null ? validate269.errors : vErrors.concat(validate269.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs3 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.client_secret !== void 0) {
                let data2 = data.client_secret;
                const _errs4 = errors;
                if (typeof data2 !== "string" && data2 !== null) {
                  validate266.errors = [{ instancePath: instancePath + "/client_secret", schemaPath: "#/properties/client_secret/type", keyword: "type", params: { type: schema155.properties.client_secret.type } }];
                  return false;
                }
                if (errors === _errs4) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 1024) {
                      validate266.errors = [{ instancePath: instancePath + "/client_secret", schemaPath: "#/properties/client_secret/maxLength", keyword: "maxLength", params: { limit: 1024 } }];
                      return false;
                    } else {
                      if (func1(data2) < 1) {
                        validate266.errors = [{ instancePath: instancePath + "/client_secret", schemaPath: "#/properties/client_secret/minLength", keyword: "minLength", params: { limit: 1 } }];
                        return false;
                      }
                    }
                  }
                }
                var valid0 = _errs4 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.acr_values !== void 0) {
                  const _errs6 = errors;
                  if (!validate271(data.acr_values, { instancePath: instancePath + "/acr_values", parentData: data, parentDataProperty: "acr_values", rootData, dynamicAnchors })) {
                    vErrors = vErrors === null ? validate271.errors : vErrors.concat(validate271.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs6 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.max_age_seconds !== void 0) {
                    const _errs7 = errors;
                    if (!validate273(data.max_age_seconds, { instancePath: instancePath + "/max_age_seconds", parentData: data, parentDataProperty: "max_age_seconds", rootData, dynamicAnchors })) {
                      vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors);
                      errors = vErrors.length;
                    }
                    var valid0 = _errs7 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.forbids_mail_links !== void 0) {
                      const _errs8 = errors;
                      if (typeof data.forbids_mail_links !== "boolean") {
                        validate266.errors = [{ instancePath: instancePath + "/forbids_mail_links", schemaPath: "#/properties/forbids_mail_links/type", keyword: "type", params: { type: "boolean" } }];
                        return false;
                      }
                      var valid0 = _errs8 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate266.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate266.errors = vErrors;
  return errors === 0;
}
validate266.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate265(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate265.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.provider === void 0 && (missing0 = "provider")) {
        validate265.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "provider")) {
            validate265.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.provider !== void 0) {
            let data0 = data.provider;
            const _errs3 = errors;
            let valid1 = false;
            const _errs4 = errors;
            if (!validate266(data0, { instancePath: instancePath + "/provider", parentData: data, parentDataProperty: "provider", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate266.errors : vErrors.concat(validate266.errors);
              errors = vErrors.length;
            }
            var _valid0 = _errs4 === errors;
            valid1 = valid1 || _valid0;
            const _errs5 = errors;
            if (data0 !== null) {
              const err0 = { instancePath: instancePath + "/provider", schemaPath: "#/properties/provider/anyOf/1/type", keyword: "type", params: { type: "null" } };
              if (vErrors === null) {
                vErrors = [err0];
              } else {
                vErrors.push(err0);
              }
              errors++;
            }
            var _valid0 = _errs5 === errors;
            valid1 = valid1 || _valid0;
            if (!valid1) {
              const err1 = { instancePath: instancePath + "/provider", schemaPath: "#/properties/provider/anyOf", keyword: "anyOf", params: {} };
              if (vErrors === null) {
                vErrors = [err1];
              } else {
                vErrors.push(err1);
              }
              errors++;
              validate265.errors = vErrors;
              return false;
            } else {
              errors = _errs3;
              if (vErrors !== null) {
                if (_errs3) {
                  vErrors.length = _errs3;
                } else {
                  vErrors = null;
                }
              }
            }
          }
        }
      }
    } else {
      validate265.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate265.errors = vErrors;
  return errors === 0;
}
validate265.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate264(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate264.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate265(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate265.errors : vErrors.concat(validate265.errors);
    errors = vErrors.length;
  }
  validate264.errors = vErrors;
  return errors === 0;
}
validate264.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.startOwnIdentity_body = validate277;
function validate278(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate278.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate278.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate278.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate278.errors = vErrors;
  return errors === 0;
}
validate278.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate277(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate277.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate278(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate278.errors : vErrors.concat(validate278.errors);
    errors = vErrors.length;
  }
  validate277.errors = vErrors;
  return errors === 0;
}
validate277.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.connectOwnIdentity_body = validate280;
function validate281(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate281.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.code === void 0 && (missing0 = "code") || data.state === void 0 && (missing0 = "state")) {
        validate281.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "code" || key0 === "state" || key0 === "iss")) {
            validate281.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.code !== void 0) {
            let data0 = data.code;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 4096) {
                  validate281.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/maxLength", keyword: "maxLength", params: { limit: 4096 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate281.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate281.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.state !== void 0) {
              let data1 = data.state;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 128) {
                    validate281.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate281.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate281.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.iss !== void 0) {
                let data2 = data.iss;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 2048) {
                      validate281.errors = [{ instancePath: instancePath + "/iss", schemaPath: "#/properties/iss/maxLength", keyword: "maxLength", params: { limit: 2048 } }];
                      return false;
                    } else {
                      if (func1(data2) < 1) {
                        validate281.errors = [{ instancePath: instancePath + "/iss", schemaPath: "#/properties/iss/minLength", keyword: "minLength", params: { limit: 1 } }];
                        return false;
                      }
                    }
                  } else {
                    validate281.errors = [{ instancePath: instancePath + "/iss", schemaPath: "#/properties/iss/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate281.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate281.errors = vErrors;
  return errors === 0;
}
validate281.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate280(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate280.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate281(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
    errors = vErrors.length;
  }
  validate280.errors = vErrors;
  return errors === 0;
}
validate280.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.connectIdentity_body = validate283;
function validate284(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate284.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.subject === void 0 && (missing0 = "subject")) {
        validate284.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "subject")) {
            validate284.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.subject !== void 0) {
            let data0 = data.subject;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 255) {
                  validate284.errors = [{ instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/maxLength", keyword: "maxLength", params: { limit: 255 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate284.errors = [{ instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate284.errors = [{ instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate284.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate284.errors = vErrors;
  return errors === 0;
}
validate284.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate283(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate283.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate284(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate284.errors : vErrors.concat(validate284.errors);
    errors = vErrors.length;
  }
  validate283.errors = vErrors;
  return errors === 0;
}
validate283.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.renameOrganization_body = validate286;
var pattern12 = new RegExp("^\\S(.*\\S)?$", "u");
function validate287(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate287.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name")) {
        validate287.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "name")) {
            validate287.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.name !== void 0) {
            let data0 = data.name;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 64) {
                  validate287.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate287.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  } else {
                    if (!pattern12.test(data0)) {
                      validate287.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "^\\S(.*\\S)?$" } }];
                      return false;
                    }
                  }
                }
              } else {
                validate287.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate287.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate287.errors = vErrors;
  return errors === 0;
}
validate287.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate286(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate286.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate287(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate287.errors : vErrors.concat(validate287.errors);
    errors = vErrors.length;
  }
  validate286.errors = vErrors;
  return errors === 0;
}
validate286.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.setChangesTurn_body = validate289;
function validate290(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate290.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.turn === void 0 && (missing0 = "turn")) {
        validate290.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "turn")) {
            validate290.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.turn !== void 0) {
            if (!validate204(data.turn, { instancePath: instancePath + "/turn", parentData: data, parentDataProperty: "turn", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate204.errors : vErrors.concat(validate204.errors);
              errors = vErrors.length;
            }
          }
        }
      }
    } else {
      validate290.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate290.errors = vErrors;
  return errors === 0;
}
validate290.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate289(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate289.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate290(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate290.errors : vErrors.concat(validate290.errors);
    errors = vErrors.length;
  }
  validate289.errors = vErrors;
  return errors === 0;
}
validate289.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listChanges_query = validate293;
function validate293(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate293.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate293.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate293.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate293.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func1(data1) > 512) {
                validate293.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate293.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate293.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate293.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate293.errors = vErrors;
  return errors === 0;
}
validate293.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.collectKey_body = validate294;
function validate295(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate295.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate295.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
        return false;
        break;
      }
    } else {
      validate295.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate295.errors = vErrors;
  return errors === 0;
}
validate295.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate294(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate294.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate295(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate295.errors : vErrors.concat(validate295.errors);
    errors = vErrors.length;
  }
  validate294.errors = vErrors;
  return errors === 0;
}
validate294.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listAudit_query = validate297;
function validate297(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate297.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      if (data.after !== void 0) {
        let data0 = data.after;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
          validate297.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number") {
            if (data0 > 99999999999 || isNaN(data0)) {
              validate297.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/maximum", keyword: "maximum", params: { comparison: "<=", limit: 99999999999 } }];
              return false;
            } else {
              if (data0 < 0 || isNaN(data0)) {
                validate297.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
          validate297.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data1 == "number") {
            if (data1 > 100 || isNaN(data1)) {
              validate297.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate297.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          if (data.cursor !== void 0) {
            let data2 = data.cursor;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (typeof data2 === "string") {
                if (func1(data2) > 512) {
                  validate297.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate297.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate297.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate297.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate297.errors = vErrors;
  return errors === 0;
}
validate297.evaluated = { "props": { "after": true, "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.exportAudit_query = validate298;
function validate298(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate298.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.after !== void 0) {
        let data0 = data.after;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
          validate298.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number") {
            if (data0 > 99999999999 || isNaN(data0)) {
              validate298.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/maximum", keyword: "maximum", params: { comparison: "<=", limit: 99999999999 } }];
              return false;
            } else {
              if (data0 < 0 || isNaN(data0)) {
                validate298.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate298.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate298.errors = vErrors;
  return errors === 0;
}
validate298.evaluated = { "props": { "after": true }, "dynamicProps": false, "dynamicItems": false };
exports.getOverview_query = validate299;
var schema175 = { "type": "object", "properties": { "days": { "type": "integer", "enum": [7, 30], "default": 7 }, "zone": { "type": "string", "minLength": 1, "maxLength": 64, "default": "UTC" } }, "required": [] };
function validate299(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate299.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.days === void 0) {
        data.days = 7;
      }
      if (data.zone === void 0) {
        data.zone = "UTC";
      }
      let data0 = data.days;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate299.errors = [{ instancePath: instancePath + "/days", schemaPath: "#/properties/days/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (!(data0 === 7 || data0 === 30)) {
        validate299.errors = [{ instancePath: instancePath + "/days", schemaPath: "#/properties/days/enum", keyword: "enum", params: { allowedValues: schema175.properties.days.enum } }];
        return false;
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        let data1 = data.zone;
        const _errs3 = errors;
        if (errors === _errs3) {
          if (typeof data1 === "string") {
            if (func1(data1) > 64) {
              validate299.errors = [{ instancePath: instancePath + "/zone", schemaPath: "#/properties/zone/maxLength", keyword: "maxLength", params: { limit: 64 } }];
              return false;
            } else {
              if (func1(data1) < 1) {
                validate299.errors = [{ instancePath: instancePath + "/zone", schemaPath: "#/properties/zone/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            }
          } else {
            validate299.errors = [{ instancePath: instancePath + "/zone", schemaPath: "#/properties/zone/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
        var valid0 = _errs3 === errors;
      }
    } else {
      validate299.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate299.errors = vErrors;
  return errors === 0;
}
validate299.evaluated = { "props": { "days": true, "zone": true }, "dynamicProps": false, "dynamicItems": false };
var accept = () => true;
var texts = (names) => (value) => names.every((name) => typeof value[name] === "string");
var optional = (validate) => {
  const orAbsent = (value) => value === void 0 || validate(value) || (orAbsent.errors = validate.errors, false);
  return orAbsent;
};
module.exports = {
  getSession: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  signIn: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.signIn_body,
    queryTypes: {}
  },
  signOut: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  requestMailedLink: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.requestMailedLink_body,
    queryTypes: {}
  },
  getMailedLinks: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  setMailedLinks: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.setMailedLinks_body,
    queryTypes: {}
  },
  startPasskeySignIn: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: optional(exports.startPasskeySignIn_body),
    queryTypes: {}
  },
  passkeySignIn: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.passkeySignIn_body,
    queryTypes: {}
  },
  listPasskeys: {
    path: texts([]),
    query: exports.listPasskeys_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  enrolPasskey: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.enrolPasskey_body,
    queryTypes: {}
  },
  startPasskeyEnrolment: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: optional(exports.startPasskeyEnrolment_body),
    queryTypes: {}
  },
  deletePasskey: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  getEnrolment: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  signEnrolment: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.signEnrolment_body,
    queryTypes: {}
  },
  listSigningKeys: {
    path: texts([]),
    query: exports.listSigningKeys_query,
    headers: accept,
    body: accept,
    queryTypes: { "standing": "string", "limit": "integer", "cursor": "string" }
  },
  getCountersignature: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  countersignKey: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.countersignKey_body,
    queryTypes: {}
  },
  exportSigners: {
    path: texts([]),
    query: exports.exportSigners_query,
    headers: accept,
    body: accept,
    queryTypes: { "at": "integer" }
  },
  listDevices: {
    path: texts([]),
    query: exports.listDevices_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  addDevice: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.addDevice_body,
    queryTypes: {}
  },
  setPushText: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.setPushText_body,
    queryTypes: {}
  },
  deleteDevice: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  testDevice: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.testDevice_body),
    queryTypes: {}
  },
  getInbox: {
    path: texts([]),
    query: exports.getInbox_query,
    headers: accept,
    body: accept,
    queryTypes: { "view": "string", "text": "string", "action": "string", "requester": "string", "state": "string", "unusual": "boolean", "soon": "boolean", "sort": "string", "limit": "integer", "offset": "integer" }
  },
  watchInbox: {
    path: texts([]),
    query: exports.watchInbox_query,
    headers: accept,
    body: accept,
    queryTypes: { "after": "integer", "wait": "integer" }
  },
  listRequests: {
    path: texts([]),
    query: exports.listRequests_query,
    headers: accept,
    body: accept,
    queryTypes: { "state": "string", "action": "string", "requester": "string", "text": "string", "run": "string", "decider": "string", "since": "integer", "until": "integer", "limit": "integer", "cursor": "string" }
  },
  getRequestView: {
    path: texts(["id"]),
    query: exports.getRequestView_query,
    headers: accept,
    body: accept,
    queryTypes: { "compare": "boolean", "page": "boolean" }
  },
  getStatement: {
    path: texts(["id"]),
    query: exports.getStatement_query,
    headers: accept,
    body: accept,
    queryTypes: { "decision": "string" }
  },
  getRequestEvidence: {
    path: texts(["id", "name"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  getRequestProof: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  turnKey: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.turnKey_body,
    queryTypes: {}
  },
  refuseRequest: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.refuseRequest_body),
    queryTypes: {}
  },
  abortRequest: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.abortRequest_body),
    queryTypes: {}
  },
  withdrawTurn: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.withdrawTurn_body),
    queryTypes: {}
  },
  restartRound: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.restartRound_body),
    queryTypes: {}
  },
  stopRequest: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.stopRequest_body),
    queryTypes: {}
  },
  reissueCode: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.reissueCode_body,
    queryTypes: {}
  },
  listQuestions: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  writeQuestion: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.writeQuestion_body,
    queryTypes: {}
  },
  requestDeliveries: {
    path: texts(["id"]),
    query: exports.requestDeliveries_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  requestHistory: {
    path: texts(["id"]),
    query: exports.requestHistory_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  getDeliveryPost: {
    path: texts(["id"]),
    query: exports.getDeliveryPost_query,
    headers: accept,
    body: accept,
    queryTypes: { "attempt": "integer" }
  },
  redeliver: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.redeliver_body),
    queryTypes: {}
  },
  listWebhooks: {
    path: texts([]),
    query: exports.listWebhooks_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  createWebhook: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.createWebhook_body,
    queryTypes: {}
  },
  listEndpointHealth: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  getWebhook: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  updateWebhook: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.updateWebhook_body,
    queryTypes: {}
  },
  deleteWebhook: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  rotateWebhookSecret: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.rotateWebhookSecret_body),
    queryTypes: {}
  },
  revokePreviousSecret: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.revokePreviousSecret_body),
    queryTypes: {}
  },
  verifyWebhook: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.verifyWebhook_body,
    queryTypes: {}
  },
  testWebhook: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.testWebhook_body),
    queryTypes: {}
  },
  webhookDeliveries: {
    path: texts(["id"]),
    query: exports.webhookDeliveries_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  recoverWebhook: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.recoverWebhook_body,
    queryTypes: {}
  },
  getChat: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  setChat: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.setChat_body,
    queryTypes: {}
  },
  removeChat: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  testChat: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: optional(exports.testChat_body),
    queryTypes: {}
  },
  listKeys: {
    path: texts([]),
    query: exports.listKeys_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  createKey: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.createKey_body,
    queryTypes: {}
  },
  updateKey: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.updateKey_body,
    queryTypes: {}
  },
  revokeKey: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  rotateKey: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  endToken: {
    path: texts(["id", "number"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  listActions: {
    path: texts([]),
    query: exports.listActions_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  getAction: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  putAction: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.putAction_body,
    queryTypes: {}
  },
  deleteAction: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  previewAction: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.previewAction_body,
    queryTypes: {}
  },
  backtestAction: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.backtestAction_body,
    queryTypes: {}
  },
  getPowers: {
    path: texts([]),
    query: exports.getPowers_query,
    headers: accept,
    body: accept,
    queryTypes: { "change": "string" }
  },
  listGroups: {
    path: texts([]),
    query: exports.listGroups_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  putGroup: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.putGroup_body,
    queryTypes: {}
  },
  deleteGroup: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  listOperators: {
    path: texts([]),
    query: exports.listOperators_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  createOperator: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.createOperator_body,
    queryTypes: {}
  },
  listOperatorAccess: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  inviteOperators: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.inviteOperators_body,
    queryTypes: {}
  },
  updateOperator: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.updateOperator_body,
    queryTypes: {}
  },
  createSignInLink: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.createSignInLink_body),
    queryTypes: {}
  },
  listOperatorPasskeys: {
    path: texts(["id"]),
    query: exports.listOperatorPasskeys_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  deleteOperatorPasskey: {
    path: texts(["id", "passkey"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  listSessions: {
    path: texts([]),
    query: exports.listSessions_query,
    headers: accept,
    body: accept,
    queryTypes: { "operator": "string", "limit": "integer", "cursor": "string" }
  },
  revokeSessions: {
    path: texts([]),
    query: exports.revokeSessions_query,
    headers: accept,
    body: accept,
    queryTypes: { "operator": "string" }
  },
  revokeSession: {
    path: texts(["id"]),
    query: exports.revokeSession_query,
    headers: accept,
    body: accept,
    queryTypes: { "operator": "string" }
  },
  startCompanySignIn: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.startCompanySignIn_body,
    queryTypes: {}
  },
  finishCompanySignIn: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.finishCompanySignIn_body,
    queryTypes: {}
  },
  getCompanySignIn: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  setCompanySignIn: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.setCompanySignIn_body,
    queryTypes: {}
  },
  startOwnIdentity: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: optional(exports.startOwnIdentity_body),
    queryTypes: {}
  },
  connectOwnIdentity: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.connectOwnIdentity_body,
    queryTypes: {}
  },
  disconnectOwnIdentity: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  connectIdentity: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.connectIdentity_body,
    queryTypes: {}
  },
  disconnectIdentity: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  renameOrganization: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.renameOrganization_body,
    queryTypes: {}
  },
  setChangesTurn: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: exports.setChangesTurn_body,
    queryTypes: {}
  },
  listChanges: {
    path: texts([]),
    query: exports.listChanges_query,
    headers: accept,
    body: accept,
    queryTypes: { "limit": "integer", "cursor": "string" }
  },
  getChange: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  collectKey: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.collectKey_body),
    queryTypes: {}
  },
  listAudit: {
    path: texts([]),
    query: exports.listAudit_query,
    headers: accept,
    body: accept,
    queryTypes: { "after": "integer", "limit": "integer", "cursor": "string" }
  },
  exportAudit: {
    path: texts([]),
    query: exports.exportAudit_query,
    headers: accept,
    body: accept,
    queryTypes: { "after": "integer" }
  },
  auditHead: {
    path: texts([]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  getOverview: {
    path: texts([]),
    query: exports.getOverview_query,
    headers: accept,
    body: accept,
    queryTypes: { "days": "integer", "zone": "string" }
  }
};
