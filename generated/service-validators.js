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

// <stdin>
exports.listExecutableRequests_query = validate20;
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
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      let missing0;
      if (data.executable === void 0 && (missing0 = "executable")) {
        validate20.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.executable !== void 0) {
          let data0 = data.executable;
          const _errs1 = errors;
          if (typeof data0 !== "boolean") {
            validate20.errors = [{ instancePath: instancePath + "/executable", schemaPath: "#/properties/executable/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
            return false;
          }
          if (true !== data0) {
            validate20.errors = [{ instancePath: instancePath + "/executable", schemaPath: "#/properties/executable/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" }];
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
            validate20.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
            return false;
          }
          if (errors === _errs3) {
            if (typeof data1 == "number") {
              if (data1 > 100 || isNaN(data1)) {
                validate20.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
                return false;
              } else {
                if (data1 < 1 || isNaN(data1)) {
                  validate20.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        }
      }
    } else {
      validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": { "executable": true, "limit": true }, "dynamicProps": false, "dynamicItems": false };
exports.createRequest_body = validate21;
var func1 = require_ucs2length().default;
var pattern4 = new RegExp("^[0-9a-f]{16}$", "u");
var pattern5 = new RegExp("^[A-Za-z0-9_-]{16}$", "u");
var pattern6 = new RegExp("^[A-Za-z0-9_-]+$", "u");
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
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.action === void 0 && (missing0 = "action") || data.requester === void 0 && (missing0 = "requester")) {
        validate22.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "action" || key0 === "requester" || key0 === "params" || key0 === "summary" || key0 === "callback_url" || key0 === "quorum" || key0 === "intent" || key0 === "execute_within")) {
            validate22.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.action !== void 0) {
            let data0 = data.action;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 === "string") {
                if (func1(data0) > 128) {
                  validate22.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate22.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate22.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.requester !== void 0) {
              let data1 = data.requester;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (typeof data1 === "string") {
                  if (func1(data1) > 128) {
                    validate22.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                    return false;
                  } else {
                    if (func1(data1) < 1) {
                      validate22.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                      return false;
                    }
                  }
                } else {
                  validate22.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.params !== void 0) {
                let data2 = data.params;
                const _errs6 = errors;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                    if (Object.keys(data2).length > 24) {
                      validate22.errors = [{ instancePath: instancePath + "/params", schemaPath: "#/components/schemas/Params/maxProperties", keyword: "maxProperties", params: { limit: 24 }, message: "must NOT have more than 24 properties" }];
                      return false;
                    } else {
                      for (const key1 in data2) {
                        const _errs9 = errors;
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
                        var valid2 = _errs9 === errors;
                        if (!valid2) {
                          const err2 = { instancePath: instancePath + "/params", schemaPath: "#/components/schemas/Params/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
                          if (vErrors === null) {
                            vErrors = [err2];
                          } else {
                            vErrors.push(err2);
                          }
                          errors++;
                          validate22.errors = vErrors;
                          return false;
                          break;
                        }
                      }
                      if (valid2) {
                        for (const key2 in data2) {
                          let data3 = data2[key2];
                          const _errs11 = errors;
                          if (errors === _errs11) {
                            if (typeof data3 === "string") {
                              if (func1(data3) > 512) {
                                validate22.errors = [{ instancePath: instancePath + "/params/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/components/schemas/Params/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                                return false;
                              }
                            } else {
                              validate22.errors = [{ instancePath: instancePath + "/params/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/components/schemas/Params/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                              return false;
                            }
                          }
                          var valid3 = _errs11 === errors;
                          if (!valid3) {
                            break;
                          }
                        }
                      }
                    }
                  } else {
                    validate22.errors = [{ instancePath: instancePath + "/params", schemaPath: "#/components/schemas/Params/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.summary !== void 0) {
                  const _errs13 = errors;
                  if (typeof data.summary !== "string") {
                    validate22.errors = [{ instancePath: instancePath + "/summary", schemaPath: "#/properties/summary/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                  var valid0 = _errs13 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.callback_url !== void 0) {
                    let data5 = data.callback_url;
                    const _errs15 = errors;
                    if (errors === _errs15) {
                      if (typeof data5 === "string") {
                        if (func1(data5) > 2048) {
                          validate22.errors = [{ instancePath: instancePath + "/callback_url", schemaPath: "#/properties/callback_url/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }];
                          return false;
                        }
                      } else {
                        validate22.errors = [{ instancePath: instancePath + "/callback_url", schemaPath: "#/properties/callback_url/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                        return false;
                      }
                    }
                    var valid0 = _errs15 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.quorum !== void 0) {
                      let data6 = data.quorum;
                      const _errs17 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)))) {
                        validate22.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                        return false;
                      }
                      var valid0 = _errs17 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.intent !== void 0) {
                        let data7 = data.intent;
                        const _errs19 = errors;
                        const _errs20 = errors;
                        if (errors === _errs20) {
                          if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
                            let missing1;
                            if (data7.v === void 0 && (missing1 = "v") || data7.alg === void 0 && (missing1 = "alg") || data7.kid === void 0 && (missing1 = "kid") || data7.nonce === void 0 && (missing1 = "nonce") || data7.ciphertext === void 0 && (missing1 = "ciphertext")) {
                              validate22.errors = [{ instancePath: instancePath + "/intent", schemaPath: "#/components/schemas/SealedIntent/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                              return false;
                            } else {
                              const _errs22 = errors;
                              for (const key3 in data7) {
                                if (!(key3 === "v" || key3 === "alg" || key3 === "kid" || key3 === "nonce" || key3 === "ciphertext")) {
                                  validate22.errors = [{ instancePath: instancePath + "/intent", schemaPath: "#/components/schemas/SealedIntent/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties" }];
                                  return false;
                                  break;
                                }
                              }
                              if (_errs22 === errors) {
                                if (data7.v !== void 0) {
                                  let data8 = data7.v;
                                  const _errs23 = errors;
                                  if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)))) {
                                    validate22.errors = [{ instancePath: instancePath + "/intent/v", schemaPath: "#/components/schemas/SealedIntent/properties/v/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                    return false;
                                  }
                                  if (1 !== data8) {
                                    validate22.errors = [{ instancePath: instancePath + "/intent/v", schemaPath: "#/components/schemas/SealedIntent/properties/v/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant" }];
                                    return false;
                                  }
                                  var valid5 = _errs23 === errors;
                                } else {
                                  var valid5 = true;
                                }
                                if (valid5) {
                                  if (data7.alg !== void 0) {
                                    let data9 = data7.alg;
                                    const _errs25 = errors;
                                    if (typeof data9 !== "string") {
                                      validate22.errors = [{ instancePath: instancePath + "/intent/alg", schemaPath: "#/components/schemas/SealedIntent/properties/alg/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                      return false;
                                    }
                                    if ("A256GCM" !== data9) {
                                      validate22.errors = [{ instancePath: instancePath + "/intent/alg", schemaPath: "#/components/schemas/SealedIntent/properties/alg/const", keyword: "const", params: { allowedValue: "A256GCM" }, message: "must be equal to constant" }];
                                      return false;
                                    }
                                    var valid5 = _errs25 === errors;
                                  } else {
                                    var valid5 = true;
                                  }
                                  if (valid5) {
                                    if (data7.kid !== void 0) {
                                      let data10 = data7.kid;
                                      const _errs27 = errors;
                                      if (errors === _errs27) {
                                        if (typeof data10 === "string") {
                                          if (!pattern4.test(data10)) {
                                            validate22.errors = [{ instancePath: instancePath + "/intent/kid", schemaPath: "#/components/schemas/SealedIntent/properties/kid/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{16}$" }, message: 'must match pattern "^[0-9a-f]{16}$"' }];
                                            return false;
                                          }
                                        } else {
                                          validate22.errors = [{ instancePath: instancePath + "/intent/kid", schemaPath: "#/components/schemas/SealedIntent/properties/kid/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                          return false;
                                        }
                                      }
                                      var valid5 = _errs27 === errors;
                                    } else {
                                      var valid5 = true;
                                    }
                                    if (valid5) {
                                      if (data7.nonce !== void 0) {
                                        let data11 = data7.nonce;
                                        const _errs29 = errors;
                                        if (errors === _errs29) {
                                          if (typeof data11 === "string") {
                                            if (!pattern5.test(data11)) {
                                              validate22.errors = [{ instancePath: instancePath + "/intent/nonce", schemaPath: "#/components/schemas/SealedIntent/properties/nonce/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_-]{16}$" }, message: 'must match pattern "^[A-Za-z0-9_-]{16}$"' }];
                                              return false;
                                            }
                                          } else {
                                            validate22.errors = [{ instancePath: instancePath + "/intent/nonce", schemaPath: "#/components/schemas/SealedIntent/properties/nonce/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                            return false;
                                          }
                                        }
                                        var valid5 = _errs29 === errors;
                                      } else {
                                        var valid5 = true;
                                      }
                                      if (valid5) {
                                        if (data7.ciphertext !== void 0) {
                                          let data12 = data7.ciphertext;
                                          const _errs31 = errors;
                                          if (errors === _errs31) {
                                            if (typeof data12 === "string") {
                                              if (func1(data12) < 22) {
                                                validate22.errors = [{ instancePath: instancePath + "/intent/ciphertext", schemaPath: "#/components/schemas/SealedIntent/properties/ciphertext/minLength", keyword: "minLength", params: { limit: 22 }, message: "must NOT have fewer than 22 characters" }];
                                                return false;
                                              } else {
                                                if (!pattern6.test(data12)) {
                                                  validate22.errors = [{ instancePath: instancePath + "/intent/ciphertext", schemaPath: "#/components/schemas/SealedIntent/properties/ciphertext/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_-]+$" }, message: 'must match pattern "^[A-Za-z0-9_-]+$"' }];
                                                  return false;
                                                }
                                              }
                                            } else {
                                              validate22.errors = [{ instancePath: instancePath + "/intent/ciphertext", schemaPath: "#/components/schemas/SealedIntent/properties/ciphertext/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                              return false;
                                            }
                                          }
                                          var valid5 = _errs31 === errors;
                                        } else {
                                          var valid5 = true;
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          } else {
                            validate22.errors = [{ instancePath: instancePath + "/intent", schemaPath: "#/components/schemas/SealedIntent/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                            return false;
                          }
                        }
                        var valid0 = _errs19 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.execute_within !== void 0) {
                          let data13 = data.execute_within;
                          const _errs33 = errors;
                          if (!(typeof data13 == "number" && (!(data13 % 1) && !isNaN(data13)))) {
                            validate22.errors = [{ instancePath: instancePath + "/execute_within", schemaPath: "#/properties/execute_within/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                            return false;
                          }
                          if (errors === _errs33) {
                            if (typeof data13 == "number") {
                              if (data13 > 2592e3 || isNaN(data13)) {
                                validate22.errors = [{ instancePath: instancePath + "/execute_within", schemaPath: "#/properties/execute_within/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2592e3 }, message: "must be <= 2592000" }];
                                return false;
                              } else {
                                if (data13 < 1 || isNaN(data13)) {
                                  validate22.errors = [{ instancePath: instancePath + "/execute_within", schemaPath: "#/properties/execute_within/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                                  return false;
                                }
                              }
                            }
                          }
                          var valid0 = _errs33 === errors;
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
      validate22.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
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
  if (!validate22(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
    errors = vErrors.length;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.createRequest_headers = validate24;
var pattern7 = new RegExp("^[\\x20-\\x7E]+$", "u");
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate24.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data["idempotency-key"] !== void 0) {
        let data0 = data["idempotency-key"];
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 255) {
              validate24.errors = [{ instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters" }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate24.errors = [{ instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                return false;
              } else {
                if (!pattern7.test(data0)) {
                  validate24.errors = [{ instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7E]+$" }, message: 'must match pattern "^[\\x20-\\x7E]+$"' }];
                  return false;
                }
              }
            }
          } else {
            validate24.errors = [{ instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
        }
      }
    } else {
      validate24.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate24.errors = vErrors;
  return errors === 0;
}
validate24.evaluated = { "props": { "idempotency-key": true }, "dynamicProps": false, "dynamicItems": false };
exports.claimRequest_body = validate25;
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
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.lease_seconds !== void 0) {
        let data0 = data.lease_seconds;
        const _errs2 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
          validate25.errors = [{ instancePath: instancePath + "/lease_seconds", schemaPath: "#/components/schemas/ClaimOptions/properties/lease_seconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
          return false;
        }
        if (errors === _errs2) {
          if (typeof data0 == "number") {
            if (data0 > 3600 || isNaN(data0)) {
              validate25.errors = [{ instancePath: instancePath + "/lease_seconds", schemaPath: "#/components/schemas/ClaimOptions/properties/lease_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3600 }, message: "must be <= 3600" }];
              return false;
            } else {
              if (data0 < 1 || isNaN(data0)) {
                validate25.errors = [{ instancePath: instancePath + "/lease_seconds", schemaPath: "#/components/schemas/ClaimOptions/properties/lease_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate25.errors = [{ instancePath, schemaPath: "#/components/schemas/ClaimOptions/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate25.errors = vErrors;
  return errors === 0;
}
validate25.evaluated = { "props": { "lease_seconds": true }, "dynamicProps": false, "dynamicItems": false };
exports.reportExecution_body = validate26;
var schema40 = { "type": "object", "required": ["claim_id", "status"], "description": "How the run went. Other fields are ignored.", "properties": { "claim_id": { "type": "string", "minLength": 1, "description": "The claim that the run was made under.", "examples": ["clm_9f86d081884c7d659a2feaa0"] }, "status": { "type": "string", "enum": ["succeeded", "failed"], "description": "Whether the call took effect." }, "reference": { "type": "string", "maxLength": 512, "description": "What the run produced, for example the id of an object downstream." }, "error": { "type": "string", "maxLength": 512, "description": "What went wrong, for a person." } } };
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
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.claim_id === void 0 && (missing0 = "claim_id") || data.status === void 0 && (missing0 = "status")) {
        validate26.errors = [{ instancePath, schemaPath: "#/components/schemas/ExecutionReport/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.claim_id !== void 0) {
          let data0 = data.claim_id;
          const _errs2 = errors;
          if (errors === _errs2) {
            if (typeof data0 === "string") {
              if (func1(data0) < 1) {
                validate26.errors = [{ instancePath: instancePath + "/claim_id", schemaPath: "#/components/schemas/ExecutionReport/properties/claim_id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                return false;
              }
            } else {
              validate26.errors = [{ instancePath: instancePath + "/claim_id", schemaPath: "#/components/schemas/ExecutionReport/properties/claim_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid1 = _errs2 === errors;
        } else {
          var valid1 = true;
        }
        if (valid1) {
          if (data.status !== void 0) {
            let data1 = data.status;
            const _errs4 = errors;
            if (typeof data1 !== "string") {
              validate26.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/components/schemas/ExecutionReport/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
            if (!(data1 === "succeeded" || data1 === "failed")) {
              validate26.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/components/schemas/ExecutionReport/properties/status/enum", keyword: "enum", params: { allowedValues: schema40.properties.status.enum }, message: "must be equal to one of the allowed values" }];
              return false;
            }
            var valid1 = _errs4 === errors;
          } else {
            var valid1 = true;
          }
          if (valid1) {
            if (data.reference !== void 0) {
              let data2 = data.reference;
              const _errs6 = errors;
              if (errors === _errs6) {
                if (typeof data2 === "string") {
                  if (func1(data2) > 512) {
                    validate26.errors = [{ instancePath: instancePath + "/reference", schemaPath: "#/components/schemas/ExecutionReport/properties/reference/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                    return false;
                  }
                } else {
                  validate26.errors = [{ instancePath: instancePath + "/reference", schemaPath: "#/components/schemas/ExecutionReport/properties/reference/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
              }
              var valid1 = _errs6 === errors;
            } else {
              var valid1 = true;
            }
            if (valid1) {
              if (data.error !== void 0) {
                let data3 = data.error;
                const _errs8 = errors;
                if (errors === _errs8) {
                  if (typeof data3 === "string") {
                    if (func1(data3) > 512) {
                      validate26.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/components/schemas/ExecutionReport/properties/error/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                      return false;
                    }
                  } else {
                    validate26.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/components/schemas/ExecutionReport/properties/error/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                }
                var valid1 = _errs8 === errors;
              } else {
                var valid1 = true;
              }
            }
          }
        }
      }
    } else {
      validate26.errors = [{ instancePath, schemaPath: "#/components/schemas/ExecutionReport/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate26.errors = vErrors;
  return errors === 0;
}
validate26.evaluated = { "props": { "claim_id": true, "status": true, "reference": true, "error": true }, "dynamicProps": false, "dynamicItems": false };
exports.queryTypes = {
  "listExecutableRequests": {
    "executable": "boolean",
    "limit": "integer"
  }
};
