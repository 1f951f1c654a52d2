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
exports.signIn_body = validate20;
var func1 = require_ucs2length().default;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.token === void 0 && (missing0 = "token")) {
        validate20.errors = [{ instancePath, schemaPath: "#/components/schemas/SignIn/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs2 = errors;
        for (const key0 in data) {
          if (!(key0 === "token")) {
            validate20.errors = [{ instancePath, schemaPath: "#/components/schemas/SignIn/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs2 === errors) {
          if (data.token !== void 0) {
            let data0 = data.token;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data0 === "string") {
                if (func1(data0) > 128) {
                  validate20.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/components/schemas/SignIn/properties/token/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate20.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/components/schemas/SignIn/properties/token/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate20.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/components/schemas/SignIn/properties/token/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate20.errors = [{ instancePath, schemaPath: "#/components/schemas/SignIn/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.startPasskeySignIn_body = validate21;
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate21.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate21.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.passkeySignIn_body = validate22;
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate23.evaluated;
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
        validate23.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "response")) {
            validate23.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.response !== void 0) {
            let data0 = data.response;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
                let missing1;
                if (data0.id === void 0 && (missing1 = "id") || data0.rawId === void 0 && (missing1 = "rawId") || data0.type === void 0 && (missing1 = "type") || data0.response === void 0 && (missing1 = "response")) {
                  validate23.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/components/schemas/AuthenticationResponse/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                  return false;
                } else {
                  if (data0.id !== void 0) {
                    let data1 = data0.id;
                    const _errs5 = errors;
                    if (errors === _errs5) {
                      if (typeof data1 === "string") {
                        if (func1(data1) > 1400) {
                          validate23.errors = [{ instancePath: instancePath + "/response/id", schemaPath: "#/components/schemas/AuthenticationResponse/properties/id/maxLength", keyword: "maxLength", params: { limit: 1400 }, message: "must NOT have more than 1400 characters" }];
                          return false;
                        } else {
                          if (func1(data1) < 1) {
                            validate23.errors = [{ instancePath: instancePath + "/response/id", schemaPath: "#/components/schemas/AuthenticationResponse/properties/id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                            return false;
                          }
                        }
                      } else {
                        validate23.errors = [{ instancePath: instancePath + "/response/id", schemaPath: "#/components/schemas/AuthenticationResponse/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                    }
                    var valid2 = _errs5 === errors;
                  } else {
                    var valid2 = true;
                  }
                  if (valid2) {
                    if (data0.rawId !== void 0) {
                      let data2 = data0.rawId;
                      const _errs7 = errors;
                      if (errors === _errs7) {
                        if (typeof data2 === "string") {
                          if (func1(data2) > 1400) {
                            validate23.errors = [{ instancePath: instancePath + "/response/rawId", schemaPath: "#/components/schemas/AuthenticationResponse/properties/rawId/maxLength", keyword: "maxLength", params: { limit: 1400 }, message: "must NOT have more than 1400 characters" }];
                            return false;
                          }
                        } else {
                          validate23.errors = [{ instancePath: instancePath + "/response/rawId", schemaPath: "#/components/schemas/AuthenticationResponse/properties/rawId/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                      }
                      var valid2 = _errs7 === errors;
                    } else {
                      var valid2 = true;
                    }
                    if (valid2) {
                      if (data0.type !== void 0) {
                        let data3 = data0.type;
                        const _errs9 = errors;
                        if (typeof data3 !== "string") {
                          validate23.errors = [{ instancePath: instancePath + "/response/type", schemaPath: "#/components/schemas/AuthenticationResponse/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                        if ("public-key" !== data3) {
                          validate23.errors = [{ instancePath: instancePath + "/response/type", schemaPath: "#/components/schemas/AuthenticationResponse/properties/type/const", keyword: "const", params: { allowedValue: "public-key" }, message: "must be equal to constant" }];
                          return false;
                        }
                        var valid2 = _errs9 === errors;
                      } else {
                        var valid2 = true;
                      }
                      if (valid2) {
                        if (data0.response !== void 0) {
                          let data4 = data0.response;
                          const _errs11 = errors;
                          if (errors === _errs11) {
                            if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                              let missing2;
                              if (data4.clientDataJSON === void 0 && (missing2 = "clientDataJSON") || data4.authenticatorData === void 0 && (missing2 = "authenticatorData") || data4.signature === void 0 && (missing2 = "signature")) {
                                validate23.errors = [{ instancePath: instancePath + "/response/response", schemaPath: "#/components/schemas/AuthenticationResponse/properties/response/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }];
                                return false;
                              } else {
                                if (data4.clientDataJSON !== void 0) {
                                  let data5 = data4.clientDataJSON;
                                  const _errs13 = errors;
                                  if (errors === _errs13) {
                                    if (typeof data5 === "string") {
                                      if (func1(data5) > 8192) {
                                        validate23.errors = [{ instancePath: instancePath + "/response/response/clientDataJSON", schemaPath: "#/components/schemas/AuthenticationResponse/properties/response/properties/clientDataJSON/maxLength", keyword: "maxLength", params: { limit: 8192 }, message: "must NOT have more than 8192 characters" }];
                                        return false;
                                      }
                                    } else {
                                      validate23.errors = [{ instancePath: instancePath + "/response/response/clientDataJSON", schemaPath: "#/components/schemas/AuthenticationResponse/properties/response/properties/clientDataJSON/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                      return false;
                                    }
                                  }
                                  var valid3 = _errs13 === errors;
                                } else {
                                  var valid3 = true;
                                }
                                if (valid3) {
                                  if (data4.authenticatorData !== void 0) {
                                    let data6 = data4.authenticatorData;
                                    const _errs15 = errors;
                                    if (errors === _errs15) {
                                      if (typeof data6 === "string") {
                                        if (func1(data6) > 8192) {
                                          validate23.errors = [{ instancePath: instancePath + "/response/response/authenticatorData", schemaPath: "#/components/schemas/AuthenticationResponse/properties/response/properties/authenticatorData/maxLength", keyword: "maxLength", params: { limit: 8192 }, message: "must NOT have more than 8192 characters" }];
                                          return false;
                                        }
                                      } else {
                                        validate23.errors = [{ instancePath: instancePath + "/response/response/authenticatorData", schemaPath: "#/components/schemas/AuthenticationResponse/properties/response/properties/authenticatorData/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                        return false;
                                      }
                                    }
                                    var valid3 = _errs15 === errors;
                                  } else {
                                    var valid3 = true;
                                  }
                                  if (valid3) {
                                    if (data4.signature !== void 0) {
                                      let data7 = data4.signature;
                                      const _errs17 = errors;
                                      if (errors === _errs17) {
                                        if (typeof data7 === "string") {
                                          if (func1(data7) > 8192) {
                                            validate23.errors = [{ instancePath: instancePath + "/response/response/signature", schemaPath: "#/components/schemas/AuthenticationResponse/properties/response/properties/signature/maxLength", keyword: "maxLength", params: { limit: 8192 }, message: "must NOT have more than 8192 characters" }];
                                            return false;
                                          }
                                        } else {
                                          validate23.errors = [{ instancePath: instancePath + "/response/response/signature", schemaPath: "#/components/schemas/AuthenticationResponse/properties/response/properties/signature/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                          return false;
                                        }
                                      }
                                      var valid3 = _errs17 === errors;
                                    } else {
                                      var valid3 = true;
                                    }
                                  }
                                }
                              }
                            } else {
                              validate23.errors = [{ instancePath: instancePath + "/response/response", schemaPath: "#/components/schemas/AuthenticationResponse/properties/response/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                              return false;
                            }
                          }
                          var valid2 = _errs11 === errors;
                        } else {
                          var valid2 = true;
                        }
                      }
                    }
                  }
                }
              } else {
                validate23.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/components/schemas/AuthenticationResponse/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate23.errors = vErrors;
  return errors === 0;
}
validate23.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate23(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
    errors = vErrors.length;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listPasskeys_query = validate25;
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate25.evaluated;
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
        validate25.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate25.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate25.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate25.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate25.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate25.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate25.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate25.errors = vErrors;
  return errors === 0;
}
validate25.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.enrolPasskey_body = validate26;
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate27.evaluated;
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
        validate27.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "name" || key0 === "response")) {
            validate27.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                  validate27.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 }, message: "must NOT have more than 100 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate27.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate27.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.response !== void 0) {
              let data1 = data.response;
              const _errs4 = errors;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
                  let missing1;
                  if (data1.id === void 0 && (missing1 = "id") || data1.rawId === void 0 && (missing1 = "rawId") || data1.type === void 0 && (missing1 = "type") || data1.response === void 0 && (missing1 = "response")) {
                    validate27.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/components/schemas/RegistrationResponse/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                    return false;
                  } else {
                    if (data1.id !== void 0) {
                      let data2 = data1.id;
                      const _errs7 = errors;
                      if (errors === _errs7) {
                        if (typeof data2 === "string") {
                          if (func1(data2) > 1400) {
                            validate27.errors = [{ instancePath: instancePath + "/response/id", schemaPath: "#/components/schemas/RegistrationResponse/properties/id/maxLength", keyword: "maxLength", params: { limit: 1400 }, message: "must NOT have more than 1400 characters" }];
                            return false;
                          } else {
                            if (func1(data2) < 1) {
                              validate27.errors = [{ instancePath: instancePath + "/response/id", schemaPath: "#/components/schemas/RegistrationResponse/properties/id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                              return false;
                            }
                          }
                        } else {
                          validate27.errors = [{ instancePath: instancePath + "/response/id", schemaPath: "#/components/schemas/RegistrationResponse/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                      }
                      var valid2 = _errs7 === errors;
                    } else {
                      var valid2 = true;
                    }
                    if (valid2) {
                      if (data1.rawId !== void 0) {
                        let data3 = data1.rawId;
                        const _errs9 = errors;
                        if (errors === _errs9) {
                          if (typeof data3 === "string") {
                            if (func1(data3) > 1400) {
                              validate27.errors = [{ instancePath: instancePath + "/response/rawId", schemaPath: "#/components/schemas/RegistrationResponse/properties/rawId/maxLength", keyword: "maxLength", params: { limit: 1400 }, message: "must NOT have more than 1400 characters" }];
                              return false;
                            }
                          } else {
                            validate27.errors = [{ instancePath: instancePath + "/response/rawId", schemaPath: "#/components/schemas/RegistrationResponse/properties/rawId/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                        }
                        var valid2 = _errs9 === errors;
                      } else {
                        var valid2 = true;
                      }
                      if (valid2) {
                        if (data1.type !== void 0) {
                          let data4 = data1.type;
                          const _errs11 = errors;
                          if (typeof data4 !== "string") {
                            validate27.errors = [{ instancePath: instancePath + "/response/type", schemaPath: "#/components/schemas/RegistrationResponse/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                          if ("public-key" !== data4) {
                            validate27.errors = [{ instancePath: instancePath + "/response/type", schemaPath: "#/components/schemas/RegistrationResponse/properties/type/const", keyword: "const", params: { allowedValue: "public-key" }, message: "must be equal to constant" }];
                            return false;
                          }
                          var valid2 = _errs11 === errors;
                        } else {
                          var valid2 = true;
                        }
                        if (valid2) {
                          if (data1.response !== void 0) {
                            let data5 = data1.response;
                            const _errs13 = errors;
                            if (errors === _errs13) {
                              if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                                let missing2;
                                if (data5.clientDataJSON === void 0 && (missing2 = "clientDataJSON") || data5.attestationObject === void 0 && (missing2 = "attestationObject")) {
                                  validate27.errors = [{ instancePath: instancePath + "/response/response", schemaPath: "#/components/schemas/RegistrationResponse/properties/response/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }];
                                  return false;
                                } else {
                                  if (data5.clientDataJSON !== void 0) {
                                    let data6 = data5.clientDataJSON;
                                    const _errs15 = errors;
                                    if (errors === _errs15) {
                                      if (typeof data6 === "string") {
                                        if (func1(data6) > 8192) {
                                          validate27.errors = [{ instancePath: instancePath + "/response/response/clientDataJSON", schemaPath: "#/components/schemas/RegistrationResponse/properties/response/properties/clientDataJSON/maxLength", keyword: "maxLength", params: { limit: 8192 }, message: "must NOT have more than 8192 characters" }];
                                          return false;
                                        }
                                      } else {
                                        validate27.errors = [{ instancePath: instancePath + "/response/response/clientDataJSON", schemaPath: "#/components/schemas/RegistrationResponse/properties/response/properties/clientDataJSON/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                        return false;
                                      }
                                    }
                                    var valid3 = _errs15 === errors;
                                  } else {
                                    var valid3 = true;
                                  }
                                  if (valid3) {
                                    if (data5.attestationObject !== void 0) {
                                      let data7 = data5.attestationObject;
                                      const _errs17 = errors;
                                      if (errors === _errs17) {
                                        if (typeof data7 === "string") {
                                          if (func1(data7) > 32768) {
                                            validate27.errors = [{ instancePath: instancePath + "/response/response/attestationObject", schemaPath: "#/components/schemas/RegistrationResponse/properties/response/properties/attestationObject/maxLength", keyword: "maxLength", params: { limit: 32768 }, message: "must NOT have more than 32768 characters" }];
                                            return false;
                                          }
                                        } else {
                                          validate27.errors = [{ instancePath: instancePath + "/response/response/attestationObject", schemaPath: "#/components/schemas/RegistrationResponse/properties/response/properties/attestationObject/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                          return false;
                                        }
                                      }
                                      var valid3 = _errs17 === errors;
                                    } else {
                                      var valid3 = true;
                                    }
                                  }
                                }
                              } else {
                                validate27.errors = [{ instancePath: instancePath + "/response/response", schemaPath: "#/components/schemas/RegistrationResponse/properties/response/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                                return false;
                              }
                            }
                            var valid2 = _errs13 === errors;
                          } else {
                            var valid2 = true;
                          }
                        }
                      }
                    }
                  }
                } else {
                  validate27.errors = [{ instancePath: instancePath + "/response", schemaPath: "#/components/schemas/RegistrationResponse/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
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
      validate27.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate27.errors = vErrors;
  return errors === 0;
}
validate27.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate26.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate27(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
    errors = vErrors.length;
  }
  validate26.errors = vErrors;
  return errors === 0;
}
validate26.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.startPasskeyEnrolment_body = validate29;
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate29.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate29.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate29.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate29.errors = vErrors;
  return errors === 0;
}
validate29.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listRequests_query = validate30;
var schema44 = { "type": "object", "properties": { "waiting": { "type": "boolean" }, "state": { "type": "string", "enum": ["notified", "staging", "authorized", "executing", "succeeded", "failed", "expired", "aborted", "denied"] }, "action": { "type": "string", "minLength": 1, "maxLength": 128 }, "requester": { "type": "string", "minLength": 1, "maxLength": 128 }, "since": { "type": "integer", "minimum": 0 }, "until": { "type": "integer", "minimum": 0 }, "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 25 }, "cursor": { "type": "string", "minLength": 1, "maxLength": 512 } }, "required": [], "components": { "schemas": { "Me": { "type": "object", "required": ["id", "name", "role"], "description": "The operator who is signed in.", "properties": { "id": { "type": "string", "description": "Operator id." }, "name": { "type": "string", "description": "What people call them." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin may also configure the organization." } } }, "SessionAnswer": { "type": "object", "required": ["server_now", "operator", "org", "session_id", "expires_at"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "operator": { "$ref": "#/components/schemas/Me" }, "org": { "type": "string", "description": "Organization id. Every console route answers for this organization alone." }, "session_id": { "type": "string", "description": "Names the session in lists; it is not the secret in the cookie." }, "expires_at": { "type": "integer", "format": "int64", "description": "When the session ends by itself, epoch ms." } } }, "ConsoleRefusal": { "type": "object", "required": ["error"], "description": "Who calls may not do this. There is no `kind`.", "properties": { "error": { "type": "string", "description": "Why not, for a person." } } }, "ConsoleProblemKind": { "type": "string", "enum": ["invalid", "not_found", "refused", "conflict", "decided", "stale_round", "already_turned", "not_turned", "seat_locked", "not_coincident", "too_large", "unsupported_media_type", "internal"], "description": "What went wrong, for a program.\n\n| kind | status | meaning |\n|---|---|---|\n| `invalid` | 400, 405, 422 | Malformed body, query parameter or cursor; a method that the path does not take; 422: a policy that makes no sense. |\n| `not_found` | 404 | Not in the organization. |\n| `refused` | 422 | Well formed, and not acceptable. |\n| `conflict` | 409 | Somebody else's edit came first, or the edit would lock everybody out. |\n| `decided` | 409 | The request has its verdict; the text names who decided it. |\n| `stale_round` | 409 | The code belongs to a round that has collapsed. |\n| `already_turned` | 409 | The key of this seat is turned. |\n| `not_turned` | 409 | There is no turn to withdraw. |\n| `seat_locked` | 409 | Too many wrong codes in this round. |\n| `not_coincident` | 409 | Only a coincident request has a round to restart. |\n| `too_large` | 413 | A body over the route's limit. |\n| `unsupported_media_type` | 415 | A body that is not application/json. |\n| `internal` | 500 | The server failed; retry. |\n" }, "ConsoleProblem": { "type": "object", "required": ["error", "kind"], "properties": { "error": { "type": "string", "description": "What went wrong and what to do about it, for a person. Its wording may change." }, "kind": { "$ref": "#/components/schemas/ConsoleProblemKind" } } }, "SignIn": { "type": "object", "additionalProperties": false, "required": ["token"], "properties": { "token": { "type": "string", "minLength": 1, "maxLength": 128, "description": "The `token` of a sign-in link. It is spent by this call." } } }, "Done": { "type": "object", "required": ["server_now"], "description": "It is done, and there is nothing to show.", "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." } } }, "Nothing": { "type": "object", "additionalProperties": false, "description": "An empty object. Leaving the body out means the same." }, "PasskeyOptions": { "type": "object", "required": ["server_now", "options"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "options": { "type": "object", "additionalProperties": true, "description": "To be handed to the browser as it is. The challenge in it is good for 5 minutes and for one answer." } } }, "AuthenticationResponse": { "type": "object", "required": ["id", "rawId", "type", "response"], "description": "What `navigator.credentials.get` gave, in JSON.", "properties": { "id": { "type": "string", "minLength": 1, "maxLength": 1400, "description": "Credential id, base64url." }, "rawId": { "type": "string", "maxLength": 1400, "description": "The same." }, "type": { "type": "string", "const": "public-key" }, "response": { "type": "object", "required": ["clientDataJSON", "authenticatorData", "signature"], "properties": { "clientDataJSON": { "type": "string", "maxLength": 8192, "description": "Base64url." }, "authenticatorData": { "type": "string", "maxLength": 8192, "description": "Base64url." }, "signature": { "type": "string", "maxLength": 8192, "description": "Base64url." } } } } }, "PasskeySignIn": { "type": "object", "additionalProperties": false, "required": ["response"], "properties": { "response": { "$ref": "#/components/schemas/AuthenticationResponse" } } }, "Passkey": { "type": "object", "required": ["id", "name", "created_at"], "properties": { "id": { "type": "string", "description": "Passkey id, `psk_` followed by 24 hex characters." }, "name": { "type": "string", "description": "What the operator calls the device." }, "created_at": { "type": "integer", "format": "int64", "description": "Epoch ms." } } }, "PasskeyList": { "type": "object", "required": ["server_now", "passkeys", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "passkeys": { "type": "array", "items": { "$ref": "#/components/schemas/Passkey" }, "description": "Oldest first." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "RegistrationResponse": { "type": "object", "required": ["id", "rawId", "type", "response"], "description": "What `navigator.credentials.create` gave, in JSON.", "properties": { "id": { "type": "string", "minLength": 1, "maxLength": 1400, "description": "Credential id, base64url." }, "rawId": { "type": "string", "maxLength": 1400, "description": "The same." }, "type": { "type": "string", "const": "public-key" }, "response": { "type": "object", "required": ["clientDataJSON", "attestationObject"], "properties": { "clientDataJSON": { "type": "string", "maxLength": 8192, "description": "Base64url." }, "attestationObject": { "type": "string", "maxLength": 32768, "description": "Base64url." } } } } }, "PasskeyEnrolment": { "type": "object", "additionalProperties": false, "required": ["name", "response"], "properties": { "name": { "type": "string", "minLength": 1, "maxLength": 100, "description": "What the operator calls the device." }, "response": { "$ref": "#/components/schemas/RegistrationResponse" } } }, "PasskeyAnswer": { "type": "object", "required": ["server_now", "passkey"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "passkey": { "$ref": "#/components/schemas/Passkey" } } }, "RequestId": { "type": "string", "description": "Request id, `req_` followed by 24 hex characters.", "examples": ["req_acdcf8070763c1a1072b22d3"] }, "RequestState": { "type": "string", "enum": ["proposed", "notified", "staging", "authorized", "executing", "succeeded", "failed", "expired", "aborted", "denied"], "description": "Where the request stands with the people (never with your worker, see `execution`).\n\n| state | meaning |\n|---|---|\n| `proposed` | Created; nobody has been told yet. Create never returns it. |\n| `notified` | Codes are out; nobody has turned a key, or a coincident round collapsed and codes were issued anew. |\n| `staging` | At least one operator has turned a key. |\n| `authorized` | Enough distinct operators committed. |\n| `executing` | Handed to the action's integration, which is making its one call. |\n| `succeeded` | Terminal. Authorized, and the integration's call, if the action has one, took effect. |\n| `failed` | Terminal. Authorized, but the integration's call did not go through. |\n| `expired` | Terminal. The time ran out with the quorum unmet. |\n| `aborted` | Terminal. Withdrawn by an operator or by the system, or a coincident round was restarted. |\n| `denied` | Terminal. An operator refused it. |\n" }, "SealedIntent": { "type": "object", "additionalProperties": false, "required": ["v", "alg", "kid", "nonce", "ciphertext"], "description": 'The call that your worker is to make, encrypted by the proposer with AES-256-GCM under a key that the service never\nsees; at most 64 KiB as JSON (beyond that: 413). It is stored and returned verbatim and takes no other field.\n\nThe additional data is the text `service.intent.v1`, a zero byte, then the request\'s action, so an envelope sealed\nfor one action does not open under another. The plaintext is UTF-8 JSON, written once and never serialized again:\n`{"v": 1, "client": string, "method": string, "args": [...]}`.\n', "properties": { "v": { "type": "integer", "const": 1, "description": "Version of the envelope." }, "alg": { "type": "string", "const": "A256GCM", "description": "AES-256-GCM, the one algorithm." }, "kid": { "type": "string", "pattern": "^[0-9a-f]{16}$", "description": "First 16 hex characters of SHA-256 over the key bytes, by which a worker that holds several keys picks the right one." }, "nonce": { "type": "string", "pattern": "^[A-Za-z0-9_-]{16}$", "description": "12 random bytes, base64url without padding. Fresh for every seal." }, "ciphertext": { "type": "string", "minLength": 22, "pattern": "^[A-Za-z0-9_-]+$", "description": "The encrypted plaintext with the 16-byte tag appended, base64url without padding." } }, "examples": [{ "v": 1, "alg": "A256GCM", "kid": "6733e5bd34a4d669", "nonce": "2r-tHb7O8xo1Fwnw", "ciphertext": "3dmvVZNtEH5_NHMa3ZFqixxxLp6Y6IyTCe4ThvDPBTK3K_LN7EOPxcFdfEdLcsbJGtYoaO2O-uS5QDYeEY3hvrqYlXI3XQUJDdT0Y8Q-gSUY1Qxqb5yKJz2UCSiN3OKLuKc8_v42PCXmQ4bUijQJVg" }] }, "ExecutionState": { "type": "string", "enum": ["none", "pending", "claimed", "succeeded", "failed"], "description": "Where the sealed intent stands, read at the server's clock: a lease that ran out reads `pending` again.\n`none` means that there is nothing to run: no intent, no verdict yet, or a verdict other than authorized.\n" }, "ExecutionRecord": { "type": "object", "required": ["state", "claimed_at", "lease_expires_at", "reported_at", "reference", "error", "execute_by"], "description": "The claim ledger of a sealed intent. It never moves the request's own `state`. Where `state` is `none` every other\nfield is null.\n", "properties": { "state": { "$ref": "#/components/schemas/ExecutionState" }, "claimed_at": { "type": ["integer", "null"], "format": "int64", "description": "When the current claim was made, epoch ms." }, "lease_expires_at": { "type": ["integer", "null"], "format": "int64", "description": "When the current claim stops being exclusive, epoch ms." }, "reported_at": { "type": ["integer", "null"], "format": "int64", "description": "When the claim holder reported, epoch ms." }, "reference": { "type": ["string", "null"], "description": "What the worker said the run produced, for example the id of an object downstream." }, "error": { "type": ["string", "null"], "description": "What the worker said went wrong." }, "execute_by": { "type": ["integer", "null"], "format": "int64", "description": "Last instant at which a worker may claim, epoch ms. The time of the verdict plus `execute_within`." } } }, "AuthorizationRequest": { "type": "object", "required": ["id", "action", "requester", "operation_hash", "state", "live", "outcome", "approvers", "params", "created_at", "decided_at", "intent", "execution"], "description": "The record of one ask and of what people decided. The same object is answered by every route and posted inside every event.", "properties": { "id": { "$ref": "#/components/schemas/RequestId" }, "action": { "type": "string", "description": "The action that the request was created for." }, "requester": { "type": "string", "description": "The operator in whose name the request was made." }, "operation_hash": { "type": "string", "description": '`sha256:` followed by hex. Fingerprint of the action and the params, fixed at creation: SHA-256 over the text\n`service.operation.v1`, a zero byte, then `{"action", "params"}` in the JSON Canonicalization Scheme\n(RFC 8785). Compute it from the operation that you are about to run, and refuse on a mismatch.\n' }, "state": { "$ref": "#/components/schemas/RequestState" }, "live": { "type": "boolean", "description": "Whether the request can still change. An authorized request stays live while its integration makes its one\ncall, then ends succeeded or failed.\n" }, "outcome": { "type": ["string", "null"], "enum": ["authorized", "denied", "expired", "aborted", null], "description": "Null until there is a verdict. `authorized`: enough distinct operators turned their keys in time; this alone is\nto be acted on. `denied`: an operator refused. `expired`: the time ran out with the quorum unmet. `aborted`:\nwithdrawn, by an operator or by the system.\n" }, "approvers": { "type": "array", "items": { "type": "string" }, "description": "The operators who committed, in the order of their turns. Empty unless authorized." }, "params": { "type": "object", "additionalProperties": { "type": "string" }, "description": "The params as proposed, unchanged." }, "created_at": { "type": "integer", "format": "int64", "description": "When the request was created, epoch ms." }, "decided_at": { "type": ["integer", "null"], "format": "int64", "description": "When the verdict was reached, epoch ms. Null while `live`." }, "intent": { "oneOf": [{ "$ref": "#/components/schemas/SealedIntent" }, { "type": "null" }], "description": "The sealed intent exactly as it was submitted, or null." }, "execution": { "$ref": "#/components/schemas/ExecutionRecord" } } }, "SeatView": { "type": "object", "required": ["operator", "name", "state", "turned_at", "issue"], "description": "One operator who was asked.", "properties": { "operator": { "type": "string", "description": "Operator id." }, "name": { "type": "string", "description": "What people call them; the id where the name is not known." }, "state": { "type": "string", "enum": ["asked", "turned", "locked", "out"], "description": "`asked`: no key turned. `turned`: the key counts. `locked`: 5 wrong codes, until the next round or a re-issue.\n`out`: the operator was disabled after the request was made.\n" }, "turned_at": { "type": ["integer", "null"], "format": "int64", "description": "When the key was turned, epoch ms; null otherwise. After the verdict the instants are in the history." }, "issue": { "type": "integer", "description": "How often an admin has issued this seat's code anew." } } }, "OptionView": { "type": "object", "required": ["action", "allowed", "why"], "properties": { "action": { "type": "string", "enum": ["turn", "refuse", "abort", "withdraw", "restart", "reissue"], "description": "What could be done." }, "allowed": { "type": "boolean", "description": "Whether the caller may do it now." }, "why": { "type": ["string", "null"], "description": "Why not, or what to know before, for a person; null where there is nothing to say." } } }, "DecisionView": { "type": "object", "required": ["by", "at", "reason"], "description": "Who reached the verdict.", "properties": { "by": { "type": "array", "items": { "type": "string" }, "description": "The approvers in the order of their turns, or the one who stopped it. Empty where the clock or the system did." }, "at": { "type": "integer", "format": "int64", "description": "The instant of the verdict, epoch ms." }, "reason": { "type": ["string", "null"], "description": "The note of the one who stopped it, or why the system did." } } }, "CeremonyView": { "type": "object", "required": ["summary", "title", "requester_name", "quorum", "mode", "coincidence_seconds", "round", "window_ends_at", "expires_at", "rule", "policy_version", "has_intent", "seats", "turned", "needed", "eligible", "waiting_for", "you", "decided"], "description": "Where the ceremony stands, and what the caller can do about it.", "properties": { "summary": { "type": ["string", "null"], "description": "The proposer's line, cut to 200 characters. Text, never markup." }, "title": { "type": "string", "description": "The action's title when the request was made." }, "requester_name": { "type": "string", "description": "Name of the operator in whose name the request was made." }, "quorum": { "type": "integer", "description": "How many distinct operators must turn a key." }, "mode": { "type": "string", "enum": ["independent", "coincident"], "description": "`coincident`: the keys must be turned within `coincidence_seconds` of the first." }, "coincidence_seconds": { "type": ["integer", "null"], "description": "How long a round lasts from its first turn; null in independent mode." }, "round": { "type": "integer", "description": "From 1; a round that collapsed begins the next, with new codes. Send it with the code." }, "window_ends_at": { "type": ["integer", "null"], "format": "int64", "description": "When the round that is under way collapses, epoch ms; null while there is none." }, "expires_at": { "type": "integer", "format": "int64", "description": "When the request expires, epoch ms." }, "rule": { "type": ["integer", "null"], "description": "Index of the param rule that decided the quorum, or null." }, "policy_version": { "type": "integer", "description": "The version of the action's policy that the request was made under." }, "has_intent": { "type": "boolean", "description": "Whether the request carries a sealed intent. Lists leave the envelope itself out." }, "seats": { "type": "array", "items": { "$ref": "#/components/schemas/SeatView" }, "description": "Everybody who was asked." }, "turned": { "type": "integer", "description": "How many keys count." }, "needed": { "type": "integer", "description": "How many more keys are needed; 0 once decided." }, "eligible": { "type": "array", "items": { "type": "string" }, "description": "Operators whose key can count." }, "waiting_for": { "type": "array", "items": { "type": "string" }, "description": "Operators whose key can count and is not turned. Empty once decided." }, "you": { "type": "object", "required": ["seat", "options"], "description": "The caller.", "properties": { "seat": { "type": "boolean", "description": "Whether the caller was asked and still can act." }, "options": { "type": "array", "items": { "$ref": "#/components/schemas/OptionView" }, "description": "Everything that could be done, each allowed or with the reason why not." } } }, "decided": { "oneOf": [{ "$ref": "#/components/schemas/DecisionView" }, { "type": "null" }], "description": "Null until there is a verdict." } } }, "RequestWithView": { "type": "object", "required": ["request", "view"], "properties": { "request": { "$ref": "#/components/schemas/AuthorizationRequest" }, "view": { "$ref": "#/components/schemas/CeremonyView" } } }, "RequestList": { "type": "object", "required": ["server_now", "requests", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "requests": { "type": "array", "items": { "$ref": "#/components/schemas/RequestWithView" }, "description": "The requests; `request.intent` is left null here, see `view.has_intent`." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "RequestViewAnswer": { "type": "object", "required": ["server_now", "request", "view"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "request": { "$ref": "#/components/schemas/AuthorizationRequest" }, "view": { "$ref": "#/components/schemas/CeremonyView" } } }, "TurnKey": { "type": "object", "additionalProperties": false, "required": ["code"], "properties": { "code": { "type": "string", "minLength": 1, "maxLength": 32, "description": "The 8 digits that were sent to the operator; blanks and hyphens between them are ignored." }, "round": { "type": "integer", "minimum": 1, "description": "The round that was on the screen. A code of an earlier round is then named as such instead of counted as wrong." } } }, "StopNote": { "type": "object", "additionalProperties": false, "properties": { "note": { "type": "string", "maxLength": 512, "description": "Why, for the history." } } }, "ReissueCode": { "type": "object", "additionalProperties": false, "required": ["operator"], "properties": { "operator": { "type": "string", "minLength": 1, "maxLength": 128, "description": "Whose seat gets a new code." } } }, "EventType": { "type": "string", "enum": ["request.authorized", "request.denied", "request.expired", "request.aborted", "request.failed", "request.executed", "request.execution_failed"], "description": "What happened." }, "DeliveryTry": { "type": "object", "required": ["n", "started_at", "finished_at", "status", "outcome", "error", "trigger"], "properties": { "n": { "type": "integer", "description": "From 1, across restarts." }, "started_at": { "type": "integer", "format": "int64", "description": "Epoch ms." }, "finished_at": { "type": "integer", "format": "int64", "description": "Epoch ms." }, "status": { "type": ["integer", "null"], "description": "The HTTP status the receiver answered, if it answered." }, "outcome": { "type": "string", "enum": ["delivered", "refused", "refused_address", "unreachable", "timed_out", "not_sent"], "description": "How the try ended." }, "error": { "type": ["string", "null"], "description": "What went wrong, for a person." }, "trigger": { "type": "string", "enum": ["first", "retry", "manual", "recover", "test"], "description": "Why the try was made." } } }, "Delivery": { "type": "object", "required": ["id", "event_id", "event_type", "request_id", "receiver", "state", "reason", "test", "created_at", "next_attempt_at", "tries"], "description": "One receiver's delivery of one event.", "properties": { "id": { "type": "string", "description": "`dlv_` followed by 24 hex characters, as in the post." }, "event_id": { "type": "string", "description": "`evt_` followed by 32 hex characters, as in the post." }, "event_type": { "$ref": "#/components/schemas/EventType" }, "request_id": { "type": "string", "description": "The request the event is about; of a test event, one that does not exist." }, "receiver": { "type": "string", "description": "`callback`, `integration` or an endpoint id." }, "state": { "type": "string", "enum": ["pending", "delivered", "failed"], "description": "Whether it has arrived, may still arrive, or will not be tried again by itself." }, "reason": { "type": ["string", "null"], "description": "Why it failed for good; null otherwise." }, "test": { "type": "boolean", "description": "A test event, which is never retried." }, "created_at": { "type": "integer", "format": "int64", "description": "When the event was fired, epoch ms." }, "next_attempt_at": { "type": ["integer", "null"], "format": "int64", "description": "When it is tried again, epoch ms; null where it is not, or at once." }, "tries": { "type": "array", "items": { "$ref": "#/components/schemas/DeliveryTry" }, "description": "Every try, in order." } } }, "DeliveryList": { "type": "object", "required": ["server_now", "deliveries", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "deliveries": { "type": "array", "items": { "$ref": "#/components/schemas/Delivery" }, "description": "Newest first." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "HistoryEntry": { "type": "object", "required": ["seq", "at", "kind", "actor", "data"], "properties": { "seq": { "type": ["integer", "null"], "description": "Place in the audit chain; null for the moment between happening and being recorded." }, "at": { "type": "integer", "format": "int64", "description": "When it happened, epoch ms." }, "kind": { "type": "string", "description": "What happened, for example `key.turned`." }, "actor": { "type": "string", "description": "An operator id, an API key id, a claim id, or `system`." }, "data": { "type": "object", "additionalProperties": true, "description": "The facts, by kind." } } }, "History": { "type": "object", "required": ["server_now", "entries", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "entries": { "type": "array", "items": { "$ref": "#/components/schemas/HistoryEntry" }, "description": "In the order in which it happened." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "DeliveryAnswer": { "type": "object", "required": ["server_now", "delivery"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "delivery": { "$ref": "#/components/schemas/Delivery" } } }, "Endpoint": { "type": "object", "required": ["id", "url", "types", "description", "enabled", "created_at", "deleted_at", "previous_secret_expires_at"], "properties": { "id": { "type": "string", "description": "Endpoint id, `whe_` followed by 24 hex characters." }, "url": { "type": "string", "description": "Where events are posted." }, "types": { "type": ["array", "null"], "items": { "$ref": "#/components/schemas/EventType" }, "description": "The event types it takes; null for every type." }, "description": { "type": "string", "description": "What it is for, in the admin's words." }, "enabled": { "type": "boolean", "description": "Whether new events are posted. Deliveries still pending to a disabled endpoint fail on their next try." }, "created_at": { "type": "integer", "format": "int64", "description": "Epoch ms." }, "deleted_at": { "type": ["integer", "null"], "format": "int64", "description": "Epoch ms. A deleted endpoint stays readable for the history of its deliveries." }, "previous_secret_expires_at": { "type": ["integer", "null"], "format": "int64", "description": "Until when posts are signed with the secret before the last rotation as well, epoch ms; null where they are not." } } }, "EndpointList": { "type": "object", "required": ["server_now", "endpoints", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "endpoints": { "type": "array", "items": { "$ref": "#/components/schemas/Endpoint" }, "description": "Oldest first, without deleted ones." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "NewEndpoint": { "type": "object", "additionalProperties": false, "required": ["url"], "properties": { "url": { "type": "string", "minLength": 1, "maxLength": 2048, "description": "An https URL whose every address is public. Where the deployment allows it, http to a loopback address." }, "types": { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "$ref": "#/components/schemas/EventType" }, "description": "The event types it takes. Absent means every type." }, "description": { "type": "string", "maxLength": 200, "description": "What it is for." } } }, "EndpointSecretAnswer": { "type": "object", "required": ["server_now", "endpoint", "secret"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "endpoint": { "$ref": "#/components/schemas/Endpoint" }, "secret": { "type": "string", "description": "`whsec_` followed by 43 characters. Shown here and never again; the whole text is the key of the signature." } } }, "EndpointAnswer": { "type": "object", "required": ["server_now", "endpoint"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "endpoint": { "$ref": "#/components/schemas/Endpoint" } } }, "EndpointEdit": { "type": "object", "additionalProperties": false, "minProperties": 1, "description": "What is absent stays.", "properties": { "types": { "type": ["array", "null"], "minItems": 1, "uniqueItems": true, "items": { "$ref": "#/components/schemas/EventType" }, "description": "The event types it takes; null for every type." }, "description": { "type": "string", "maxLength": 200, "description": "What it is for." }, "enabled": { "type": "boolean", "description": "Whether new events are posted. Events that were fired while it was disabled can be recovered." } } }, "RotateSecret": { "type": "object", "additionalProperties": false, "properties": { "overlap_seconds": { "type": "integer", "minimum": 0, "maximum": 86400, "description": "For how long posts are signed with the old secret as well, so that a receiver can change over at leisure." } } }, "TestEvent": { "type": "object", "additionalProperties": false, "properties": { "type": { "$ref": "#/components/schemas/EventType" } } }, "RecoverRange": { "type": "object", "additionalProperties": false, "required": ["since", "until"], "properties": { "since": { "type": "integer", "minimum": 0, "description": "The first instant whose events are wanted, epoch ms." }, "until": { "type": "integer", "minimum": 0, "description": "The last instant whose events are wanted, epoch ms; not before `since`." }, "cursor": { "type": "string", "minLength": 1, "maxLength": 512, "description": "Where the last call ended, as its answer gave it, with the same `since` and `until`." } } }, "Recovered": { "type": "object", "required": ["server_now", "resent", "created", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "resent": { "type": "integer", "description": "Failed deliveries that were started again." }, "created": { "type": "integer", "description": "Events that had never been sent to this endpoint and are now." }, "cursor": { "type": ["string", "null"], "description": "Not null where more requests are to be looked at; call again with it." } } }, "Scopes": { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string", "enum": ["propose", "read", "execute"] }, "description": "What the key is good for." }, "ApiKey": { "type": "object", "required": ["id", "name", "scopes", "created_at", "created_by", "revoked_at", "last_used_at"], "properties": { "id": { "type": "string", "description": "Key id, `key_` followed by 24 hex characters. It is not the token." }, "name": { "type": "string", "description": "What it is for." }, "scopes": { "$ref": "#/components/schemas/Scopes" }, "created_at": { "type": "integer", "format": "int64", "description": "Epoch ms." }, "created_by": { "type": "string", "description": "Who made it." }, "revoked_at": { "type": ["integer", "null"], "format": "int64", "description": "When it was revoked, epoch ms; null while it is live." }, "last_used_at": { "type": ["integer", "null"], "format": "int64", "description": "When it was last used, to the day, epoch ms." } } }, "ApiKeyList": { "type": "object", "required": ["server_now", "keys", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "keys": { "type": "array", "items": { "$ref": "#/components/schemas/ApiKey" }, "description": "Oldest first, revoked ones included." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "NewApiKey": { "type": "object", "additionalProperties": false, "required": ["name", "scopes"], "properties": { "name": { "type": "string", "minLength": 1, "maxLength": 100, "description": "What it is for." }, "scopes": { "$ref": "#/components/schemas/Scopes" } } }, "ApiKeyTokenAnswer": { "type": "object", "required": ["server_now", "key", "token"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "key": { "$ref": "#/components/schemas/ApiKey" }, "token": { "type": "string", "description": "`rak_`, 43 characters, `_` and 6 check digits. Shown here and never again." } } }, "ApiKeyAnswer": { "type": "object", "required": ["server_now", "key"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "key": { "$ref": "#/components/schemas/ApiKey" } } }, "QuorumBounds": { "type": "object", "additionalProperties": false, "required": ["default", "min", "max", "selectable"], "properties": { "default": { "type": "integer", "minimum": 1, "maximum": 50, "description": "How many keys are needed unless a rule or the proposer says otherwise." }, "min": { "type": "integer", "minimum": 1, "maximum": 50, "description": "The fewest that a proposer may ask for." }, "max": { "type": "integer", "minimum": 1, "maximum": 50, "description": "The most that a proposer may ask for." }, "selectable": { "type": "boolean", "description": "Whether a proposer may ask for a quorum at all." } } }, "RuleCondition": { "type": "object", "additionalProperties": false, "required": ["param", "op"], "properties": { "param": { "type": "string", "minLength": 1, "maxLength": 64, "description": "Which param is looked at." }, "op": { "type": "string", "enum": ["eq", "ne", "in", "prefix", "gt", "gte", "lt", "lte", "present"], "description": "How it is compared. `gt`, `gte`, `lt`, `lte` compare plain decimals exactly; a param that is none matches, so that\nan odd spelling asks for more keys, never for fewer.\n" }, "value": { "anyOf": [{ "type": "string", "maxLength": 512 }, { "type": "array", "minItems": 1, "maxItems": 50, "items": { "type": "string", "maxLength": 512 } }], "description": "A list for `in`, nothing for `present`, one string for the others." } } }, "ParamRule": { "type": "object", "additionalProperties": false, "required": ["when", "quorum"], "description": "If all conditions hold, this many keys are needed. Of several rules that match, the highest quorum counts.", "properties": { "when": { "type": "array", "minItems": 1, "maxItems": 20, "items": { "$ref": "#/components/schemas/RuleCondition" }, "description": "All must hold." }, "quorum": { "type": "integer", "minimum": 1, "maximum": 50, "description": "How many keys are then needed." } } }, "Action": { "type": "object", "required": ["id", "version", "title", "roster", "quorum", "mode", "coincidence_seconds", "deny_self_approval", "required_params", "param_rules", "ttl_seconds", "integration", "created_at", "updated_at"], "properties": { "id": { "type": "string", "description": "Action id, as proposers name it." }, "version": { "type": "integer", "description": "One higher with every edit. A request keeps the version it was made under." }, "title": { "type": "string", "description": "What operators are told the action is." }, "roster": { "type": "array", "items": { "type": "string" }, "description": "Ids of the operators who are asked." }, "quorum": { "$ref": "#/components/schemas/QuorumBounds" }, "mode": { "type": "string", "enum": ["independent", "coincident"], "description": "Whether the keys must be turned within one window." }, "coincidence_seconds": { "type": "integer", "description": "How long a coincident round lasts." }, "deny_self_approval": { "type": "boolean", "description": "Whether the requester is struck from the quorum." }, "required_params": { "type": "array", "items": { "type": "string" }, "description": "Params that a request must carry." }, "param_rules": { "type": "array", "items": { "$ref": "#/components/schemas/ParamRule" }, "description": "Which params ask for more keys." }, "ttl_seconds": { "type": "integer", "description": "How long a request waits before it expires." }, "integration": { "type": ["string", "null"], "description": "The integration that makes the action's one call, or null." }, "created_at": { "type": "integer", "format": "int64", "description": "Epoch ms." }, "updated_at": { "type": "integer", "format": "int64", "description": "Epoch ms." } } }, "ActionList": { "type": "object", "required": ["server_now", "actions", "integrations", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "actions": { "type": "array", "items": { "$ref": "#/components/schemas/Action" }, "description": "By id." }, "integrations": { "type": "array", "items": { "type": "string" }, "description": "The integrations that this deployment declares." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "ActionAnswer": { "type": "object", "required": ["server_now", "action"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "action": { "$ref": "#/components/schemas/Action" } } }, "PolicyEdit": { "type": "object", "additionalProperties": false, "required": ["title", "roster", "quorum"], "description": "Who is asked, how many must agree, and in which mode.", "properties": { "title": { "type": "string", "minLength": 1, "maxLength": 200, "description": "What operators are told the action is." }, "roster": { "type": "array", "minItems": 1, "maxItems": 50, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 128 }, "description": "Ids of the operators who are asked." }, "quorum": { "$ref": "#/components/schemas/QuorumBounds" }, "mode": { "type": "string", "enum": ["independent", "coincident"], "description": "`coincident`: the keys must be turned within `coincidence_seconds` of the first." }, "coincidence_seconds": { "type": "integer", "minimum": 10, "maximum": 900, "description": "How long a coincident round lasts." }, "deny_self_approval": { "type": "boolean", "description": "Whether the requester is struck from the quorum." }, "required_params": { "type": "array", "maxItems": 24, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 64 }, "description": "Params that a request must carry, and not blank." }, "param_rules": { "type": "array", "maxItems": 50, "items": { "$ref": "#/components/schemas/ParamRule" }, "description": "Which params ask for more keys. With rules, their answer is a floor for what a proposer may ask." }, "ttl_seconds": { "type": "integer", "minimum": 3600, "maximum": 86400, "description": "How long a request waits before it expires." }, "integration": { "type": ["string", "null"], "maxLength": 128, "description": "The integration of this deployment that makes the action's one call; null for an action that the consumer executes." }, "if_version": { "type": "integer", "minimum": 0, "description": "The version this edit was made from; 0 where there was none. If the action has moved on, nothing is saved (409)." } } }, "PolicyProblem": { "type": "object", "required": ["error", "kind", "problems"], "properties": { "error": { "type": "string", "description": "All problems as one text." }, "kind": { "type": "string", "const": "invalid" }, "problems": { "type": "array", "items": { "type": "string" }, "description": "One sentence for each problem, each saying what to mend." } } }, "Params": { "type": "object", "maxProperties": 24, "propertyNames": { "minLength": 1, "maxLength": 64 }, "additionalProperties": { "type": "string", "maxLength": 512 }, "description": "What operators are shown, and what `operation_hash` covers: at most 24 entries, keys of 1 to 64 characters, values\nof at most 512. Keys that begin with `service.` are reserved and answer 422 `refused`. With an `intent`, the key\n`intent` must hold its digest: `sha256:` and the 64 hex characters of SHA-256 over the plaintext.\n", "examples": [{ "service": "billing", "version": "1.42.0" }] }, "PreviewProposal": { "type": "object", "additionalProperties": false, "required": ["requester"], "properties": { "requester": { "type": "string", "minLength": 1, "maxLength": 128, "description": "In whose name it would be proposed." }, "params": { "$ref": "#/components/schemas/Params" }, "quorum": { "type": "integer", "description": "The quorum the proposer would ask for." } } }, "RuleVerdict": { "type": "object", "required": ["index", "quorum", "matched", "first_unmet"], "properties": { "index": { "type": "integer", "description": "Place of the rule in the policy, from 0." }, "quorum": { "type": "integer", "description": "How many keys the rule asks for." }, "matched": { "type": "boolean", "description": "Whether all its conditions hold." }, "first_unmet": { "type": ["object", "null"], "required": ["param", "op", "value", "actual"], "properties": { "param": { "type": "string", "description": "The param looked at." }, "op": { "type": "string", "description": "How it was compared." }, "value": { "description": "With what; null for `present`." }, "actual": { "type": ["string", "null"], "description": "What the proposal has there; null where it has nothing." } }, "description": "Why it did not match; null where it did." } } }, "ProblemKind": { "type": "string", "enum": ["invalid", "idempotency_conflict", "refused", "not_found", "no_intent", "not_authorized", "already_claimed", "already_reported", "claim_lost", "execution_window_closed", "too_large", "unsupported_media_type", "internal"], "description": "What went wrong, for a program.\n\n| kind | status | meaning |\n|---|---|---|\n| `invalid` | 400, 405, 422 | Malformed body, query parameter or Idempotency-Key; a method that the path does not take; 422: a param that the action requires is absent or blank. |\n| `idempotency_conflict` | 409 | The Idempotency-Key names a different operation. |\n| `refused` | 422 | Refused under the action's policy. |\n| `not_found` | 404 | No such request in the organization. |\n| `no_intent` | 409 | The request carries no intent. |\n| `not_authorized` | 409 | The request is not authorized, or its authorization no longer stands. |\n| `already_claimed` | 409 | Another worker holds a live lease; try again after it has run out. |\n| `already_reported` | 409 | The run has been reported. |\n| `claim_lost` | 409 | Somebody claimed after you. |\n| `execution_window_closed` | 410 | `execute_by` has passed. |\n| `too_large` | 413 | A body over the route's limit, or an intent over 64 KiB. |\n| `unsupported_media_type` | 415 | A body that is not application/json. |\n| `internal` | 500 | The server failed; retry. |\n" }, "Problem": { "type": "object", "required": ["error", "kind"], "properties": { "error": { "type": "string", "description": "What went wrong, for a person. Its wording may change." }, "kind": { "$ref": "#/components/schemas/ProblemKind" } } }, "Preview": { "type": "object", "required": ["version", "quorum", "decided_by", "rule", "floor", "rules", "seats", "struck", "refusal"], "properties": { "version": { "type": "integer", "description": "The policy's version." }, "quorum": { "type": "integer", "description": "How many keys would be needed." }, "decided_by": { "type": "string", "enum": ["default", "rule", "requested"], "description": "What decided that." }, "rule": { "type": ["integer", "null"], "description": "The rule behind it, if one matched." }, "floor": { "type": ["integer", "null"], "description": "With rules, the lowest quorum that may be asked for." }, "rules": { "type": "array", "items": { "$ref": "#/components/schemas/RuleVerdict" }, "description": "Every rule, and why it did not match where it did not." }, "seats": { "type": "array", "items": { "type": "string" }, "description": "Who would be asked." }, "struck": { "type": "array", "items": { "type": "object", "required": ["operator", "reason"], "properties": { "operator": { "type": "string", "description": "Operator id." }, "reason": { "type": "string", "enum": ["self_approval_denied", "disabled", "unknown"], "description": "Why they would not be asked." } } }, "description": "Who is on the roster and would not be asked." }, "refusal": { "oneOf": [{ "$ref": "#/components/schemas/Problem" }, { "type": "null" }], "description": "What the create call would answer in place of a request; null where it would be accepted." } } }, "PreviewAnswer": { "type": "object", "required": ["server_now", "preview"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "preview": { "$ref": "#/components/schemas/Preview" } } }, "PolicyBody": { "type": "object", "additionalProperties": false, "required": ["title", "roster", "quorum"], "description": "Who is asked, how many must agree, and in which mode.", "properties": { "title": { "type": "string", "minLength": 1, "maxLength": 200, "description": "What operators are told the action is." }, "roster": { "type": "array", "minItems": 1, "maxItems": 50, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 128 }, "description": "Ids of the operators who are asked." }, "quorum": { "$ref": "#/components/schemas/QuorumBounds" }, "mode": { "type": "string", "enum": ["independent", "coincident"], "description": "`coincident`: the keys must be turned within `coincidence_seconds` of the first." }, "coincidence_seconds": { "type": "integer", "minimum": 10, "maximum": 900, "description": "How long a coincident round lasts." }, "deny_self_approval": { "type": "boolean", "description": "Whether the requester is struck from the quorum." }, "required_params": { "type": "array", "maxItems": 24, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 64 }, "description": "Params that a request must carry, and not blank." }, "param_rules": { "type": "array", "maxItems": 50, "items": { "$ref": "#/components/schemas/ParamRule" }, "description": "Which params ask for more keys. With rules, their answer is a floor for what a proposer may ask." }, "ttl_seconds": { "type": "integer", "minimum": 3600, "maximum": 86400, "description": "How long a request waits before it expires." }, "integration": { "type": ["string", "null"], "maxLength": 128, "description": "The integration of this deployment that makes the action's one call; null for an action that the consumer executes." } } }, "BacktestBody": { "type": "object", "additionalProperties": false, "required": ["policy"], "properties": { "policy": { "$ref": "#/components/schemas/PolicyBody" }, "since": { "type": "integer", "minimum": 0, "description": "Only requests made at or after this instant, epoch ms; 30 days ago unless given." } } }, "BacktestSide": { "type": "object", "required": ["quorum", "mode", "seats"], "properties": { "quorum": { "type": "integer", "description": "How many keys." }, "mode": { "type": "string", "enum": ["independent", "coincident"], "description": "In which mode." }, "seats": { "type": "array", "items": { "type": "string" }, "description": "Who is asked." } } }, "Backtest": { "type": "object", "required": ["server_now", "looked_at", "truncated", "different"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "looked_at": { "type": "integer", "description": "How many past requests were judged again, the newest first; at most 500." }, "truncated": { "type": "boolean", "description": "Whether there are more than were looked at." }, "different": { "type": "array", "items": { "type": "object", "required": ["request_id", "created_at", "was", "would_be", "refusal"], "properties": { "request_id": { "type": "string", "description": "The past request." }, "created_at": { "type": "integer", "format": "int64", "description": "When it was made, epoch ms." }, "was": { "$ref": "#/components/schemas/BacktestSide" }, "would_be": { "$ref": "#/components/schemas/BacktestSide" }, "refusal": { "oneOf": [{ "$ref": "#/components/schemas/Problem" }, { "type": "null" }], "description": "What the create call would have answered in its place; null where it would have been accepted." } } }, "description": "Those that would have been asked differently." } } }, "Operator": { "type": "object", "required": ["id", "name", "email", "role", "enabled", "created_at"], "properties": { "id": { "type": "string", "description": "Operator id." }, "name": { "type": "string", "description": "What people call them." }, "email": { "type": "string", "description": "Where codes are sent." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin may also configure the organization." }, "enabled": { "type": "boolean", "description": "A disabled operator cannot sign in, be asked, or be a requester." }, "created_at": { "type": "integer", "format": "int64", "description": "Epoch ms." } } }, "OperatorList": { "type": "object", "required": ["server_now", "operators", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "operators": { "type": "array", "items": { "$ref": "#/components/schemas/Operator" }, "description": "By id." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "NewOperator": { "type": "object", "additionalProperties": false, "required": ["id", "name", "email", "role"], "properties": { "id": { "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", "description": "How rosters and proposers name them; it cannot be changed or used again." }, "name": { "type": "string", "minLength": 1, "maxLength": 100, "description": "What people call them." }, "email": { "type": "string", "pattern": '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$', "description": "Where codes are sent." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin may also configure the organization." } } }, "OperatorAnswer": { "type": "object", "required": ["server_now", "operator"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "operator": { "$ref": "#/components/schemas/Operator" } } }, "OperatorEdit": { "type": "object", "additionalProperties": false, "minProperties": 1, "description": "What is absent stays.", "properties": { "name": { "type": "string", "minLength": 1, "maxLength": 100, "description": "What people call them." }, "email": { "type": "string", "pattern": '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$', "description": "Where codes are sent." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin may also configure the organization." }, "enabled": { "type": "boolean", "description": "Disabling takes the operator's seats out of every open request at once and withdraws their turns; a request\nwhose quorum cannot be met any more is aborted. It also ends the operator's sessions, unopened sign-in links and\npasskeys. Enabling again brings none of it back: make a new sign-in link.\n" } } }, "SignInLink": { "type": "object", "required": ["server_now", "sign_in_url", "expires_at"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "sign_in_url": { "type": "string", "description": "Opens one session, once. Hand it over on a channel that only this operator reads." }, "expires_at": { "type": "integer", "format": "int64", "description": "When the link runs out, epoch ms." } } }, "SessionItem": { "type": "object", "required": ["id", "operator", "current", "created_at", "expires_at"], "properties": { "id": { "type": "string", "description": "Names the session; it is not the secret in the cookie." }, "operator": { "type": "string", "description": "Whose it is." }, "current": { "type": "boolean", "description": "Whether it is the session of this call." }, "created_at": { "type": "integer", "format": "int64", "description": "Epoch ms." }, "expires_at": { "type": "integer", "format": "int64", "description": "Epoch ms." } } }, "SessionList": { "type": "object", "required": ["server_now", "sessions", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "sessions": { "type": "array", "items": { "$ref": "#/components/schemas/SessionItem" }, "description": "Oldest first." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "AuditEntry": { "type": "object", "required": ["seq", "at", "kind", "subject", "actor", "data", "prev", "hash"], "description": "One entry of the organization's chain. `hash` is the hex SHA-256 over the entry without `hash` in the JSON\nCanonicalization Scheme (RFC 8785); `prev` is the hash of the entry before.\n", "properties": { "seq": { "type": "integer", "description": "From 1, without gaps." }, "at": { "type": "integer", "format": "int64", "description": "When it happened, epoch ms; not when it was recorded." }, "kind": { "type": "string", "description": "What happened, for example `key.turned`." }, "subject": { "type": "string", "description": "Id of what it is about." }, "actor": { "type": "string", "description": "An operator id, an API key id, a claim id, or `system`." }, "data": { "type": "object", "additionalProperties": true, "description": "The facts, by kind." }, "prev": { "type": "string", "description": "Hash of the entry before; the first one's is the organization's genesis hash." }, "hash": { "type": "string", "description": "Hash of this entry." } } }, "AuditList": { "type": "object", "required": ["server_now", "entries", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "entries": { "type": "array", "items": { "$ref": "#/components/schemas/AuditEntry" }, "description": "In the order of the chain." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "SignedHead": { "type": "object", "required": ["server_now", "org", "seq", "hash", "at", "jws", "jwk"], "description": "The chain's last entry, signed. Kept elsewhere, it proves later that nothing before it was changed or cut off.", "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "org": { "type": "string", "description": "Organization id." }, "seq": { "type": "integer", "description": "Place of the last entry; 0 for an empty chain." }, "hash": { "type": "string", "description": "Hash of the last entry." }, "at": { "type": "integer", "format": "int64", "description": "When the head was signed, epoch ms." }, "jws": { "type": "string", "description": "Compact JWS (RFC 7515, ES256) over `org`, `seq`, `hash` and `at`." }, "jwk": { "type": "object", "additionalProperties": true, "description": "The public key that verifies it." } } }, "Overview": { "type": "object", "required": ["server_now", "since", "requests", "truncated", "outcomes", "time_to_verdict", "deliveries", "oldest_pending"], "description": "The last 7 days at a glance.", "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "since": { "type": "integer", "format": "int64", "description": "Start of the 7 days, epoch ms." }, "requests": { "type": "integer", "description": "How many requests were looked at, the newest first; at most 1000." }, "truncated": { "type": "boolean", "description": "Whether there were more." }, "outcomes": { "type": "object", "required": ["authorized", "denied", "expired", "aborted", "pending"], "properties": { "authorized": { "type": "integer", "description": "Requests that were authorized." }, "denied": { "type": "integer", "description": "Requests that an operator refused." }, "expired": { "type": "integer", "description": "Requests whose time ran out." }, "aborted": { "type": "integer", "description": "Requests that were withdrawn." }, "pending": { "type": "integer", "description": "Requests without a verdict yet." } }, "description": "How they stand." }, "time_to_verdict": { "type": "object", "required": ["p50_ms", "p95_ms"], "properties": { "p50_ms": { "type": ["integer", "null"], "description": "Half of the verdicts that people reached took no longer; null without any." }, "p95_ms": { "type": ["integer", "null"], "description": "95 of 100 took no longer; null without any." } }, "description": "From creation to a verdict that people reached (authorized or denied)." }, "deliveries": { "type": "object", "required": ["delivered", "failed", "pending"], "properties": { "delivered": { "type": "integer", "description": "Deliveries that arrived." }, "failed": { "type": "integer", "description": "Deliveries that will not be tried again by themselves." }, "pending": { "type": "integer", "description": "Deliveries that may still arrive." } }, "description": "The newest deliveries of each live webhook endpoint, at most 100 of each, test events left out." }, "oldest_pending": { "type": ["object", "null"], "required": ["id", "action", "created_at", "expires_at"], "properties": { "id": { "type": "string", "description": "Request id." }, "action": { "type": "string", "description": "Its action." }, "created_at": { "type": "integer", "format": "int64", "description": "When it was made, epoch ms." }, "expires_at": { "type": "integer", "format": "int64", "description": "When it expires, epoch ms." } }, "description": "The open request that has waited longest, of any age; null where none is open." } } } } } };
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate30.evaluated;
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
      if (data.waiting !== void 0) {
        const _errs1 = errors;
        if (typeof data.waiting !== "boolean") {
          validate30.errors = [{ instancePath: instancePath + "/waiting", schemaPath: "#/properties/waiting/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
          return false;
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.state !== void 0) {
          let data1 = data.state;
          const _errs3 = errors;
          if (typeof data1 !== "string") {
            validate30.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
          if (!(data1 === "notified" || data1 === "staging" || data1 === "authorized" || data1 === "executing" || data1 === "succeeded" || data1 === "failed" || data1 === "expired" || data1 === "aborted" || data1 === "denied")) {
            validate30.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema44.properties.state.enum }, message: "must be equal to one of the allowed values" }];
            return false;
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
                  validate30.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate30.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate30.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
                    validate30.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                    return false;
                  } else {
                    if (func1(data3) < 1) {
                      validate30.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                      return false;
                    }
                  }
                } else {
                  validate30.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.since !== void 0) {
                let data4 = data.since;
                const _errs9 = errors;
                if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)))) {
                  validate30.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                  return false;
                }
                if (errors === _errs9) {
                  if (typeof data4 == "number") {
                    if (data4 < 0 || isNaN(data4)) {
                      validate30.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.until !== void 0) {
                  let data5 = data.until;
                  const _errs11 = errors;
                  if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)))) {
                    validate30.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/properties/until/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                    return false;
                  }
                  if (errors === _errs11) {
                    if (typeof data5 == "number") {
                      if (data5 < 0 || isNaN(data5)) {
                        validate30.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/properties/until/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs11 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  let data6 = data.limit;
                  const _errs13 = errors;
                  if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
                    validate30.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                    return false;
                  }
                  if (errors === _errs13) {
                    if (typeof data6 == "number") {
                      if (data6 > 100 || isNaN(data6)) {
                        validate30.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
                        return false;
                      } else {
                        if (data6 < 1 || isNaN(data6)) {
                          validate30.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                          return false;
                        }
                      }
                    }
                  }
                  var valid0 = _errs13 === errors;
                  if (valid0) {
                    if (data.cursor !== void 0) {
                      let data7 = data.cursor;
                      const _errs15 = errors;
                      if (errors === _errs15) {
                        if (typeof data7 === "string") {
                          if (func1(data7) > 512) {
                            validate30.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                            return false;
                          } else {
                            if (func1(data7) < 1) {
                              validate30.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                              return false;
                            }
                          }
                        } else {
                          validate30.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                          return false;
                        }
                      }
                      var valid0 = _errs15 === errors;
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
      validate30.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate30.errors = vErrors;
  return errors === 0;
}
validate30.evaluated = { "props": { "waiting": true, "state": true, "action": true, "requester": true, "since": true, "until": true, "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.turnKey_body = validate31;
function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate31.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.code === void 0 && (missing0 = "code")) {
        validate31.errors = [{ instancePath, schemaPath: "#/components/schemas/TurnKey/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs2 = errors;
        for (const key0 in data) {
          if (!(key0 === "code" || key0 === "round")) {
            validate31.errors = [{ instancePath, schemaPath: "#/components/schemas/TurnKey/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs2 === errors) {
          if (data.code !== void 0) {
            let data0 = data.code;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data0 === "string") {
                if (func1(data0) > 32) {
                  validate31.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/components/schemas/TurnKey/properties/code/maxLength", keyword: "maxLength", params: { limit: 32 }, message: "must NOT have more than 32 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate31.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/components/schemas/TurnKey/properties/code/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate31.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/components/schemas/TurnKey/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid1 = _errs3 === errors;
          } else {
            var valid1 = true;
          }
          if (valid1) {
            if (data.round !== void 0) {
              let data1 = data.round;
              const _errs5 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
                validate31.errors = [{ instancePath: instancePath + "/round", schemaPath: "#/components/schemas/TurnKey/properties/round/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data1 == "number") {
                  if (data1 < 1 || isNaN(data1)) {
                    validate31.errors = [{ instancePath: instancePath + "/round", schemaPath: "#/components/schemas/TurnKey/properties/round/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                    return false;
                  }
                }
              }
              var valid1 = _errs5 === errors;
            } else {
              var valid1 = true;
            }
          }
        }
      }
    } else {
      validate31.errors = [{ instancePath, schemaPath: "#/components/schemas/TurnKey/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate31.errors = vErrors;
  return errors === 0;
}
validate31.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.refuseRequest_body = validate32;
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate32.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs2 = errors;
      for (const key0 in data) {
        if (!(key0 === "note")) {
          validate32.errors = [{ instancePath, schemaPath: "#/components/schemas/StopNote/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
          return false;
          break;
        }
      }
      if (_errs2 === errors) {
        if (data.note !== void 0) {
          let data0 = data.note;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data0 === "string") {
              if (func1(data0) > 512) {
                validate32.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/components/schemas/StopNote/properties/note/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              }
            } else {
              validate32.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/components/schemas/StopNote/properties/note/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
        }
      }
    } else {
      validate32.errors = [{ instancePath, schemaPath: "#/components/schemas/StopNote/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate32.errors = vErrors;
  return errors === 0;
}
validate32.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.abortRequest_body = validate33;
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate33.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs2 = errors;
      for (const key0 in data) {
        if (!(key0 === "note")) {
          validate33.errors = [{ instancePath, schemaPath: "#/components/schemas/StopNote/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
          return false;
          break;
        }
      }
      if (_errs2 === errors) {
        if (data.note !== void 0) {
          let data0 = data.note;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data0 === "string") {
              if (func1(data0) > 512) {
                validate33.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/components/schemas/StopNote/properties/note/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              }
            } else {
              validate33.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/components/schemas/StopNote/properties/note/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
        }
      }
    } else {
      validate33.errors = [{ instancePath, schemaPath: "#/components/schemas/StopNote/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate33.errors = vErrors;
  return errors === 0;
}
validate33.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.withdrawTurn_body = validate34;
function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate34.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate34.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate34.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate34.errors = vErrors;
  return errors === 0;
}
validate34.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.restartRound_body = validate35;
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate35.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate35.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate35.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate35.errors = vErrors;
  return errors === 0;
}
validate35.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.reissueCode_body = validate36;
function validate36(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate36.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.operator === void 0 && (missing0 = "operator")) {
        validate36.errors = [{ instancePath, schemaPath: "#/components/schemas/ReissueCode/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs2 = errors;
        for (const key0 in data) {
          if (!(key0 === "operator")) {
            validate36.errors = [{ instancePath, schemaPath: "#/components/schemas/ReissueCode/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs2 === errors) {
          if (data.operator !== void 0) {
            let data0 = data.operator;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data0 === "string") {
                if (func1(data0) > 128) {
                  validate36.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/components/schemas/ReissueCode/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate36.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/components/schemas/ReissueCode/properties/operator/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate36.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/components/schemas/ReissueCode/properties/operator/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate36.errors = [{ instancePath, schemaPath: "#/components/schemas/ReissueCode/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate36.errors = vErrors;
  return errors === 0;
}
validate36.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.requestDeliveries_query = validate37;
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate37.evaluated;
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
        validate37.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate37.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate37.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate37.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate37.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate37.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate37.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate37.errors = vErrors;
  return errors === 0;
}
validate37.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.requestHistory_query = validate38;
function validate38(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate38.evaluated;
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
        validate38.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate38.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate38.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate38.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate38.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate38.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate38.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate38.errors = vErrors;
  return errors === 0;
}
validate38.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.redeliver_body = validate39;
function validate39(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate39.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate39.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate39.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate39.errors = vErrors;
  return errors === 0;
}
validate39.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listWebhooks_query = validate40;
function validate40(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate40.evaluated;
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
        validate40.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate40.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate40.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate40.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate40.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate40.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate40.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate40.errors = vErrors;
  return errors === 0;
}
validate40.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.createWebhook_body = validate41;
var schema64 = { "type": "string", "enum": ["request.authorized", "request.denied", "request.expired", "request.aborted", "request.failed", "request.executed", "request.execution_failed"], "description": "What happened." };
var func0 = require_equal().default;
function validate42(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate42.evaluated;
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
        validate42.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "url" || key0 === "types" || key0 === "description")) {
            validate42.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                  validate42.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate42.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate42.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
                    validate42.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data1.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let data2 = data1[i0];
                      const _errs6 = errors;
                      if (typeof data2 !== "string") {
                        validate42.errors = [{ instancePath: instancePath + "/types/" + i0, schemaPath: "#/components/schemas/EventType/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                      if (!(data2 === "request.authorized" || data2 === "request.denied" || data2 === "request.expired" || data2 === "request.aborted" || data2 === "request.failed" || data2 === "request.executed" || data2 === "request.execution_failed")) {
                        validate42.errors = [{ instancePath: instancePath + "/types/" + i0, schemaPath: "#/components/schemas/EventType/enum", keyword: "enum", params: { allowedValues: schema64.enum }, message: "must be equal to one of the allowed values" }];
                        return false;
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
                                validate42.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" }];
                                return false;
                                break outer0;
                              }
                            }
                          }
                      }
                    }
                  }
                } else {
                  validate42.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
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
                const _errs9 = errors;
                if (errors === _errs9) {
                  if (typeof data3 === "string") {
                    if (func1(data3) > 200) {
                      validate42.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" }];
                      return false;
                    }
                  } else {
                    validate42.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate42.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate42.errors = vErrors;
  return errors === 0;
}
validate42.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate41.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate42(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
    errors = vErrors.length;
  }
  validate41.errors = vErrors;
  return errors === 0;
}
validate41.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.updateWebhook_body = validate44;
var schema66 = { "type": "object", "additionalProperties": false, "minProperties": 1, "description": "What is absent stays.", "properties": { "types": { "type": ["array", "null"], "minItems": 1, "uniqueItems": true, "items": { "$ref": "#/components/schemas/EventType" }, "description": "The event types it takes; null for every type." }, "description": { "type": "string", "maxLength": 200, "description": "What it is for." }, "enabled": { "type": "boolean", "description": "Whether new events are posted. Events that were fired while it was disabled can be recovered." } } };
var schema67 = { "type": "string", "enum": ["request.authorized", "request.denied", "request.expired", "request.aborted", "request.failed", "request.executed", "request.execution_failed"], "description": "What happened." };
function validate45(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate45.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length < 1) {
        validate45.errors = [{ instancePath, schemaPath: "#/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "types" || key0 === "description" || key0 === "enabled")) {
            validate45.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.types !== void 0) {
            let data0 = data.types;
            const _errs2 = errors;
            if (!Array.isArray(data0) && data0 !== null) {
              validate45.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/type", keyword: "type", params: { type: schema66.properties.types.type }, message: "must be array,null" }];
              return false;
            }
            if (errors === _errs2) {
              if (Array.isArray(data0)) {
                if (data0.length < 1) {
                  validate45.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
                  return false;
                } else {
                  var valid1 = true;
                  const len0 = data0.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let data1 = data0[i0];
                    const _errs4 = errors;
                    if (typeof data1 !== "string") {
                      validate45.errors = [{ instancePath: instancePath + "/types/" + i0, schemaPath: "#/components/schemas/EventType/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                      return false;
                    }
                    if (!(data1 === "request.authorized" || data1 === "request.denied" || data1 === "request.expired" || data1 === "request.aborted" || data1 === "request.failed" || data1 === "request.executed" || data1 === "request.execution_failed")) {
                      validate45.errors = [{ instancePath: instancePath + "/types/" + i0, schemaPath: "#/components/schemas/EventType/enum", keyword: "enum", params: { allowedValues: schema67.enum }, message: "must be equal to one of the allowed values" }];
                      return false;
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
                              validate45.errors = [{ instancePath: instancePath + "/types", schemaPath: "#/properties/types/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" }];
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
              const _errs7 = errors;
              if (errors === _errs7) {
                if (typeof data2 === "string") {
                  if (func1(data2) > 200) {
                    validate45.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" }];
                    return false;
                  }
                } else {
                  validate45.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.enabled !== void 0) {
                const _errs9 = errors;
                if (typeof data.enabled !== "boolean") {
                  validate45.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/properties/enabled/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                  return false;
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate45.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate45.errors = vErrors;
  return errors === 0;
}
validate45.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate44(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate44.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate45(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
    errors = vErrors.length;
  }
  validate44.errors = vErrors;
  return errors === 0;
}
validate44.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.rotateWebhookSecret_body = validate47;
function validate47(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate47.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs2 = errors;
      for (const key0 in data) {
        if (!(key0 === "overlap_seconds")) {
          validate47.errors = [{ instancePath, schemaPath: "#/components/schemas/RotateSecret/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
          return false;
          break;
        }
      }
      if (_errs2 === errors) {
        if (data.overlap_seconds !== void 0) {
          let data0 = data.overlap_seconds;
          const _errs3 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
            validate47.errors = [{ instancePath: instancePath + "/overlap_seconds", schemaPath: "#/components/schemas/RotateSecret/properties/overlap_seconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
            return false;
          }
          if (errors === _errs3) {
            if (typeof data0 == "number") {
              if (data0 > 86400 || isNaN(data0)) {
                validate47.errors = [{ instancePath: instancePath + "/overlap_seconds", schemaPath: "#/components/schemas/RotateSecret/properties/overlap_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" }];
                return false;
              } else {
                if (data0 < 0 || isNaN(data0)) {
                  validate47.errors = [{ instancePath: instancePath + "/overlap_seconds", schemaPath: "#/components/schemas/RotateSecret/properties/overlap_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                  return false;
                }
              }
            }
          }
        }
      }
    } else {
      validate47.errors = [{ instancePath, schemaPath: "#/components/schemas/RotateSecret/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate47.errors = vErrors;
  return errors === 0;
}
validate47.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.revokePreviousSecret_body = validate48;
function validate48(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate48.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate48.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate48.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate48.errors = vErrors;
  return errors === 0;
}
validate48.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.testWebhook_body = validate49;
var schema74 = { "type": "string", "enum": ["request.authorized", "request.denied", "request.expired", "request.aborted", "request.failed", "request.executed", "request.execution_failed"], "description": "What happened." };
function validate50(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate50.evaluated;
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
          validate50.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
          return false;
          break;
        }
      }
      if (_errs1 === errors) {
        if (data.type !== void 0) {
          let data0 = data.type;
          if (typeof data0 !== "string") {
            validate50.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/components/schemas/EventType/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
          if (!(data0 === "request.authorized" || data0 === "request.denied" || data0 === "request.expired" || data0 === "request.aborted" || data0 === "request.failed" || data0 === "request.executed" || data0 === "request.execution_failed")) {
            validate50.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/components/schemas/EventType/enum", keyword: "enum", params: { allowedValues: schema74.enum }, message: "must be equal to one of the allowed values" }];
            return false;
          }
        }
      }
    } else {
      validate50.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate50.errors = vErrors;
  return errors === 0;
}
validate50.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate49(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate49.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate50(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate50.errors : vErrors.concat(validate50.errors);
    errors = vErrors.length;
  }
  validate49.errors = vErrors;
  return errors === 0;
}
validate49.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.webhookDeliveries_query = validate52;
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
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate52.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate52.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate52.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate52.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate52.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate52.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate52.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate52.errors = vErrors;
  return errors === 0;
}
validate52.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.recoverWebhook_body = validate53;
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate53.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.since === void 0 && (missing0 = "since") || data.until === void 0 && (missing0 = "until")) {
        validate53.errors = [{ instancePath, schemaPath: "#/components/schemas/RecoverRange/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs2 = errors;
        for (const key0 in data) {
          if (!(key0 === "since" || key0 === "until" || key0 === "cursor")) {
            validate53.errors = [{ instancePath, schemaPath: "#/components/schemas/RecoverRange/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs2 === errors) {
          if (data.since !== void 0) {
            let data0 = data.since;
            const _errs3 = errors;
            if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
              validate53.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/components/schemas/RecoverRange/properties/since/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data0 == "number") {
                if (data0 < 0 || isNaN(data0)) {
                  validate53.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/components/schemas/RecoverRange/properties/since/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                  return false;
                }
              }
            }
            var valid1 = _errs3 === errors;
          } else {
            var valid1 = true;
          }
          if (valid1) {
            if (data.until !== void 0) {
              let data1 = data.until;
              const _errs5 = errors;
              if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)))) {
                validate53.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/components/schemas/RecoverRange/properties/until/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data1 == "number") {
                  if (data1 < 0 || isNaN(data1)) {
                    validate53.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/components/schemas/RecoverRange/properties/until/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                    return false;
                  }
                }
              }
              var valid1 = _errs5 === errors;
            } else {
              var valid1 = true;
            }
            if (valid1) {
              if (data.cursor !== void 0) {
                let data2 = data.cursor;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 512) {
                      validate53.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/components/schemas/RecoverRange/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                      return false;
                    } else {
                      if (func1(data2) < 1) {
                        validate53.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/components/schemas/RecoverRange/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                        return false;
                      }
                    }
                  } else {
                    validate53.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/components/schemas/RecoverRange/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                }
                var valid1 = _errs7 === errors;
              } else {
                var valid1 = true;
              }
            }
          }
        }
      }
    } else {
      validate53.errors = [{ instancePath, schemaPath: "#/components/schemas/RecoverRange/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate53.errors = vErrors;
  return errors === 0;
}
validate53.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listKeys_query = validate54;
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
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let data0 = data.limit;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
        validate54.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate54.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate54.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate54.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate54.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate54.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate54.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate54.errors = vErrors;
  return errors === 0;
}
validate54.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.createKey_body = validate55;
var schema81 = { "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string", "enum": ["propose", "read", "execute"] }, "description": "What the key is good for." };
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
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.scopes === void 0 && (missing0 = "scopes")) {
        validate56.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "name" || key0 === "scopes")) {
            validate56.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                  validate56.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 }, message: "must NOT have more than 100 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate56.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate56.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.scopes !== void 0) {
              let data1 = data.scopes;
              const _errs4 = errors;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (Array.isArray(data1)) {
                  if (data1.length < 1) {
                    validate56.errors = [{ instancePath: instancePath + "/scopes", schemaPath: "#/components/schemas/Scopes/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
                    return false;
                  } else {
                    var valid2 = true;
                    const len0 = data1.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let data2 = data1[i0];
                      const _errs7 = errors;
                      if (typeof data2 !== "string") {
                        validate56.errors = [{ instancePath: instancePath + "/scopes/" + i0, schemaPath: "#/components/schemas/Scopes/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                      if (!(data2 === "propose" || data2 === "read" || data2 === "execute")) {
                        validate56.errors = [{ instancePath: instancePath + "/scopes/" + i0, schemaPath: "#/components/schemas/Scopes/items/enum", keyword: "enum", params: { allowedValues: schema81.items.enum }, message: "must be equal to one of the allowed values" }];
                        return false;
                      }
                      var valid2 = _errs7 === errors;
                      if (!valid2) {
                        break;
                      }
                    }
                    if (valid2) {
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
                            validate56.errors = [{ instancePath: instancePath + "/scopes", schemaPath: "#/components/schemas/Scopes/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" }];
                            return false;
                            break;
                          }
                          indices0[item0] = i1;
                        }
                      }
                    }
                  }
                } else {
                  validate56.errors = [{ instancePath: instancePath + "/scopes", schemaPath: "#/components/schemas/Scopes/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
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
      validate56.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate56.errors = vErrors;
  return errors === 0;
}
validate56.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate55.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate56(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
    errors = vErrors.length;
  }
  validate55.errors = vErrors;
  return errors === 0;
}
validate55.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listActions_query = validate58;
function validate58(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate58.evaluated;
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
        validate58.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate58.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate58.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate58.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate58.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate58.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate58.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate58.errors = vErrors;
  return errors === 0;
}
validate58.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.putAction_body = validate59;
var schema84 = { "type": "object", "additionalProperties": false, "required": ["title", "roster", "quorum"], "description": "Who is asked, how many must agree, and in which mode.", "properties": { "title": { "type": "string", "minLength": 1, "maxLength": 200, "description": "What operators are told the action is." }, "roster": { "type": "array", "minItems": 1, "maxItems": 50, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 128 }, "description": "Ids of the operators who are asked." }, "quorum": { "$ref": "#/components/schemas/QuorumBounds" }, "mode": { "type": "string", "enum": ["independent", "coincident"], "description": "`coincident`: the keys must be turned within `coincidence_seconds` of the first." }, "coincidence_seconds": { "type": "integer", "minimum": 10, "maximum": 900, "description": "How long a coincident round lasts." }, "deny_self_approval": { "type": "boolean", "description": "Whether the requester is struck from the quorum." }, "required_params": { "type": "array", "maxItems": 24, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 64 }, "description": "Params that a request must carry, and not blank." }, "param_rules": { "type": "array", "maxItems": 50, "items": { "$ref": "#/components/schemas/ParamRule" }, "description": "Which params ask for more keys. With rules, their answer is a floor for what a proposer may ask." }, "ttl_seconds": { "type": "integer", "minimum": 3600, "maximum": 86400, "description": "How long a request waits before it expires." }, "integration": { "type": ["string", "null"], "maxLength": 128, "description": "The integration of this deployment that makes the action's one call; null for an action that the consumer executes." }, "if_version": { "type": "integer", "minimum": 0, "description": "The version this edit was made from; 0 where there was none. If the action has moved on, nothing is saved (409)." } } };
var func52 = Object.prototype.hasOwnProperty;
var schema87 = { "type": "object", "additionalProperties": false, "required": ["param", "op"], "properties": { "param": { "type": "string", "minLength": 1, "maxLength": 64, "description": "Which param is looked at." }, "op": { "type": "string", "enum": ["eq", "ne", "in", "prefix", "gt", "gte", "lt", "lte", "present"], "description": "How it is compared. `gt`, `gte`, `lt`, `lte` compare plain decimals exactly; a param that is none matches, so that\nan odd spelling asks for more keys, never for fewer.\n" }, "value": { "anyOf": [{ "type": "string", "maxLength": 512 }, { "type": "array", "minItems": 1, "maxItems": 50, "items": { "type": "string", "maxLength": 512 } }], "description": "A list for `in`, nothing for `present`, one string for the others." } } };
function validate61(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate61.evaluated;
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
        validate61.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "when" || key0 === "quorum")) {
            validate61.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                  validate61.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/maxItems", keyword: "maxItems", params: { limit: 20 }, message: "must NOT have more than 20 items" }];
                  return false;
                } else {
                  if (data0.length < 1) {
                    validate61.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data0.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let data1 = data0[i0];
                      const _errs4 = errors;
                      const _errs5 = errors;
                      if (errors === _errs5) {
                        if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
                          let missing1;
                          if (data1.param === void 0 && (missing1 = "param") || data1.op === void 0 && (missing1 = "op")) {
                            validate61.errors = [{ instancePath: instancePath + "/when/" + i0, schemaPath: "#/components/schemas/RuleCondition/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                            return false;
                          } else {
                            const _errs7 = errors;
                            for (const key1 in data1) {
                              if (!(key1 === "param" || key1 === "op" || key1 === "value")) {
                                validate61.errors = [{ instancePath: instancePath + "/when/" + i0, schemaPath: "#/components/schemas/RuleCondition/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }];
                                return false;
                                break;
                              }
                            }
                            if (_errs7 === errors) {
                              if (data1.param !== void 0) {
                                let data2 = data1.param;
                                const _errs8 = errors;
                                if (errors === _errs8) {
                                  if (typeof data2 === "string") {
                                    if (func1(data2) > 64) {
                                      validate61.errors = [{ instancePath: instancePath + "/when/" + i0 + "/param", schemaPath: "#/components/schemas/RuleCondition/properties/param/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }];
                                      return false;
                                    } else {
                                      if (func1(data2) < 1) {
                                        validate61.errors = [{ instancePath: instancePath + "/when/" + i0 + "/param", schemaPath: "#/components/schemas/RuleCondition/properties/param/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                                        return false;
                                      }
                                    }
                                  } else {
                                    validate61.errors = [{ instancePath: instancePath + "/when/" + i0 + "/param", schemaPath: "#/components/schemas/RuleCondition/properties/param/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                }
                                var valid3 = _errs8 === errors;
                              } else {
                                var valid3 = true;
                              }
                              if (valid3) {
                                if (data1.op !== void 0) {
                                  let data3 = data1.op;
                                  const _errs10 = errors;
                                  if (typeof data3 !== "string") {
                                    validate61.errors = [{ instancePath: instancePath + "/when/" + i0 + "/op", schemaPath: "#/components/schemas/RuleCondition/properties/op/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                  if (!(data3 === "eq" || data3 === "ne" || data3 === "in" || data3 === "prefix" || data3 === "gt" || data3 === "gte" || data3 === "lt" || data3 === "lte" || data3 === "present")) {
                                    validate61.errors = [{ instancePath: instancePath + "/when/" + i0 + "/op", schemaPath: "#/components/schemas/RuleCondition/properties/op/enum", keyword: "enum", params: { allowedValues: schema87.properties.op.enum }, message: "must be equal to one of the allowed values" }];
                                    return false;
                                  }
                                  var valid3 = _errs10 === errors;
                                } else {
                                  var valid3 = true;
                                }
                                if (valid3) {
                                  if (data1.value !== void 0) {
                                    let data4 = data1.value;
                                    const _errs12 = errors;
                                    const _errs13 = errors;
                                    let valid4 = false;
                                    const _errs14 = errors;
                                    if (errors === _errs14) {
                                      if (typeof data4 === "string") {
                                        if (func1(data4) > 512) {
                                          const err0 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/0/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
                                          if (vErrors === null) {
                                            vErrors = [err0];
                                          } else {
                                            vErrors.push(err0);
                                          }
                                          errors++;
                                        }
                                      } else {
                                        const err1 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                        if (vErrors === null) {
                                          vErrors = [err1];
                                        } else {
                                          vErrors.push(err1);
                                        }
                                        errors++;
                                      }
                                    }
                                    var _valid0 = _errs14 === errors;
                                    valid4 = valid4 || _valid0;
                                    const _errs16 = errors;
                                    if (errors === _errs16) {
                                      if (Array.isArray(data4)) {
                                        if (data4.length > 50) {
                                          const err2 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items" };
                                          if (vErrors === null) {
                                            vErrors = [err2];
                                          } else {
                                            vErrors.push(err2);
                                          }
                                          errors++;
                                        } else {
                                          if (data4.length < 1) {
                                            const err3 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
                                            if (vErrors === null) {
                                              vErrors = [err3];
                                            } else {
                                              vErrors.push(err3);
                                            }
                                            errors++;
                                          } else {
                                            var valid5 = true;
                                            const len1 = data4.length;
                                            for (let i1 = 0; i1 < len1; i1++) {
                                              let data5 = data4[i1];
                                              const _errs18 = errors;
                                              if (errors === _errs18) {
                                                if (typeof data5 === "string") {
                                                  if (func1(data5) > 512) {
                                                    const err4 = { instancePath: instancePath + "/when/" + i0 + "/value/" + i1, schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/items/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
                                                    if (vErrors === null) {
                                                      vErrors = [err4];
                                                    } else {
                                                      vErrors.push(err4);
                                                    }
                                                    errors++;
                                                  }
                                                } else {
                                                  const err5 = { instancePath: instancePath + "/when/" + i0 + "/value/" + i1, schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                                  if (vErrors === null) {
                                                    vErrors = [err5];
                                                  } else {
                                                    vErrors.push(err5);
                                                  }
                                                  errors++;
                                                }
                                              }
                                              var valid5 = _errs18 === errors;
                                              if (!valid5) {
                                                break;
                                              }
                                            }
                                          }
                                        }
                                      } else {
                                        const err6 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                                        if (vErrors === null) {
                                          vErrors = [err6];
                                        } else {
                                          vErrors.push(err6);
                                        }
                                        errors++;
                                      }
                                    }
                                    var _valid0 = _errs16 === errors;
                                    valid4 = valid4 || _valid0;
                                    if (!valid4) {
                                      const err7 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                                      if (vErrors === null) {
                                        vErrors = [err7];
                                      } else {
                                        vErrors.push(err7);
                                      }
                                      errors++;
                                      validate61.errors = vErrors;
                                      return false;
                                    } else {
                                      errors = _errs13;
                                      if (vErrors !== null) {
                                        if (_errs13) {
                                          vErrors.length = _errs13;
                                        } else {
                                          vErrors = null;
                                        }
                                      }
                                    }
                                    var valid3 = _errs12 === errors;
                                  } else {
                                    var valid3 = true;
                                  }
                                }
                              }
                            }
                          }
                        } else {
                          validate61.errors = [{ instancePath: instancePath + "/when/" + i0, schemaPath: "#/components/schemas/RuleCondition/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                          return false;
                        }
                      }
                      var valid1 = _errs4 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  }
                }
              } else {
                validate61.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.quorum !== void 0) {
              let data6 = data.quorum;
              const _errs20 = errors;
              if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
                validate61.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                return false;
              }
              if (errors === _errs20) {
                if (typeof data6 == "number") {
                  if (data6 > 50 || isNaN(data6)) {
                    validate61.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 }, message: "must be <= 50" }];
                    return false;
                  } else {
                    if (data6 < 1 || isNaN(data6)) {
                      validate61.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs20 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate61.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate61.errors = vErrors;
  return errors === 0;
}
validate61.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
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
      if (data.title === void 0 && (missing0 = "title") || data.roster === void 0 && (missing0 = "roster") || data.quorum === void 0 && (missing0 = "quorum")) {
        validate60.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!func52.call(schema84.properties, key0)) {
            validate60.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.title !== void 0) {
            let data0 = data.title;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 200) {
                  validate60.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate60.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate60.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.roster !== void 0) {
              let data1 = data.roster;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data1)) {
                  if (data1.length > 50) {
                    validate60.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items" }];
                    return false;
                  } else {
                    if (data1.length < 1) {
                      validate60.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
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
                              validate60.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                              return false;
                            } else {
                              if (func1(data2) < 1) {
                                validate60.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                                return false;
                              }
                            }
                          } else {
                            validate60.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
                              validate60.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" }];
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
                  validate60.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.quorum !== void 0) {
                let data3 = data.quorum;
                const _errs8 = errors;
                const _errs9 = errors;
                if (errors === _errs9) {
                  if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                    let missing1;
                    if (data3.default === void 0 && (missing1 = "default") || data3.min === void 0 && (missing1 = "min") || data3.max === void 0 && (missing1 = "max") || data3.selectable === void 0 && (missing1 = "selectable")) {
                      validate60.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/components/schemas/QuorumBounds/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                      return false;
                    } else {
                      const _errs11 = errors;
                      for (const key1 in data3) {
                        if (!(key1 === "default" || key1 === "min" || key1 === "max" || key1 === "selectable")) {
                          validate60.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/components/schemas/QuorumBounds/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }];
                          return false;
                          break;
                        }
                      }
                      if (_errs11 === errors) {
                        if (data3.default !== void 0) {
                          let data4 = data3.default;
                          const _errs12 = errors;
                          if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)))) {
                            validate60.errors = [{ instancePath: instancePath + "/quorum/default", schemaPath: "#/components/schemas/QuorumBounds/properties/default/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                            return false;
                          }
                          if (errors === _errs12) {
                            if (typeof data4 == "number") {
                              if (data4 > 50 || isNaN(data4)) {
                                validate60.errors = [{ instancePath: instancePath + "/quorum/default", schemaPath: "#/components/schemas/QuorumBounds/properties/default/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 }, message: "must be <= 50" }];
                                return false;
                              } else {
                                if (data4 < 1 || isNaN(data4)) {
                                  validate60.errors = [{ instancePath: instancePath + "/quorum/default", schemaPath: "#/components/schemas/QuorumBounds/properties/default/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                                  return false;
                                }
                              }
                            }
                          }
                          var valid4 = _errs12 === errors;
                        } else {
                          var valid4 = true;
                        }
                        if (valid4) {
                          if (data3.min !== void 0) {
                            let data5 = data3.min;
                            const _errs14 = errors;
                            if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)))) {
                              validate60.errors = [{ instancePath: instancePath + "/quorum/min", schemaPath: "#/components/schemas/QuorumBounds/properties/min/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                              return false;
                            }
                            if (errors === _errs14) {
                              if (typeof data5 == "number") {
                                if (data5 > 50 || isNaN(data5)) {
                                  validate60.errors = [{ instancePath: instancePath + "/quorum/min", schemaPath: "#/components/schemas/QuorumBounds/properties/min/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 }, message: "must be <= 50" }];
                                  return false;
                                } else {
                                  if (data5 < 1 || isNaN(data5)) {
                                    validate60.errors = [{ instancePath: instancePath + "/quorum/min", schemaPath: "#/components/schemas/QuorumBounds/properties/min/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                                    return false;
                                  }
                                }
                              }
                            }
                            var valid4 = _errs14 === errors;
                          } else {
                            var valid4 = true;
                          }
                          if (valid4) {
                            if (data3.max !== void 0) {
                              let data6 = data3.max;
                              const _errs16 = errors;
                              if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
                                validate60.errors = [{ instancePath: instancePath + "/quorum/max", schemaPath: "#/components/schemas/QuorumBounds/properties/max/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                return false;
                              }
                              if (errors === _errs16) {
                                if (typeof data6 == "number") {
                                  if (data6 > 50 || isNaN(data6)) {
                                    validate60.errors = [{ instancePath: instancePath + "/quorum/max", schemaPath: "#/components/schemas/QuorumBounds/properties/max/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 }, message: "must be <= 50" }];
                                    return false;
                                  } else {
                                    if (data6 < 1 || isNaN(data6)) {
                                      validate60.errors = [{ instancePath: instancePath + "/quorum/max", schemaPath: "#/components/schemas/QuorumBounds/properties/max/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                                      return false;
                                    }
                                  }
                                }
                              }
                              var valid4 = _errs16 === errors;
                            } else {
                              var valid4 = true;
                            }
                            if (valid4) {
                              if (data3.selectable !== void 0) {
                                const _errs18 = errors;
                                if (typeof data3.selectable !== "boolean") {
                                  validate60.errors = [{ instancePath: instancePath + "/quorum/selectable", schemaPath: "#/components/schemas/QuorumBounds/properties/selectable/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                                  return false;
                                }
                                var valid4 = _errs18 === errors;
                              } else {
                                var valid4 = true;
                              }
                            }
                          }
                        }
                      }
                    }
                  } else {
                    validate60.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/components/schemas/QuorumBounds/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                    return false;
                  }
                }
                var valid0 = _errs8 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.mode !== void 0) {
                  let data8 = data.mode;
                  const _errs20 = errors;
                  if (typeof data8 !== "string") {
                    validate60.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                  if (!(data8 === "independent" || data8 === "coincident")) {
                    validate60.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/enum", keyword: "enum", params: { allowedValues: schema84.properties.mode.enum }, message: "must be equal to one of the allowed values" }];
                    return false;
                  }
                  var valid0 = _errs20 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.coincidence_seconds !== void 0) {
                    let data9 = data.coincidence_seconds;
                    const _errs22 = errors;
                    if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)))) {
                      validate60.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                      return false;
                    }
                    if (errors === _errs22) {
                      if (typeof data9 == "number") {
                        if (data9 > 900 || isNaN(data9)) {
                          validate60.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 900 }, message: "must be <= 900" }];
                          return false;
                        } else {
                          if (data9 < 10 || isNaN(data9)) {
                            validate60.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 10 }, message: "must be >= 10" }];
                            return false;
                          }
                        }
                      }
                    }
                    var valid0 = _errs22 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.deny_self_approval !== void 0) {
                      const _errs24 = errors;
                      if (typeof data.deny_self_approval !== "boolean") {
                        validate60.errors = [{ instancePath: instancePath + "/deny_self_approval", schemaPath: "#/properties/deny_self_approval/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                        return false;
                      }
                      var valid0 = _errs24 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.required_params !== void 0) {
                        let data11 = data.required_params;
                        const _errs26 = errors;
                        if (errors === _errs26) {
                          if (Array.isArray(data11)) {
                            if (data11.length > 24) {
                              validate60.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/maxItems", keyword: "maxItems", params: { limit: 24 }, message: "must NOT have more than 24 items" }];
                              return false;
                            } else {
                              var valid5 = true;
                              const len1 = data11.length;
                              for (let i2 = 0; i2 < len1; i2++) {
                                let data12 = data11[i2];
                                const _errs28 = errors;
                                if (errors === _errs28) {
                                  if (typeof data12 === "string") {
                                    if (func1(data12) > 64) {
                                      validate60.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }];
                                      return false;
                                    } else {
                                      if (func1(data12) < 1) {
                                        validate60.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                                        return false;
                                      }
                                    }
                                  } else {
                                    validate60.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                }
                                var valid5 = _errs28 === errors;
                                if (!valid5) {
                                  break;
                                }
                              }
                              if (valid5) {
                                let i3 = data11.length;
                                let j1;
                                if (i3 > 1) {
                                  const indices1 = {};
                                  for (; i3--; ) {
                                    let item1 = data11[i3];
                                    if (typeof item1 !== "string") {
                                      continue;
                                    }
                                    if (typeof indices1[item1] == "number") {
                                      j1 = indices1[item1];
                                      validate60.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/uniqueItems", keyword: "uniqueItems", params: { i: i3, j: j1 }, message: "must NOT have duplicate items (items ## " + j1 + " and " + i3 + " are identical)" }];
                                      return false;
                                      break;
                                    }
                                    indices1[item1] = i3;
                                  }
                                }
                              }
                            }
                          } else {
                            validate60.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                            return false;
                          }
                        }
                        var valid0 = _errs26 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.param_rules !== void 0) {
                          let data13 = data.param_rules;
                          const _errs30 = errors;
                          if (errors === _errs30) {
                            if (Array.isArray(data13)) {
                              if (data13.length > 50) {
                                validate60.errors = [{ instancePath: instancePath + "/param_rules", schemaPath: "#/properties/param_rules/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items" }];
                                return false;
                              } else {
                                var valid7 = true;
                                const len2 = data13.length;
                                for (let i4 = 0; i4 < len2; i4++) {
                                  const _errs32 = errors;
                                  if (!validate61(data13[i4], { instancePath: instancePath + "/param_rules/" + i4, parentData: data13, parentDataProperty: i4, rootData, dynamicAnchors })) {
                                    vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
                                    errors = vErrors.length;
                                  }
                                  var valid7 = _errs32 === errors;
                                  if (!valid7) {
                                    break;
                                  }
                                }
                              }
                            } else {
                              validate60.errors = [{ instancePath: instancePath + "/param_rules", schemaPath: "#/properties/param_rules/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                              return false;
                            }
                          }
                          var valid0 = _errs30 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.ttl_seconds !== void 0) {
                            let data15 = data.ttl_seconds;
                            const _errs33 = errors;
                            if (!(typeof data15 == "number" && (!(data15 % 1) && !isNaN(data15)))) {
                              validate60.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                              return false;
                            }
                            if (errors === _errs33) {
                              if (typeof data15 == "number") {
                                if (data15 > 86400 || isNaN(data15)) {
                                  validate60.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" }];
                                  return false;
                                } else {
                                  if (data15 < 3600 || isNaN(data15)) {
                                    validate60.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 3600 }, message: "must be >= 3600" }];
                                    return false;
                                  }
                                }
                              }
                            }
                            var valid0 = _errs33 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.integration !== void 0) {
                              let data16 = data.integration;
                              const _errs35 = errors;
                              if (typeof data16 !== "string" && data16 !== null) {
                                validate60.errors = [{ instancePath: instancePath + "/integration", schemaPath: "#/properties/integration/type", keyword: "type", params: { type: schema84.properties.integration.type }, message: "must be string,null" }];
                                return false;
                              }
                              if (errors === _errs35) {
                                if (typeof data16 === "string") {
                                  if (func1(data16) > 128) {
                                    validate60.errors = [{ instancePath: instancePath + "/integration", schemaPath: "#/properties/integration/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                                    return false;
                                  }
                                }
                              }
                              var valid0 = _errs35 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.if_version !== void 0) {
                                let data17 = data.if_version;
                                const _errs37 = errors;
                                if (!(typeof data17 == "number" && (!(data17 % 1) && !isNaN(data17)))) {
                                  validate60.errors = [{ instancePath: instancePath + "/if_version", schemaPath: "#/properties/if_version/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                  return false;
                                }
                                if (errors === _errs37) {
                                  if (typeof data17 == "number") {
                                    if (data17 < 0 || isNaN(data17)) {
                                      validate60.errors = [{ instancePath: instancePath + "/if_version", schemaPath: "#/properties/if_version/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                                      return false;
                                    }
                                  }
                                }
                                var valid0 = _errs37 === errors;
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
    } else {
      validate60.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
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
exports.previewAction_body = validate64;
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
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.requester === void 0 && (missing0 = "requester")) {
        validate65.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "requester" || key0 === "params" || key0 === "quorum")) {
            validate65.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                  validate65.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate65.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate65.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.params !== void 0) {
              let data1 = data.params;
              const _errs4 = errors;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
                  if (Object.keys(data1).length > 24) {
                    validate65.errors = [{ instancePath: instancePath + "/params", schemaPath: "#/components/schemas/Params/maxProperties", keyword: "maxProperties", params: { limit: 24 }, message: "must NOT have more than 24 properties" }];
                    return false;
                  } else {
                    for (const key1 in data1) {
                      const _errs7 = errors;
                      if (typeof key1 === "string") {
                        if (func1(key1) > 64) {
                          const err0 = { instancePath: instancePath + "/params", schemaPath: "#/components/schemas/Params/propertyNames/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters", propertyName: key1 };
                          if (vErrors === null) {
                            vErrors = [err0];
                          } else {
                            vErrors.push(err0);
                          }
                          errors++;
                        } else {
                          if (func1(key1) < 1) {
                            const err1 = { instancePath: instancePath + "/params", schemaPath: "#/components/schemas/Params/propertyNames/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters", propertyName: key1 };
                            if (vErrors === null) {
                              vErrors = [err1];
                            } else {
                              vErrors.push(err1);
                            }
                            errors++;
                          }
                        }
                      }
                      var valid2 = _errs7 === errors;
                      if (!valid2) {
                        const err2 = { instancePath: instancePath + "/params", schemaPath: "#/components/schemas/Params/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
                        if (vErrors === null) {
                          vErrors = [err2];
                        } else {
                          vErrors.push(err2);
                        }
                        errors++;
                        validate65.errors = vErrors;
                        return false;
                        break;
                      }
                    }
                    if (valid2) {
                      for (const key2 in data1) {
                        let data2 = data1[key2];
                        const _errs9 = errors;
                        if (errors === _errs9) {
                          if (typeof data2 === "string") {
                            if (func1(data2) > 512) {
                              validate65.errors = [{ instancePath: instancePath + "/params/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/components/schemas/Params/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                              return false;
                            }
                          } else {
                            validate65.errors = [{ instancePath: instancePath + "/params/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/components/schemas/Params/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                        }
                        var valid3 = _errs9 === errors;
                        if (!valid3) {
                          break;
                        }
                      }
                    }
                  }
                } else {
                  validate65.errors = [{ instancePath: instancePath + "/params", schemaPath: "#/components/schemas/Params/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.quorum !== void 0) {
                let data3 = data.quorum;
                const _errs11 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)))) {
                  validate65.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                  return false;
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
      validate65.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate65.errors = vErrors;
  return errors === 0;
}
validate65.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate64(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate64.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (!validate65(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate65.errors : vErrors.concat(validate65.errors);
    errors = vErrors.length;
  }
  validate64.errors = vErrors;
  return errors === 0;
}
validate64.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.backtestAction_body = validate67;
var schema93 = { "type": "object", "additionalProperties": false, "required": ["title", "roster", "quorum"], "description": "Who is asked, how many must agree, and in which mode.", "properties": { "title": { "type": "string", "minLength": 1, "maxLength": 200, "description": "What operators are told the action is." }, "roster": { "type": "array", "minItems": 1, "maxItems": 50, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 128 }, "description": "Ids of the operators who are asked." }, "quorum": { "$ref": "#/components/schemas/QuorumBounds" }, "mode": { "type": "string", "enum": ["independent", "coincident"], "description": "`coincident`: the keys must be turned within `coincidence_seconds` of the first." }, "coincidence_seconds": { "type": "integer", "minimum": 10, "maximum": 900, "description": "How long a coincident round lasts." }, "deny_self_approval": { "type": "boolean", "description": "Whether the requester is struck from the quorum." }, "required_params": { "type": "array", "maxItems": 24, "uniqueItems": true, "items": { "type": "string", "minLength": 1, "maxLength": 64 }, "description": "Params that a request must carry, and not blank." }, "param_rules": { "type": "array", "maxItems": 50, "items": { "$ref": "#/components/schemas/ParamRule" }, "description": "Which params ask for more keys. With rules, their answer is a floor for what a proposer may ask." }, "ttl_seconds": { "type": "integer", "minimum": 3600, "maximum": 86400, "description": "How long a request waits before it expires." }, "integration": { "type": ["string", "null"], "maxLength": 128, "description": "The integration of this deployment that makes the action's one call; null for an action that the consumer executes." } } };
var schema96 = { "type": "object", "additionalProperties": false, "required": ["param", "op"], "properties": { "param": { "type": "string", "minLength": 1, "maxLength": 64, "description": "Which param is looked at." }, "op": { "type": "string", "enum": ["eq", "ne", "in", "prefix", "gt", "gte", "lt", "lte", "present"], "description": "How it is compared. `gt`, `gte`, `lt`, `lte` compare plain decimals exactly; a param that is none matches, so that\nan odd spelling asks for more keys, never for fewer.\n" }, "value": { "anyOf": [{ "type": "string", "maxLength": 512 }, { "type": "array", "minItems": 1, "maxItems": 50, "items": { "type": "string", "maxLength": 512 } }], "description": "A list for `in`, nothing for `present`, one string for the others." } } };
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
      let missing0;
      if (data.when === void 0 && (missing0 = "when") || data.quorum === void 0 && (missing0 = "quorum")) {
        validate70.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "when" || key0 === "quorum")) {
            validate70.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                  validate70.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/maxItems", keyword: "maxItems", params: { limit: 20 }, message: "must NOT have more than 20 items" }];
                  return false;
                } else {
                  if (data0.length < 1) {
                    validate70.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data0.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let data1 = data0[i0];
                      const _errs4 = errors;
                      const _errs5 = errors;
                      if (errors === _errs5) {
                        if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
                          let missing1;
                          if (data1.param === void 0 && (missing1 = "param") || data1.op === void 0 && (missing1 = "op")) {
                            validate70.errors = [{ instancePath: instancePath + "/when/" + i0, schemaPath: "#/components/schemas/RuleCondition/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                            return false;
                          } else {
                            const _errs7 = errors;
                            for (const key1 in data1) {
                              if (!(key1 === "param" || key1 === "op" || key1 === "value")) {
                                validate70.errors = [{ instancePath: instancePath + "/when/" + i0, schemaPath: "#/components/schemas/RuleCondition/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }];
                                return false;
                                break;
                              }
                            }
                            if (_errs7 === errors) {
                              if (data1.param !== void 0) {
                                let data2 = data1.param;
                                const _errs8 = errors;
                                if (errors === _errs8) {
                                  if (typeof data2 === "string") {
                                    if (func1(data2) > 64) {
                                      validate70.errors = [{ instancePath: instancePath + "/when/" + i0 + "/param", schemaPath: "#/components/schemas/RuleCondition/properties/param/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }];
                                      return false;
                                    } else {
                                      if (func1(data2) < 1) {
                                        validate70.errors = [{ instancePath: instancePath + "/when/" + i0 + "/param", schemaPath: "#/components/schemas/RuleCondition/properties/param/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                                        return false;
                                      }
                                    }
                                  } else {
                                    validate70.errors = [{ instancePath: instancePath + "/when/" + i0 + "/param", schemaPath: "#/components/schemas/RuleCondition/properties/param/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                }
                                var valid3 = _errs8 === errors;
                              } else {
                                var valid3 = true;
                              }
                              if (valid3) {
                                if (data1.op !== void 0) {
                                  let data3 = data1.op;
                                  const _errs10 = errors;
                                  if (typeof data3 !== "string") {
                                    validate70.errors = [{ instancePath: instancePath + "/when/" + i0 + "/op", schemaPath: "#/components/schemas/RuleCondition/properties/op/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                  if (!(data3 === "eq" || data3 === "ne" || data3 === "in" || data3 === "prefix" || data3 === "gt" || data3 === "gte" || data3 === "lt" || data3 === "lte" || data3 === "present")) {
                                    validate70.errors = [{ instancePath: instancePath + "/when/" + i0 + "/op", schemaPath: "#/components/schemas/RuleCondition/properties/op/enum", keyword: "enum", params: { allowedValues: schema96.properties.op.enum }, message: "must be equal to one of the allowed values" }];
                                    return false;
                                  }
                                  var valid3 = _errs10 === errors;
                                } else {
                                  var valid3 = true;
                                }
                                if (valid3) {
                                  if (data1.value !== void 0) {
                                    let data4 = data1.value;
                                    const _errs12 = errors;
                                    const _errs13 = errors;
                                    let valid4 = false;
                                    const _errs14 = errors;
                                    if (errors === _errs14) {
                                      if (typeof data4 === "string") {
                                        if (func1(data4) > 512) {
                                          const err0 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/0/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
                                          if (vErrors === null) {
                                            vErrors = [err0];
                                          } else {
                                            vErrors.push(err0);
                                          }
                                          errors++;
                                        }
                                      } else {
                                        const err1 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                        if (vErrors === null) {
                                          vErrors = [err1];
                                        } else {
                                          vErrors.push(err1);
                                        }
                                        errors++;
                                      }
                                    }
                                    var _valid0 = _errs14 === errors;
                                    valid4 = valid4 || _valid0;
                                    const _errs16 = errors;
                                    if (errors === _errs16) {
                                      if (Array.isArray(data4)) {
                                        if (data4.length > 50) {
                                          const err2 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items" };
                                          if (vErrors === null) {
                                            vErrors = [err2];
                                          } else {
                                            vErrors.push(err2);
                                          }
                                          errors++;
                                        } else {
                                          if (data4.length < 1) {
                                            const err3 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" };
                                            if (vErrors === null) {
                                              vErrors = [err3];
                                            } else {
                                              vErrors.push(err3);
                                            }
                                            errors++;
                                          } else {
                                            var valid5 = true;
                                            const len1 = data4.length;
                                            for (let i1 = 0; i1 < len1; i1++) {
                                              let data5 = data4[i1];
                                              const _errs18 = errors;
                                              if (errors === _errs18) {
                                                if (typeof data5 === "string") {
                                                  if (func1(data5) > 512) {
                                                    const err4 = { instancePath: instancePath + "/when/" + i0 + "/value/" + i1, schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/items/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" };
                                                    if (vErrors === null) {
                                                      vErrors = [err4];
                                                    } else {
                                                      vErrors.push(err4);
                                                    }
                                                    errors++;
                                                  }
                                                } else {
                                                  const err5 = { instancePath: instancePath + "/when/" + i0 + "/value/" + i1, schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                                  if (vErrors === null) {
                                                    vErrors = [err5];
                                                  } else {
                                                    vErrors.push(err5);
                                                  }
                                                  errors++;
                                                }
                                              }
                                              var valid5 = _errs18 === errors;
                                              if (!valid5) {
                                                break;
                                              }
                                            }
                                          }
                                        }
                                      } else {
                                        const err6 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf/1/type", keyword: "type", params: { type: "array" }, message: "must be array" };
                                        if (vErrors === null) {
                                          vErrors = [err6];
                                        } else {
                                          vErrors.push(err6);
                                        }
                                        errors++;
                                      }
                                    }
                                    var _valid0 = _errs16 === errors;
                                    valid4 = valid4 || _valid0;
                                    if (!valid4) {
                                      const err7 = { instancePath: instancePath + "/when/" + i0 + "/value", schemaPath: "#/components/schemas/RuleCondition/properties/value/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                                      if (vErrors === null) {
                                        vErrors = [err7];
                                      } else {
                                        vErrors.push(err7);
                                      }
                                      errors++;
                                      validate70.errors = vErrors;
                                      return false;
                                    } else {
                                      errors = _errs13;
                                      if (vErrors !== null) {
                                        if (_errs13) {
                                          vErrors.length = _errs13;
                                        } else {
                                          vErrors = null;
                                        }
                                      }
                                    }
                                    var valid3 = _errs12 === errors;
                                  } else {
                                    var valid3 = true;
                                  }
                                }
                              }
                            }
                          }
                        } else {
                          validate70.errors = [{ instancePath: instancePath + "/when/" + i0, schemaPath: "#/components/schemas/RuleCondition/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                          return false;
                        }
                      }
                      var valid1 = _errs4 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  }
                }
              } else {
                validate70.errors = [{ instancePath: instancePath + "/when", schemaPath: "#/properties/when/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.quorum !== void 0) {
              let data6 = data.quorum;
              const _errs20 = errors;
              if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
                validate70.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                return false;
              }
              if (errors === _errs20) {
                if (typeof data6 == "number") {
                  if (data6 > 50 || isNaN(data6)) {
                    validate70.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 }, message: "must be <= 50" }];
                    return false;
                  } else {
                    if (data6 < 1 || isNaN(data6)) {
                      validate70.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs20 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate70.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate70.errors = vErrors;
  return errors === 0;
}
validate70.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate69.evaluated;
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
        validate69.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!func52.call(schema93.properties, key0)) {
            validate69.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.title !== void 0) {
            let data0 = data.title;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 200) {
                  validate69.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate69.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate69.errors = [{ instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.roster !== void 0) {
              let data1 = data.roster;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (Array.isArray(data1)) {
                  if (data1.length > 50) {
                    validate69.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items" }];
                    return false;
                  } else {
                    if (data1.length < 1) {
                      validate69.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }];
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
                              validate69.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                              return false;
                            } else {
                              if (func1(data2) < 1) {
                                validate69.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                                return false;
                              }
                            }
                          } else {
                            validate69.errors = [{ instancePath: instancePath + "/roster/" + i0, schemaPath: "#/properties/roster/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
                              validate69.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" }];
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
                  validate69.errors = [{ instancePath: instancePath + "/roster", schemaPath: "#/properties/roster/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.quorum !== void 0) {
                let data3 = data.quorum;
                const _errs8 = errors;
                const _errs9 = errors;
                if (errors === _errs9) {
                  if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                    let missing1;
                    if (data3.default === void 0 && (missing1 = "default") || data3.min === void 0 && (missing1 = "min") || data3.max === void 0 && (missing1 = "max") || data3.selectable === void 0 && (missing1 = "selectable")) {
                      validate69.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/components/schemas/QuorumBounds/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                      return false;
                    } else {
                      const _errs11 = errors;
                      for (const key1 in data3) {
                        if (!(key1 === "default" || key1 === "min" || key1 === "max" || key1 === "selectable")) {
                          validate69.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/components/schemas/QuorumBounds/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }];
                          return false;
                          break;
                        }
                      }
                      if (_errs11 === errors) {
                        if (data3.default !== void 0) {
                          let data4 = data3.default;
                          const _errs12 = errors;
                          if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)))) {
                            validate69.errors = [{ instancePath: instancePath + "/quorum/default", schemaPath: "#/components/schemas/QuorumBounds/properties/default/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                            return false;
                          }
                          if (errors === _errs12) {
                            if (typeof data4 == "number") {
                              if (data4 > 50 || isNaN(data4)) {
                                validate69.errors = [{ instancePath: instancePath + "/quorum/default", schemaPath: "#/components/schemas/QuorumBounds/properties/default/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 }, message: "must be <= 50" }];
                                return false;
                              } else {
                                if (data4 < 1 || isNaN(data4)) {
                                  validate69.errors = [{ instancePath: instancePath + "/quorum/default", schemaPath: "#/components/schemas/QuorumBounds/properties/default/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                                  return false;
                                }
                              }
                            }
                          }
                          var valid4 = _errs12 === errors;
                        } else {
                          var valid4 = true;
                        }
                        if (valid4) {
                          if (data3.min !== void 0) {
                            let data5 = data3.min;
                            const _errs14 = errors;
                            if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)))) {
                              validate69.errors = [{ instancePath: instancePath + "/quorum/min", schemaPath: "#/components/schemas/QuorumBounds/properties/min/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                              return false;
                            }
                            if (errors === _errs14) {
                              if (typeof data5 == "number") {
                                if (data5 > 50 || isNaN(data5)) {
                                  validate69.errors = [{ instancePath: instancePath + "/quorum/min", schemaPath: "#/components/schemas/QuorumBounds/properties/min/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 }, message: "must be <= 50" }];
                                  return false;
                                } else {
                                  if (data5 < 1 || isNaN(data5)) {
                                    validate69.errors = [{ instancePath: instancePath + "/quorum/min", schemaPath: "#/components/schemas/QuorumBounds/properties/min/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                                    return false;
                                  }
                                }
                              }
                            }
                            var valid4 = _errs14 === errors;
                          } else {
                            var valid4 = true;
                          }
                          if (valid4) {
                            if (data3.max !== void 0) {
                              let data6 = data3.max;
                              const _errs16 = errors;
                              if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
                                validate69.errors = [{ instancePath: instancePath + "/quorum/max", schemaPath: "#/components/schemas/QuorumBounds/properties/max/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                return false;
                              }
                              if (errors === _errs16) {
                                if (typeof data6 == "number") {
                                  if (data6 > 50 || isNaN(data6)) {
                                    validate69.errors = [{ instancePath: instancePath + "/quorum/max", schemaPath: "#/components/schemas/QuorumBounds/properties/max/maximum", keyword: "maximum", params: { comparison: "<=", limit: 50 }, message: "must be <= 50" }];
                                    return false;
                                  } else {
                                    if (data6 < 1 || isNaN(data6)) {
                                      validate69.errors = [{ instancePath: instancePath + "/quorum/max", schemaPath: "#/components/schemas/QuorumBounds/properties/max/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                                      return false;
                                    }
                                  }
                                }
                              }
                              var valid4 = _errs16 === errors;
                            } else {
                              var valid4 = true;
                            }
                            if (valid4) {
                              if (data3.selectable !== void 0) {
                                const _errs18 = errors;
                                if (typeof data3.selectable !== "boolean") {
                                  validate69.errors = [{ instancePath: instancePath + "/quorum/selectable", schemaPath: "#/components/schemas/QuorumBounds/properties/selectable/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                                  return false;
                                }
                                var valid4 = _errs18 === errors;
                              } else {
                                var valid4 = true;
                              }
                            }
                          }
                        }
                      }
                    }
                  } else {
                    validate69.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/components/schemas/QuorumBounds/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                    return false;
                  }
                }
                var valid0 = _errs8 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.mode !== void 0) {
                  let data8 = data.mode;
                  const _errs20 = errors;
                  if (typeof data8 !== "string") {
                    validate69.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                  if (!(data8 === "independent" || data8 === "coincident")) {
                    validate69.errors = [{ instancePath: instancePath + "/mode", schemaPath: "#/properties/mode/enum", keyword: "enum", params: { allowedValues: schema93.properties.mode.enum }, message: "must be equal to one of the allowed values" }];
                    return false;
                  }
                  var valid0 = _errs20 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.coincidence_seconds !== void 0) {
                    let data9 = data.coincidence_seconds;
                    const _errs22 = errors;
                    if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)))) {
                      validate69.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                      return false;
                    }
                    if (errors === _errs22) {
                      if (typeof data9 == "number") {
                        if (data9 > 900 || isNaN(data9)) {
                          validate69.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 900 }, message: "must be <= 900" }];
                          return false;
                        } else {
                          if (data9 < 10 || isNaN(data9)) {
                            validate69.errors = [{ instancePath: instancePath + "/coincidence_seconds", schemaPath: "#/properties/coincidence_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 10 }, message: "must be >= 10" }];
                            return false;
                          }
                        }
                      }
                    }
                    var valid0 = _errs22 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.deny_self_approval !== void 0) {
                      const _errs24 = errors;
                      if (typeof data.deny_self_approval !== "boolean") {
                        validate69.errors = [{ instancePath: instancePath + "/deny_self_approval", schemaPath: "#/properties/deny_self_approval/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                        return false;
                      }
                      var valid0 = _errs24 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.required_params !== void 0) {
                        let data11 = data.required_params;
                        const _errs26 = errors;
                        if (errors === _errs26) {
                          if (Array.isArray(data11)) {
                            if (data11.length > 24) {
                              validate69.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/maxItems", keyword: "maxItems", params: { limit: 24 }, message: "must NOT have more than 24 items" }];
                              return false;
                            } else {
                              var valid5 = true;
                              const len1 = data11.length;
                              for (let i2 = 0; i2 < len1; i2++) {
                                let data12 = data11[i2];
                                const _errs28 = errors;
                                if (errors === _errs28) {
                                  if (typeof data12 === "string") {
                                    if (func1(data12) > 64) {
                                      validate69.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }];
                                      return false;
                                    } else {
                                      if (func1(data12) < 1) {
                                        validate69.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                                        return false;
                                      }
                                    }
                                  } else {
                                    validate69.errors = [{ instancePath: instancePath + "/required_params/" + i2, schemaPath: "#/properties/required_params/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                    return false;
                                  }
                                }
                                var valid5 = _errs28 === errors;
                                if (!valid5) {
                                  break;
                                }
                              }
                              if (valid5) {
                                let i3 = data11.length;
                                let j1;
                                if (i3 > 1) {
                                  const indices1 = {};
                                  for (; i3--; ) {
                                    let item1 = data11[i3];
                                    if (typeof item1 !== "string") {
                                      continue;
                                    }
                                    if (typeof indices1[item1] == "number") {
                                      j1 = indices1[item1];
                                      validate69.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/uniqueItems", keyword: "uniqueItems", params: { i: i3, j: j1 }, message: "must NOT have duplicate items (items ## " + j1 + " and " + i3 + " are identical)" }];
                                      return false;
                                      break;
                                    }
                                    indices1[item1] = i3;
                                  }
                                }
                              }
                            }
                          } else {
                            validate69.errors = [{ instancePath: instancePath + "/required_params", schemaPath: "#/properties/required_params/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                            return false;
                          }
                        }
                        var valid0 = _errs26 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.param_rules !== void 0) {
                          let data13 = data.param_rules;
                          const _errs30 = errors;
                          if (errors === _errs30) {
                            if (Array.isArray(data13)) {
                              if (data13.length > 50) {
                                validate69.errors = [{ instancePath: instancePath + "/param_rules", schemaPath: "#/properties/param_rules/maxItems", keyword: "maxItems", params: { limit: 50 }, message: "must NOT have more than 50 items" }];
                                return false;
                              } else {
                                var valid7 = true;
                                const len2 = data13.length;
                                for (let i4 = 0; i4 < len2; i4++) {
                                  const _errs32 = errors;
                                  if (!validate70(data13[i4], { instancePath: instancePath + "/param_rules/" + i4, parentData: data13, parentDataProperty: i4, rootData, dynamicAnchors })) {
                                    vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
                                    errors = vErrors.length;
                                  }
                                  var valid7 = _errs32 === errors;
                                  if (!valid7) {
                                    break;
                                  }
                                }
                              }
                            } else {
                              validate69.errors = [{ instancePath: instancePath + "/param_rules", schemaPath: "#/properties/param_rules/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                              return false;
                            }
                          }
                          var valid0 = _errs30 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.ttl_seconds !== void 0) {
                            let data15 = data.ttl_seconds;
                            const _errs33 = errors;
                            if (!(typeof data15 == "number" && (!(data15 % 1) && !isNaN(data15)))) {
                              validate69.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                              return false;
                            }
                            if (errors === _errs33) {
                              if (typeof data15 == "number") {
                                if (data15 > 86400 || isNaN(data15)) {
                                  validate69.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400" }];
                                  return false;
                                } else {
                                  if (data15 < 3600 || isNaN(data15)) {
                                    validate69.errors = [{ instancePath: instancePath + "/ttl_seconds", schemaPath: "#/properties/ttl_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 3600 }, message: "must be >= 3600" }];
                                    return false;
                                  }
                                }
                              }
                            }
                            var valid0 = _errs33 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.integration !== void 0) {
                              let data16 = data.integration;
                              const _errs35 = errors;
                              if (typeof data16 !== "string" && data16 !== null) {
                                validate69.errors = [{ instancePath: instancePath + "/integration", schemaPath: "#/properties/integration/type", keyword: "type", params: { type: schema93.properties.integration.type }, message: "must be string,null" }];
                                return false;
                              }
                              if (errors === _errs35) {
                                if (typeof data16 === "string") {
                                  if (func1(data16) > 128) {
                                    validate69.errors = [{ instancePath: instancePath + "/integration", schemaPath: "#/properties/integration/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                                    return false;
                                  }
                                }
                              }
                              var valid0 = _errs35 === errors;
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
    } else {
      validate69.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate69.errors = vErrors;
  return errors === 0;
}
validate69.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate68(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate68.evaluated;
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
        validate68.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "policy" || key0 === "since")) {
            validate68.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.policy !== void 0) {
            const _errs2 = errors;
            if (!validate69(data.policy, { instancePath: instancePath + "/policy", parentData: data, parentDataProperty: "policy", rootData, dynamicAnchors })) {
              vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
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
                validate68.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                return false;
              }
              if (errors === _errs3) {
                if (typeof data1 == "number") {
                  if (data1 < 0 || isNaN(data1)) {
                    validate68.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
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
      validate68.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate68.errors = vErrors;
  return errors === 0;
}
validate68.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
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
  if (!validate68(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate68.errors : vErrors.concat(validate68.errors);
    errors = vErrors.length;
  }
  validate67.errors = vErrors;
  return errors === 0;
}
validate67.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listOperators_query = validate74;
function validate74(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate74.evaluated;
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
        validate74.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate74.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate74.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate74.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate74.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate74.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate74.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate74.errors = vErrors;
  return errors === 0;
}
validate74.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.createOperator_body = validate75;
var schema99 = { "type": "object", "additionalProperties": false, "required": ["id", "name", "email", "role"], "properties": { "id": { "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", "description": "How rosters and proposers name them; it cannot be changed or used again." }, "name": { "type": "string", "minLength": 1, "maxLength": 100, "description": "What people call them." }, "email": { "type": "string", "pattern": '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$', "description": "Where codes are sent." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin may also configure the organization." } } };
var pattern4 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", "u");
var pattern5 = new RegExp('^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$', "u");
function validate75(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate75.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.name === void 0 && (missing0 = "name") || data.email === void 0 && (missing0 = "email") || data.role === void 0 && (missing0 = "role")) {
        validate75.errors = [{ instancePath, schemaPath: "#/components/schemas/NewOperator/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs2 = errors;
        for (const key0 in data) {
          if (!(key0 === "id" || key0 === "name" || key0 === "email" || key0 === "role")) {
            validate75.errors = [{ instancePath, schemaPath: "#/components/schemas/NewOperator/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs2 === errors) {
          if (data.id !== void 0) {
            let data0 = data.id;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data0 === "string") {
                if (!pattern4.test(data0)) {
                  validate75.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/components/schemas/NewOperator/properties/id/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$" }, message: 'must match pattern "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"' }];
                  return false;
                }
              } else {
                validate75.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/components/schemas/NewOperator/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid1 = _errs3 === errors;
          } else {
            var valid1 = true;
          }
          if (valid1) {
            if (data.name !== void 0) {
              let data1 = data.name;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 100) {
                    validate75.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/components/schemas/NewOperator/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 }, message: "must NOT have more than 100 characters" }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate75.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/components/schemas/NewOperator/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                      return false;
                    }
                  }
                } else {
                  validate75.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/components/schemas/NewOperator/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
              }
              var valid1 = _errs5 === errors;
            } else {
              var valid1 = true;
            }
            if (valid1) {
              if (data.email !== void 0) {
                let data2 = data.email;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (typeof data2 === "string") {
                    if (!pattern5.test(data2)) {
                      validate75.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/components/schemas/NewOperator/properties/email/pattern", keyword: "pattern", params: { pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$' }, message: 'must match pattern "^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$"' }];
                      return false;
                    }
                  } else {
                    validate75.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/components/schemas/NewOperator/properties/email/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                }
                var valid1 = _errs7 === errors;
              } else {
                var valid1 = true;
              }
              if (valid1) {
                if (data.role !== void 0) {
                  let data3 = data.role;
                  const _errs9 = errors;
                  if (typeof data3 !== "string") {
                    validate75.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/components/schemas/NewOperator/properties/role/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                  if (!(data3 === "operator" || data3 === "admin")) {
                    validate75.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/components/schemas/NewOperator/properties/role/enum", keyword: "enum", params: { allowedValues: schema99.properties.role.enum }, message: "must be equal to one of the allowed values" }];
                    return false;
                  }
                  var valid1 = _errs9 === errors;
                } else {
                  var valid1 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate75.errors = [{ instancePath, schemaPath: "#/components/schemas/NewOperator/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate75.errors = vErrors;
  return errors === 0;
}
validate75.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.updateOperator_body = validate76;
var schema101 = { "type": "object", "additionalProperties": false, "minProperties": 1, "description": "What is absent stays.", "properties": { "name": { "type": "string", "minLength": 1, "maxLength": 100, "description": "What people call them." }, "email": { "type": "string", "pattern": '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$', "description": "Where codes are sent." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin may also configure the organization." }, "enabled": { "type": "boolean", "description": "Disabling takes the operator's seats out of every open request at once and withdraws their turns; a request\nwhose quorum cannot be met any more is aborted. It also ends the operator's sessions, unopened sign-in links and\npasskeys. Enabling again brings none of it back: make a new sign-in link.\n" } } };
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
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (Object.keys(data).length < 1) {
        validate76.errors = [{ instancePath, schemaPath: "#/components/schemas/OperatorEdit/minProperties", keyword: "minProperties", params: { limit: 1 }, message: "must NOT have fewer than 1 properties" }];
        return false;
      } else {
        const _errs2 = errors;
        for (const key0 in data) {
          if (!(key0 === "name" || key0 === "email" || key0 === "role" || key0 === "enabled")) {
            validate76.errors = [{ instancePath, schemaPath: "#/components/schemas/OperatorEdit/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs2 === errors) {
          if (data.name !== void 0) {
            let data0 = data.name;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data0 === "string") {
                if (func1(data0) > 100) {
                  validate76.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/components/schemas/OperatorEdit/properties/name/maxLength", keyword: "maxLength", params: { limit: 100 }, message: "must NOT have more than 100 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate76.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/components/schemas/OperatorEdit/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate76.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/components/schemas/OperatorEdit/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid1 = _errs3 === errors;
          } else {
            var valid1 = true;
          }
          if (valid1) {
            if (data.email !== void 0) {
              let data1 = data.email;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data1 === "string") {
                  if (!pattern5.test(data1)) {
                    validate76.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/components/schemas/OperatorEdit/properties/email/pattern", keyword: "pattern", params: { pattern: '^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$' }, message: 'must match pattern "^[^\\s@<>(),;:"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$"' }];
                    return false;
                  }
                } else {
                  validate76.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/components/schemas/OperatorEdit/properties/email/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
              }
              var valid1 = _errs5 === errors;
            } else {
              var valid1 = true;
            }
            if (valid1) {
              if (data.role !== void 0) {
                let data2 = data.role;
                const _errs7 = errors;
                if (typeof data2 !== "string") {
                  validate76.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/components/schemas/OperatorEdit/properties/role/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
                if (!(data2 === "operator" || data2 === "admin")) {
                  validate76.errors = [{ instancePath: instancePath + "/role", schemaPath: "#/components/schemas/OperatorEdit/properties/role/enum", keyword: "enum", params: { allowedValues: schema101.properties.role.enum }, message: "must be equal to one of the allowed values" }];
                  return false;
                }
                var valid1 = _errs7 === errors;
              } else {
                var valid1 = true;
              }
              if (valid1) {
                if (data.enabled !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.enabled !== "boolean") {
                    validate76.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/components/schemas/OperatorEdit/properties/enabled/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                    return false;
                  }
                  var valid1 = _errs9 === errors;
                } else {
                  var valid1 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate76.errors = [{ instancePath, schemaPath: "#/components/schemas/OperatorEdit/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate76.errors = vErrors;
  return errors === 0;
}
validate76.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.createSignInLink_body = validate77;
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
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        validate77.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate77.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate77.errors = vErrors;
  return errors === 0;
}
validate77.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.listOperatorPasskeys_query = validate78;
function validate78(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate78.evaluated;
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
        validate78.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number") {
          if (data0 > 100 || isNaN(data0)) {
            validate78.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
            return false;
          } else {
            if (data0 < 1 || isNaN(data0)) {
              validate78.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                validate78.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              } else {
                if (func1(data1) < 1) {
                  validate78.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                  return false;
                }
              }
            } else {
              validate78.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate78.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate78.errors = vErrors;
  return errors === 0;
}
validate78.evaluated = { "props": { "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.listSessions_query = validate79;
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
              validate79.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate79.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                return false;
              }
            }
          } else {
            validate79.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
          validate79.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data1 == "number") {
            if (data1 > 100 || isNaN(data1)) {
              validate79.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate79.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                  validate79.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate79.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate79.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
      validate79.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate79.errors = vErrors;
  return errors === 0;
}
validate79.evaluated = { "props": { "operator": true, "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.revokeSessions_query = validate80;
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
      if (data.operator !== void 0) {
        let data0 = data.operator;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 128) {
              validate80.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate80.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                return false;
              }
            }
          } else {
            validate80.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
        }
      }
    } else {
      validate80.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate80.errors = vErrors;
  return errors === 0;
}
validate80.evaluated = { "props": { "operator": true }, "dynamicProps": false, "dynamicItems": false };
exports.revokeSession_query = validate81;
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
      if (data.operator !== void 0) {
        let data0 = data.operator;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 128) {
              validate81.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate81.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                return false;
              }
            }
          } else {
            validate81.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/properties/operator/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
        }
      }
    } else {
      validate81.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate81.errors = vErrors;
  return errors === 0;
}
validate81.evaluated = { "props": { "operator": true }, "dynamicProps": false, "dynamicItems": false };
exports.listAudit_query = validate82;
function validate82(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate82.evaluated;
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
          validate82.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number") {
            if (data0 > 99999999999 || isNaN(data0)) {
              validate82.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/maximum", keyword: "maximum", params: { comparison: "<=", limit: 99999999999 }, message: "must be <= 99999999999" }];
              return false;
            } else {
              if (data0 < 0 || isNaN(data0)) {
                validate82.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
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
          validate82.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data1 == "number") {
            if (data1 > 100 || isNaN(data1)) {
              validate82.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate82.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                  validate82.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate82.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate82.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
      validate82.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate82.errors = vErrors;
  return errors === 0;
}
validate82.evaluated = { "props": { "after": true, "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.exportAudit_query = validate83;
function validate83(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate83.evaluated;
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
          validate83.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number") {
            if (data0 > 99999999999 || isNaN(data0)) {
              validate83.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/maximum", keyword: "maximum", params: { comparison: "<=", limit: 99999999999 }, message: "must be <= 99999999999" }];
              return false;
            } else {
              if (data0 < 0 || isNaN(data0)) {
                validate83.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate83.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate83.errors = vErrors;
  return errors === 0;
}
validate83.evaluated = { "props": { "after": true }, "dynamicProps": false, "dynamicItems": false };
exports.queryTypes = {
  "listPasskeys": {
    "limit": "integer",
    "cursor": "string"
  },
  "listRequests": {
    "waiting": "boolean",
    "state": "string",
    "action": "string",
    "requester": "string",
    "since": "integer",
    "until": "integer",
    "limit": "integer",
    "cursor": "string"
  },
  "requestDeliveries": {
    "limit": "integer",
    "cursor": "string"
  },
  "requestHistory": {
    "limit": "integer",
    "cursor": "string"
  },
  "listWebhooks": {
    "limit": "integer",
    "cursor": "string"
  },
  "webhookDeliveries": {
    "limit": "integer",
    "cursor": "string"
  },
  "listKeys": {
    "limit": "integer",
    "cursor": "string"
  },
  "listActions": {
    "limit": "integer",
    "cursor": "string"
  },
  "listOperators": {
    "limit": "integer",
    "cursor": "string"
  },
  "listOperatorPasskeys": {
    "limit": "integer",
    "cursor": "string"
  },
  "listSessions": {
    "operator": "string",
    "limit": "integer",
    "cursor": "string"
  },
  "revokeSessions": {
    "operator": "string"
  },
  "revokeSession": {
    "operator": "string"
  },
  "listAudit": {
    "after": "integer",
    "limit": "integer",
    "cursor": "string"
  },
  "exportAudit": {
    "after": "integer"
  }
};
