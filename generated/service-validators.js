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
exports.listExecutableRequests_query = validate52;
var func1 = require_ucs2length().default;
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
      let missing0;
      if (data.executable === void 0 && (missing0 = "executable")) {
        validate52.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.executable !== void 0) {
          let data0 = data.executable;
          const _errs1 = errors;
          if (typeof data0 !== "boolean") {
            validate52.errors = [{ instancePath: instancePath + "/executable", schemaPath: "#/properties/executable/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          if (true !== data0) {
            validate52.errors = [{ instancePath: instancePath + "/executable", schemaPath: "#/properties/executable/const", keyword: "const", params: { allowedValue: true } }];
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
            validate52.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs3) {
            if (typeof data1 == "number") {
              if (data1 > 100 || isNaN(data1)) {
                validate52.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                return false;
              } else {
                if (data1 < 1 || isNaN(data1)) {
                  validate52.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
          if (valid0) {
            if (data.after !== void 0) {
              let data2 = data.after;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data2 === "string") {
                  if (func1(data2) > 512) {
                    validate52.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                    return false;
                  } else {
                    if (func1(data2) < 1) {
                      validate52.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minLength", keyword: "minLength", params: { limit: 1 } }];
                      return false;
                    }
                  }
                } else {
                  validate52.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate52.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate52.errors = vErrors;
  return errors === 0;
}
validate52.evaluated = { "props": { "executable": true, "limit": true, "after": true }, "dynamicProps": false, "dynamicItems": false };
exports.createRequest_body = validate53;
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
      if (Object.keys(data).length > 24) {
        validate56.errors = [{ instancePath, schemaPath: "#/maxProperties", keyword: "maxProperties", params: { limit: 24 } }];
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
            validate56.errors = vErrors;
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
                  validate56.errors = [{ instancePath: instancePath + "/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                  return false;
                }
              } else {
                validate56.errors = [{ instancePath: instancePath + "/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "string" } }];
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
      validate56.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate56.errors = vErrors;
  return errors === 0;
}
validate56.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var pattern3 = new RegExp("^[0-9a-f]{16}$", "u");
var pattern4 = new RegExp("^[A-Za-z0-9_-]{16}$", "u");
var pattern5 = new RegExp("^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]|[A-Za-z0-9_-][AQgw])?$", "u");
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
      let missing0;
      if (data.v === void 0 && (missing0 = "v") || data.alg === void 0 && (missing0 = "alg") || data.kid === void 0 && (missing0 = "kid") || data.nonce === void 0 && (missing0 = "nonce") || data.ciphertext === void 0 && (missing0 = "ciphertext")) {
        validate58.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "v" || key0 === "alg" || key0 === "kid" || key0 === "nonce" || key0 === "ciphertext")) {
            validate58.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.v !== void 0) {
            let data0 = data.v;
            const _errs2 = errors;
            if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
              validate58.errors = [{ instancePath: instancePath + "/v", schemaPath: "#/properties/v/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (1 !== data0) {
              validate58.errors = [{ instancePath: instancePath + "/v", schemaPath: "#/properties/v/const", keyword: "const", params: { allowedValue: 1 } }];
              return false;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.alg !== void 0) {
              let data1 = data.alg;
              const _errs4 = errors;
              if (typeof data1 !== "string") {
                validate58.errors = [{ instancePath: instancePath + "/alg", schemaPath: "#/properties/alg/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              if ("A256GCM" !== data1) {
                validate58.errors = [{ instancePath: instancePath + "/alg", schemaPath: "#/properties/alg/const", keyword: "const", params: { allowedValue: "A256GCM" } }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.kid !== void 0) {
                let data2 = data.kid;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (typeof data2 === "string") {
                    if (!pattern3.test(data2)) {
                      validate58.errors = [{ instancePath: instancePath + "/kid", schemaPath: "#/properties/kid/pattern", keyword: "pattern", params: { pattern: "^[0-9a-f]{16}$" } }];
                      return false;
                    }
                  } else {
                    validate58.errors = [{ instancePath: instancePath + "/kid", schemaPath: "#/properties/kid/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.nonce !== void 0) {
                  let data3 = data.nonce;
                  const _errs8 = errors;
                  if (errors === _errs8) {
                    if (typeof data3 === "string") {
                      if (!pattern4.test(data3)) {
                        validate58.errors = [{ instancePath: instancePath + "/nonce", schemaPath: "#/properties/nonce/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_-]{16}$" } }];
                        return false;
                      }
                    } else {
                      validate58.errors = [{ instancePath: instancePath + "/nonce", schemaPath: "#/properties/nonce/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.ciphertext !== void 0) {
                    let data4 = data.ciphertext;
                    const _errs10 = errors;
                    if (errors === _errs10) {
                      if (typeof data4 === "string") {
                        if (func1(data4) < 22) {
                          validate58.errors = [{ instancePath: instancePath + "/ciphertext", schemaPath: "#/properties/ciphertext/minLength", keyword: "minLength", params: { limit: 22 } }];
                          return false;
                        } else {
                          if (!pattern5.test(data4)) {
                            validate58.errors = [{ instancePath: instancePath + "/ciphertext", schemaPath: "#/properties/ciphertext/pattern", keyword: "pattern", params: { pattern: "^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]|[A-Za-z0-9_-][AQgw])?$" } }];
                            return false;
                          }
                        }
                      } else {
                        validate58.errors = [{ instancePath: instancePath + "/ciphertext", schemaPath: "#/properties/ciphertext/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
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
      validate58.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate58.errors = vErrors;
  return errors === 0;
}
validate58.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
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
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.action === void 0 && (missing0 = "action") || data.requester === void 0 && (missing0 = "requester")) {
        validate55.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "action" || key0 === "requester" || key0 === "params" || key0 === "summary" || key0 === "callback_url" || key0 === "quorum" || key0 === "intent" || key0 === "execute_within")) {
            validate55.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } }];
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
                if (func1(data0) < 1) {
                  validate55.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              } else {
                validate55.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/type", keyword: "type", params: { type: "string" } }];
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
                  if (func1(data1) < 1) {
                    validate55.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                } else {
                  validate55.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.params !== void 0) {
                const _errs6 = errors;
                if (!validate56(data.params, { instancePath: instancePath + "/params", parentData: data, parentDataProperty: "params", rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate56.errors : vErrors.concat(validate56.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.summary !== void 0) {
                  const _errs7 = errors;
                  if (typeof data.summary !== "string") {
                    validate55.errors = [{ instancePath: instancePath + "/summary", schemaPath: "#/properties/summary/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs7 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.callback_url !== void 0) {
                    let data4 = data.callback_url;
                    const _errs9 = errors;
                    if (errors === _errs9) {
                      if (typeof data4 === "string") {
                        if (func1(data4) > 2048) {
                          validate55.errors = [{ instancePath: instancePath + "/callback_url", schemaPath: "#/properties/callback_url/maxLength", keyword: "maxLength", params: { limit: 2048 } }];
                          return false;
                        }
                      } else {
                        validate55.errors = [{ instancePath: instancePath + "/callback_url", schemaPath: "#/properties/callback_url/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs9 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.quorum !== void 0) {
                      let data5 = data.quorum;
                      const _errs11 = errors;
                      if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)))) {
                        validate55.errors = [{ instancePath: instancePath + "/quorum", schemaPath: "#/properties/quorum/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      var valid0 = _errs11 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.intent !== void 0) {
                        const _errs13 = errors;
                        if (!validate58(data.intent, { instancePath: instancePath + "/intent", parentData: data, parentDataProperty: "intent", rootData, dynamicAnchors })) {
                          vErrors = vErrors === null ? validate58.errors : vErrors.concat(validate58.errors);
                          errors = vErrors.length;
                        }
                        var valid0 = _errs13 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.execute_within !== void 0) {
                          let data7 = data.execute_within;
                          const _errs14 = errors;
                          if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)))) {
                            validate55.errors = [{ instancePath: instancePath + "/execute_within", schemaPath: "#/properties/execute_within/type", keyword: "type", params: { type: "integer" } }];
                            return false;
                          }
                          if (errors === _errs14) {
                            if (typeof data7 == "number") {
                              if (data7 > 2592e3 || isNaN(data7)) {
                                validate55.errors = [{ instancePath: instancePath + "/execute_within", schemaPath: "#/properties/execute_within/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2592e3 } }];
                                return false;
                              } else {
                                if (data7 < 1 || isNaN(data7)) {
                                  validate55.errors = [{ instancePath: instancePath + "/execute_within", schemaPath: "#/properties/execute_within/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                                  return false;
                                }
                              }
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
        }
      }
    } else {
      validate55.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate55.errors = vErrors;
  return errors === 0;
}
validate55.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
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
  if (!validate55(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors);
    errors = vErrors.length;
  }
  validate53.errors = vErrors;
  return errors === 0;
}
validate53.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.createRequest_headers = validate61;
var pattern6 = new RegExp("^[\\x20-\\x7E]+$", "u");
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
      if (data["idempotency-key"] !== void 0) {
        let data0 = data["idempotency-key"];
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 255) {
              validate61.errors = [{ instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/maxLength", keyword: "maxLength", params: { limit: 255 } }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate61.errors = [{ instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              } else {
                if (!pattern6.test(data0)) {
                  validate61.errors = [{ instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/pattern", keyword: "pattern", params: { pattern: "^[\\x20-\\x7E]+$" } }];
                  return false;
                }
              }
            }
          } else {
            validate61.errors = [{ instancePath: instancePath + "/idempotency-key", schemaPath: "#/properties/idempotency-key/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
      }
    } else {
      validate61.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate61.errors = vErrors;
  return errors === 0;
}
validate61.evaluated = { "props": { "idempotency-key": true }, "dynamicProps": false, "dynamicItems": false };
exports.abortOwnRequest_body = validate62;
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
      if (data.reason !== void 0) {
        let data0 = data.reason;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 512) {
              validate63.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/maxLength", keyword: "maxLength", params: { limit: 512 } }];
              return false;
            }
          } else {
            validate63.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
      }
    } else {
      validate63.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate63.errors = vErrors;
  return errors === 0;
}
validate63.evaluated = { "props": { "reason": true }, "dynamicProps": false, "dynamicItems": false };
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
validate62.evaluated = { "props": { "reason": true }, "dynamicProps": false, "dynamicItems": false };
exports.claimRequest_body = validate65;
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
      if (data.lease_seconds !== void 0) {
        let data0 = data.lease_seconds;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
          validate66.errors = [{ instancePath: instancePath + "/lease_seconds", schemaPath: "#/properties/lease_seconds/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number") {
            if (data0 > 3600 || isNaN(data0)) {
              validate66.errors = [{ instancePath: instancePath + "/lease_seconds", schemaPath: "#/properties/lease_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3600 } }];
              return false;
            } else {
              if (data0 < 1 || isNaN(data0)) {
                validate66.errors = [{ instancePath: instancePath + "/lease_seconds", schemaPath: "#/properties/lease_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              }
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
validate66.evaluated = { "props": { "lease_seconds": true }, "dynamicProps": false, "dynamicItems": false };
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
validate65.evaluated = { "props": { "lease_seconds": true }, "dynamicProps": false, "dynamicItems": false };
exports.reportExecution_body = validate68;
var schema31 = { "type": "object", "required": ["claim_id", "status"], "description": "The result of the run. Other fields are ignored.", "properties": { "claim_id": { "type": "string", "minLength": 1, "description": "The claim that the run was made under.", "examples": ["clm_9f86d081884c7d659a2feaa0"] }, "status": { "type": "string", "enum": ["succeeded", "failed"], "description": "Whether the call took effect." }, "reference": { "type": "string", "maxLength": 512, "description": "What the run produced, for example the id of a downstream object." }, "error": { "type": "string", "maxLength": 512, "description": "What went wrong, for people." }, "receipt": { "$ref": "#/components/schemas/ExecutionReceipt" } } };
var pattern7 = new RegExp("^sha256:[0-9a-f]{64}$", "u");
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
      if (data.operation_hash === void 0 && (missing0 = "operation_hash") || data.intent === void 0 && (missing0 = "intent") || data.signature === void 0 && (missing0 = "signature")) {
        validate70.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.operation_hash !== void 0) {
          let data0 = data.operation_hash;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (!pattern7.test(data0)) {
                validate70.errors = [{ instancePath: instancePath + "/operation_hash", schemaPath: "#/properties/operation_hash/pattern", keyword: "pattern", params: { pattern: "^sha256:[0-9a-f]{64}$" } }];
                return false;
              }
            } else {
              validate70.errors = [{ instancePath: instancePath + "/operation_hash", schemaPath: "#/properties/operation_hash/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.intent !== void 0) {
            let data1 = data.intent;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (!pattern7.test(data1)) {
                  validate70.errors = [{ instancePath: instancePath + "/intent", schemaPath: "#/properties/intent/pattern", keyword: "pattern", params: { pattern: "^sha256:[0-9a-f]{64}$" } }];
                  return false;
                }
              } else {
                validate70.errors = [{ instancePath: instancePath + "/intent", schemaPath: "#/properties/intent/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.signature !== void 0) {
              let data2 = data.signature;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data2 === "string") {
                  if (func1(data2) > 1024) {
                    validate70.errors = [{ instancePath: instancePath + "/signature", schemaPath: "#/properties/signature/maxLength", keyword: "maxLength", params: { limit: 1024 } }];
                    return false;
                  }
                } else {
                  validate70.errors = [{ instancePath: instancePath + "/signature", schemaPath: "#/properties/signature/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
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
validate70.evaluated = { "props": { "operation_hash": true, "intent": true, "signature": true }, "dynamicProps": false, "dynamicItems": false };
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
      if (data.claim_id === void 0 && (missing0 = "claim_id") || data.status === void 0 && (missing0 = "status")) {
        validate69.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.claim_id !== void 0) {
          let data0 = data.claim_id;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func1(data0) < 1) {
                validate69.errors = [{ instancePath: instancePath + "/claim_id", schemaPath: "#/properties/claim_id/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            } else {
              validate69.errors = [{ instancePath: instancePath + "/claim_id", schemaPath: "#/properties/claim_id/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.status !== void 0) {
            let data1 = data.status;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              validate69.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if (!(data1 === "succeeded" || data1 === "failed")) {
              validate69.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema31.properties.status.enum } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.reference !== void 0) {
              let data2 = data.reference;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data2 === "string") {
                  if (func1(data2) > 512) {
                    validate69.errors = [{ instancePath: instancePath + "/reference", schemaPath: "#/properties/reference/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                    return false;
                  }
                } else {
                  validate69.errors = [{ instancePath: instancePath + "/reference", schemaPath: "#/properties/reference/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.error !== void 0) {
                let data3 = data.error;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (typeof data3 === "string") {
                    if (func1(data3) > 512) {
                      validate69.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                      return false;
                    }
                  } else {
                    validate69.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.receipt !== void 0) {
                  const _errs9 = errors;
                  if (!validate70(data.receipt, { instancePath: instancePath + "/receipt", parentData: data, parentDataProperty: "receipt", rootData, dynamicAnchors })) {
                    vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate69.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate69.errors = vErrors;
  return errors === 0;
}
validate69.evaluated = { "props": { "claim_id": true, "status": true, "reference": true, "error": true, "receipt": true }, "dynamicProps": false, "dynamicItems": false };
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
  if (!validate69(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
    errors = vErrors.length;
  }
  validate68.errors = vErrors;
  return errors === 0;
}
validate68.evaluated = { "props": { "claim_id": true, "status": true, "reference": true, "error": true, "receipt": true }, "dynamicProps": false, "dynamicItems": false };
exports.listEvents_query = validate73;
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
      if (data.limit === void 0) {
        data.limit = 25;
      }
      if (data.wait === void 0) {
        data.wait = 0;
      }
      if (data.after !== void 0) {
        let data0 = data.after;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func1(data0) > 512) {
              validate73.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/maxLength", keyword: "maxLength", params: { limit: 512 } }];
              return false;
            } else {
              if (func1(data0) < 1) {
                validate73.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            }
          } else {
            validate73.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "string" } }];
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
          validate73.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data1 == "number") {
            if (data1 > 100 || isNaN(data1)) {
              validate73.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate73.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          let data2 = data.wait;
          const _errs5 = errors;
          if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)))) {
            validate73.errors = [{ instancePath: instancePath + "/wait", schemaPath: "#/properties/wait/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs5) {
            if (typeof data2 == "number") {
              if (data2 > 20 || isNaN(data2)) {
                validate73.errors = [{ instancePath: instancePath + "/wait", schemaPath: "#/properties/wait/maximum", keyword: "maximum", params: { comparison: "<=", limit: 20 } }];
                return false;
              } else {
                if (data2 < 0 || isNaN(data2)) {
                  validate73.errors = [{ instancePath: instancePath + "/wait", schemaPath: "#/properties/wait/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs5 === errors;
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
validate73.evaluated = { "props": { "after": true, "limit": true, "wait": true }, "dynamicProps": false, "dynamicItems": false };
exports.pullAudit_query = validate74;
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
      if (data.after !== void 0) {
        let data0 = data.after;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)))) {
          validate74.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number") {
            if (data0 > 99999999999 || isNaN(data0)) {
              validate74.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/maximum", keyword: "maximum", params: { comparison: "<=", limit: 99999999999 } }];
              return false;
            } else {
              if (data0 < 0 || isNaN(data0)) {
                validate74.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate74.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate74.errors = vErrors;
  return errors === 0;
}
validate74.evaluated = { "props": { "after": true }, "dynamicProps": false, "dynamicItems": false };
var accept = () => true;
var texts = (names) => (value) => names.every((name) => typeof value[name] === "string");
var optional = (validate) => {
  const orAbsent = (value) => value === void 0 || validate(value) || (orAbsent.errors = validate.errors, false);
  return orAbsent;
};
module.exports = {
  listExecutableRequests: {
    path: texts([]),
    query: exports.listExecutableRequests_query,
    headers: accept,
    body: accept,
    queryTypes: { "executable": "boolean", "limit": "integer", "after": "string" }
  },
  createRequest: {
    path: texts([]),
    query: accept,
    headers: exports.createRequest_headers,
    body: exports.createRequest_body,
    queryTypes: {}
  },
  getRequest: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  getProof: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  abortOwnRequest: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.abortOwnRequest_body),
    queryTypes: {}
  },
  claimRequest: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: optional(exports.claimRequest_body),
    queryTypes: {}
  },
  reportExecution: {
    path: texts(["id"]),
    query: accept,
    headers: accept,
    body: exports.reportExecution_body,
    queryTypes: {}
  },
  getEvidence: {
    path: texts(["digest"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  putEvidence: {
    path: texts(["digest"]),
    query: accept,
    headers: accept,
    body: accept,
    queryTypes: {}
  },
  listEvents: {
    path: texts([]),
    query: exports.listEvents_query,
    headers: accept,
    body: accept,
    queryTypes: { "after": "string", "limit": "integer", "wait": "integer" }
  },
  pullAudit: {
    path: texts([]),
    query: exports.pullAudit_query,
    headers: accept,
    body: accept,
    queryTypes: { "after": "integer" }
  }
};
