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
exports.listRequests_query = validate21;
var schema33 = { "type": "object", "properties": { "waiting": { "type": "boolean" }, "state": { "type": "string", "enum": ["notified", "staging", "authorized", "executing", "succeeded", "failed", "expired", "aborted", "denied"] }, "action": { "type": "string", "minLength": 1, "maxLength": 128 }, "requester": { "type": "string", "minLength": 1, "maxLength": 128 }, "since": { "type": "integer", "minimum": 0 }, "until": { "type": "integer", "minimum": 0 }, "limit": { "type": "integer", "minimum": 1, "maximum": 100, "default": 25 }, "cursor": { "type": "string", "minLength": 1, "maxLength": 512 } }, "required": [], "components": { "schemas": { "Me": { "type": "object", "required": ["id", "name", "role"], "description": "The operator who is signed in.", "properties": { "id": { "type": "string", "description": "Operator id." }, "name": { "type": "string", "description": "What people call them." }, "role": { "type": "string", "enum": ["operator", "admin"], "description": "An admin may also configure the organization." } } }, "SessionAnswer": { "type": "object", "required": ["server_now", "operator", "org", "session_id", "expires_at"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "operator": { "$ref": "#/components/schemas/Me" }, "org": { "type": "string", "description": "Organization id. Every console route answers for this organization alone." }, "session_id": { "type": "string", "description": "Names the session in lists; it is not the secret in the cookie." }, "expires_at": { "type": "integer", "format": "int64", "description": "When the session ends by itself, epoch ms." } } }, "ConsoleRefusal": { "type": "object", "required": ["error"], "description": "Who calls may not do this. There is no `kind`.", "properties": { "error": { "type": "string", "description": "Why not, for a person." } } }, "ConsoleProblemKind": { "type": "string", "enum": ["invalid", "not_found", "refused", "conflict", "decided", "stale_round", "already_turned", "not_turned", "seat_locked", "not_coincident", "too_large", "unsupported_media_type", "internal"], "description": "What went wrong, for a program.\n\n| kind | status | meaning |\n|---|---|---|\n| `invalid` | 400, 405, 422 | Malformed body, query parameter or cursor; a method that the path does not take; 422: a policy that makes no sense. |\n| `not_found` | 404 | Not in the organization. |\n| `refused` | 422 | Well formed, and not acceptable. |\n| `conflict` | 409 | Somebody else's edit came first, or the edit would lock everybody out. |\n| `decided` | 409 | The request has its verdict; the text names who decided it. |\n| `stale_round` | 409 | The code belongs to a round that has collapsed. |\n| `already_turned` | 409 | The key of this seat is turned. |\n| `not_turned` | 409 | There is no turn to withdraw. |\n| `seat_locked` | 409 | Too many wrong codes in this round. |\n| `not_coincident` | 409 | Only a coincident request has a round to restart. |\n| `too_large` | 413 | A body over the route's limit. |\n| `unsupported_media_type` | 415 | A body that is not application/json. |\n| `internal` | 500 | The server failed; retry. |\n" }, "ConsoleProblem": { "type": "object", "required": ["error", "kind"], "properties": { "error": { "type": "string", "description": "What went wrong and what to do about it, for a person. Its wording may change." }, "kind": { "$ref": "#/components/schemas/ConsoleProblemKind" } } }, "SignIn": { "type": "object", "additionalProperties": false, "required": ["token"], "properties": { "token": { "type": "string", "minLength": 1, "maxLength": 128, "description": "The `token` of a sign-in link. It is spent by this call." } } }, "Done": { "type": "object", "required": ["server_now"], "description": "It is done, and there is nothing to show.", "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." } } }, "RequestId": { "type": "string", "description": "Request id, `req_` followed by 24 hex characters.", "examples": ["req_acdcf8070763c1a1072b22d3"] }, "RequestState": { "type": "string", "enum": ["proposed", "notified", "staging", "authorized", "executing", "succeeded", "failed", "expired", "aborted", "denied"], "description": "Where the request stands with the people (never with your worker, see `execution`).\n\n| state | meaning |\n|---|---|\n| `proposed` | Created; nobody has been told yet. Create never returns it. |\n| `notified` | Codes are out; nobody has turned a key, or a coincident round collapsed and codes were issued anew. |\n| `staging` | At least one operator has turned a key. |\n| `authorized` | Enough distinct operators committed. |\n| `executing` | Handed to the action's integration, which is making its one call. |\n| `succeeded` | Terminal. Authorized, and the integration's call, if the action has one, took effect. |\n| `failed` | Terminal. Authorized, but the integration's call did not go through. |\n| `expired` | Terminal. The time ran out with the quorum unmet. |\n| `aborted` | Terminal. Withdrawn by an operator or by the system, or a coincident round was restarted. |\n| `denied` | Terminal. An operator refused it. |\n" }, "SealedIntent": { "type": "object", "additionalProperties": false, "required": ["v", "alg", "kid", "nonce", "ciphertext"], "description": 'The call that your worker is to make, encrypted by the proposer with AES-256-GCM under a key that the service never\nsees; at most 64 KiB as JSON (beyond that: 413). It is stored and returned verbatim and takes no other field.\n\nThe additional data is the text `service.intent.v1`, a zero byte, then the request\'s action, so an envelope sealed\nfor one action does not open under another. The plaintext is UTF-8 JSON, written once and never serialized again:\n`{"v": 1, "client": string, "method": string, "args": [...]}`.\n', "properties": { "v": { "type": "integer", "const": 1, "description": "Version of the envelope." }, "alg": { "type": "string", "const": "A256GCM", "description": "AES-256-GCM, the one algorithm." }, "kid": { "type": "string", "pattern": "^[0-9a-f]{16}$", "description": "First 16 hex characters of SHA-256 over the key bytes, by which a worker that holds several keys picks the right one." }, "nonce": { "type": "string", "pattern": "^[A-Za-z0-9_-]{16}$", "description": "12 random bytes, base64url without padding. Fresh for every seal." }, "ciphertext": { "type": "string", "minLength": 22, "pattern": "^[A-Za-z0-9_-]+$", "description": "The encrypted plaintext with the 16-byte tag appended, base64url without padding." } }, "examples": [{ "v": 1, "alg": "A256GCM", "kid": "6733e5bd34a4d669", "nonce": "2r-tHb7O8xo1Fwnw", "ciphertext": "3dmvVZNtEH5_NHMa3ZFqixxxLp6Y6IyTCe4ThvDPBTK3K_LN7EOPxcFdfEdLcsbJGtYoaO2O-uS5QDYeEY3hvrqYlXI3XQUJDdT0Y8Q-gSUY1Qxqb5yKJz2UCSiN3OKLuKc8_v42PCXmQ4bUijQJVg" }] }, "ExecutionState": { "type": "string", "enum": ["none", "pending", "claimed", "succeeded", "failed"], "description": "Where the sealed intent stands, read at the server's clock: a lease that ran out reads `pending` again.\n`none` means that there is nothing to run: no intent, no verdict yet, or a verdict other than authorized.\n" }, "ExecutionRecord": { "type": "object", "required": ["state", "claimed_at", "lease_expires_at", "reported_at", "reference", "error", "execute_by"], "description": "The claim ledger of a sealed intent. It never moves the request's own `state`. Where `state` is `none` every other\nfield is null.\n", "properties": { "state": { "$ref": "#/components/schemas/ExecutionState" }, "claimed_at": { "type": ["integer", "null"], "format": "int64", "description": "When the current claim was made, epoch ms." }, "lease_expires_at": { "type": ["integer", "null"], "format": "int64", "description": "When the current claim stops being exclusive, epoch ms." }, "reported_at": { "type": ["integer", "null"], "format": "int64", "description": "When the claim holder reported, epoch ms." }, "reference": { "type": ["string", "null"], "description": "What the worker said the run produced, for example the id of an object downstream." }, "error": { "type": ["string", "null"], "description": "What the worker said went wrong." }, "execute_by": { "type": ["integer", "null"], "format": "int64", "description": "Last instant at which a worker may claim, epoch ms. The time of the verdict plus `execute_within`." } } }, "AuthorizationRequest": { "type": "object", "required": ["id", "action", "requester", "operation_hash", "state", "live", "outcome", "approvers", "params", "created_at", "decided_at", "intent", "execution"], "description": "The record of one ask and of what people decided. The same object is answered by every route and posted inside every event.", "properties": { "id": { "$ref": "#/components/schemas/RequestId" }, "action": { "type": "string", "description": "The action that the request was created for." }, "requester": { "type": "string", "description": "The operator in whose name the request was made." }, "operation_hash": { "type": "string", "description": '`sha256:` followed by hex. Fingerprint of the action and the params, fixed at creation: SHA-256 over the text\n`service.operation.v1`, a zero byte, then `{"action", "params"}` in the JSON Canonicalization Scheme\n(RFC 8785). Compute it from the operation that you are about to run, and refuse on a mismatch.\n' }, "state": { "$ref": "#/components/schemas/RequestState" }, "live": { "type": "boolean", "description": "Whether the request can still change. An authorized request stays live while its integration makes its one\ncall, then ends succeeded or failed.\n" }, "outcome": { "type": ["string", "null"], "enum": ["authorized", "denied", "expired", "aborted", null], "description": "Null until there is a verdict. `authorized`: enough distinct operators turned their keys in time; this alone is\nto be acted on. `denied`: an operator refused. `expired`: the time ran out with the quorum unmet. `aborted`:\nwithdrawn, by an operator or by the system.\n" }, "approvers": { "type": "array", "items": { "type": "string" }, "description": "The operators who committed, in the order of their turns. Empty unless authorized." }, "params": { "type": "object", "additionalProperties": { "type": "string" }, "description": "The params as proposed, unchanged." }, "created_at": { "type": "integer", "format": "int64", "description": "When the request was created, epoch ms." }, "decided_at": { "type": ["integer", "null"], "format": "int64", "description": "When the verdict was reached, epoch ms. Null while `live`." }, "intent": { "oneOf": [{ "$ref": "#/components/schemas/SealedIntent" }, { "type": "null" }], "description": "The sealed intent exactly as it was submitted, or null." }, "execution": { "$ref": "#/components/schemas/ExecutionRecord" } } }, "SeatView": { "type": "object", "required": ["operator", "name", "state", "turned_at", "issue"], "description": "One operator who was asked.", "properties": { "operator": { "type": "string", "description": "Operator id." }, "name": { "type": "string", "description": "What people call them; the id where the name is not known." }, "state": { "type": "string", "enum": ["asked", "turned", "locked", "out"], "description": "`asked`: no key turned. `turned`: the key counts. `locked`: 5 wrong codes, until the next round or a re-issue.\n`out`: the operator was disabled after the request was made.\n" }, "turned_at": { "type": ["integer", "null"], "format": "int64", "description": "When the key was turned, epoch ms; null otherwise. After the verdict the instants are in the history." }, "issue": { "type": "integer", "description": "How often an admin has issued this seat's code anew." } } }, "OptionView": { "type": "object", "required": ["action", "allowed", "why"], "properties": { "action": { "type": "string", "enum": ["turn", "refuse", "abort", "withdraw", "restart", "reissue"], "description": "What could be done." }, "allowed": { "type": "boolean", "description": "Whether the caller may do it now." }, "why": { "type": ["string", "null"], "description": "Why not, or what to know before, for a person; null where there is nothing to say." } } }, "DecisionView": { "type": "object", "required": ["by", "at", "reason"], "description": "Who reached the verdict.", "properties": { "by": { "type": "array", "items": { "type": "string" }, "description": "The approvers in the order of their turns, or the one who stopped it. Empty where the clock or the system did." }, "at": { "type": "integer", "format": "int64", "description": "The instant of the verdict, epoch ms." }, "reason": { "type": ["string", "null"], "description": "The note of the one who stopped it, or why the system did." } } }, "CeremonyView": { "type": "object", "required": ["summary", "title", "requester_name", "quorum", "mode", "coincidence_seconds", "round", "window_ends_at", "expires_at", "rule", "policy_version", "has_intent", "seats", "turned", "needed", "eligible", "waiting_for", "you", "decided"], "description": "Where the ceremony stands, and what the caller can do about it.", "properties": { "summary": { "type": ["string", "null"], "description": "The proposer's line, cut to 200 characters. Text, never markup." }, "title": { "type": "string", "description": "The action's title when the request was made." }, "requester_name": { "type": "string", "description": "Name of the operator in whose name the request was made." }, "quorum": { "type": "integer", "description": "How many distinct operators must turn a key." }, "mode": { "type": "string", "enum": ["independent", "coincident"], "description": "`coincident`: the keys must be turned within `coincidence_seconds` of the first." }, "coincidence_seconds": { "type": ["integer", "null"], "description": "How long a round lasts from its first turn; null in independent mode." }, "round": { "type": "integer", "description": "From 1; a round that collapsed begins the next, with new codes. Send it with the code." }, "window_ends_at": { "type": ["integer", "null"], "format": "int64", "description": "When the round that is under way collapses, epoch ms; null while there is none." }, "expires_at": { "type": "integer", "format": "int64", "description": "When the request expires, epoch ms." }, "rule": { "type": ["integer", "null"], "description": "Index of the param rule that decided the quorum, or null." }, "policy_version": { "type": "integer", "description": "The version of the action's policy that the request was made under." }, "has_intent": { "type": "boolean", "description": "Whether the request carries a sealed intent. Lists leave the envelope itself out." }, "seats": { "type": "array", "items": { "$ref": "#/components/schemas/SeatView" }, "description": "Everybody who was asked." }, "turned": { "type": "integer", "description": "How many keys count." }, "needed": { "type": "integer", "description": "How many more keys are needed; 0 once decided." }, "eligible": { "type": "array", "items": { "type": "string" }, "description": "Operators whose key can count." }, "waiting_for": { "type": "array", "items": { "type": "string" }, "description": "Operators whose key can count and is not turned. Empty once decided." }, "you": { "type": "object", "required": ["seat", "options"], "description": "The caller.", "properties": { "seat": { "type": "boolean", "description": "Whether the caller was asked and still can act." }, "options": { "type": "array", "items": { "$ref": "#/components/schemas/OptionView" }, "description": "Everything that could be done, each allowed or with the reason why not." } } }, "decided": { "oneOf": [{ "$ref": "#/components/schemas/DecisionView" }, { "type": "null" }], "description": "Null until there is a verdict." } } }, "RequestWithView": { "type": "object", "required": ["request", "view"], "properties": { "request": { "$ref": "#/components/schemas/AuthorizationRequest" }, "view": { "$ref": "#/components/schemas/CeremonyView" } } }, "RequestList": { "type": "object", "required": ["server_now", "requests", "cursor"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "requests": { "type": "array", "items": { "$ref": "#/components/schemas/RequestWithView" }, "description": "The requests; `request.intent` is left null here, see `view.has_intent`." }, "cursor": { "type": ["string", "null"], "description": "Where the next page begins; null at the end." } } }, "RequestViewAnswer": { "type": "object", "required": ["server_now", "request", "view"], "properties": { "server_now": { "type": "integer", "format": "int64", "description": "The server's clock when it answered, epoch ms." }, "request": { "$ref": "#/components/schemas/AuthorizationRequest" }, "view": { "$ref": "#/components/schemas/CeremonyView" } } }, "TurnKey": { "type": "object", "additionalProperties": false, "required": ["code"], "properties": { "code": { "type": "string", "minLength": 1, "maxLength": 32, "description": "The 8 digits that were sent to the operator; blanks and hyphens between them are ignored." }, "round": { "type": "integer", "minimum": 1, "description": "The round that was on the screen. A code of an earlier round is then named as such instead of counted as wrong." } } }, "StopNote": { "type": "object", "additionalProperties": false, "properties": { "note": { "type": "string", "maxLength": 512, "description": "Why, for the history." } } }, "Nothing": { "type": "object", "additionalProperties": false, "description": "An empty object. Leaving the body out means the same." }, "ReissueCode": { "type": "object", "additionalProperties": false, "required": ["operator"], "properties": { "operator": { "type": "string", "minLength": 1, "maxLength": 128, "description": "Whose seat gets a new code." } } } } } };
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
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 25;
      }
      if (data.waiting !== void 0) {
        const _errs1 = errors;
        if (typeof data.waiting !== "boolean") {
          validate21.errors = [{ instancePath: instancePath + "/waiting", schemaPath: "#/properties/waiting/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
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
            validate21.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
          if (!(data1 === "notified" || data1 === "staging" || data1 === "authorized" || data1 === "executing" || data1 === "succeeded" || data1 === "failed" || data1 === "expired" || data1 === "aborted" || data1 === "denied")) {
            validate21.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema33.properties.state.enum }, message: "must be equal to one of the allowed values" }];
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
                  validate21.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                  return false;
                } else {
                  if (func1(data2) < 1) {
                    validate21.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate21.errors = [{ instancePath: instancePath + "/action", schemaPath: "#/properties/action/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
                    validate21.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                    return false;
                  } else {
                    if (func1(data3) < 1) {
                      validate21.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                      return false;
                    }
                  }
                } else {
                  validate21.errors = [{ instancePath: instancePath + "/requester", schemaPath: "#/properties/requester/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
                  validate21.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                  return false;
                }
                if (errors === _errs9) {
                  if (typeof data4 == "number") {
                    if (data4 < 0 || isNaN(data4)) {
                      validate21.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
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
                    validate21.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/properties/until/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                    return false;
                  }
                  if (errors === _errs11) {
                    if (typeof data5 == "number") {
                      if (data5 < 0 || isNaN(data5)) {
                        validate21.errors = [{ instancePath: instancePath + "/until", schemaPath: "#/properties/until/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
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
                    validate21.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                    return false;
                  }
                  if (errors === _errs13) {
                    if (typeof data6 == "number") {
                      if (data6 > 100 || isNaN(data6)) {
                        validate21.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
                        return false;
                      } else {
                        if (data6 < 1 || isNaN(data6)) {
                          validate21.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
                            validate21.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                            return false;
                          } else {
                            if (func1(data7) < 1) {
                              validate21.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                              return false;
                            }
                          }
                        } else {
                          validate21.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
      validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": { "waiting": true, "state": true, "action": true, "requester": true, "since": true, "until": true, "limit": true, "cursor": true }, "dynamicProps": false, "dynamicItems": false };
exports.turnKey_body = validate22;
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
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.code === void 0 && (missing0 = "code")) {
        validate22.errors = [{ instancePath, schemaPath: "#/components/schemas/TurnKey/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs2 = errors;
        for (const key0 in data) {
          if (!(key0 === "code" || key0 === "round")) {
            validate22.errors = [{ instancePath, schemaPath: "#/components/schemas/TurnKey/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                  validate22.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/components/schemas/TurnKey/properties/code/maxLength", keyword: "maxLength", params: { limit: 32 }, message: "must NOT have more than 32 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate22.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/components/schemas/TurnKey/properties/code/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate22.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/components/schemas/TurnKey/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
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
                validate22.errors = [{ instancePath: instancePath + "/round", schemaPath: "#/components/schemas/TurnKey/properties/round/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data1 == "number") {
                  if (data1 < 1 || isNaN(data1)) {
                    validate22.errors = [{ instancePath: instancePath + "/round", schemaPath: "#/components/schemas/TurnKey/properties/round/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
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
      validate22.errors = [{ instancePath, schemaPath: "#/components/schemas/TurnKey/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.refuseRequest_body = validate23;
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
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs2 = errors;
      for (const key0 in data) {
        if (!(key0 === "note")) {
          validate23.errors = [{ instancePath, schemaPath: "#/components/schemas/StopNote/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                validate23.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/components/schemas/StopNote/properties/note/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              }
            } else {
              validate23.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/components/schemas/StopNote/properties/note/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
        }
      }
    } else {
      validate23.errors = [{ instancePath, schemaPath: "#/components/schemas/StopNote/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate23.errors = vErrors;
  return errors === 0;
}
validate23.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.abortRequest_body = validate24;
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
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      const _errs2 = errors;
      for (const key0 in data) {
        if (!(key0 === "note")) {
          validate24.errors = [{ instancePath, schemaPath: "#/components/schemas/StopNote/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                validate24.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/components/schemas/StopNote/properties/note/maxLength", keyword: "maxLength", params: { limit: 512 }, message: "must NOT have more than 512 characters" }];
                return false;
              }
            } else {
              validate24.errors = [{ instancePath: instancePath + "/note", schemaPath: "#/components/schemas/StopNote/properties/note/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
        }
      }
    } else {
      validate24.errors = [{ instancePath, schemaPath: "#/components/schemas/StopNote/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate24.errors = vErrors;
  return errors === 0;
}
validate24.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.withdrawTurn_body = validate25;
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
      for (const key0 in data) {
        validate25.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate25.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate25.errors = vErrors;
  return errors === 0;
}
validate25.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.restartRound_body = validate26;
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
      for (const key0 in data) {
        validate26.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
        return false;
        break;
      }
    } else {
      validate26.errors = [{ instancePath, schemaPath: "#/components/schemas/Nothing/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate26.errors = vErrors;
  return errors === 0;
}
validate26.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.reissueCode_body = validate27;
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
  const _errs0 = errors;
  if (errors === _errs0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.operator === void 0 && (missing0 = "operator")) {
        validate27.errors = [{ instancePath, schemaPath: "#/components/schemas/ReissueCode/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs2 = errors;
        for (const key0 in data) {
          if (!(key0 === "operator")) {
            validate27.errors = [{ instancePath, schemaPath: "#/components/schemas/ReissueCode/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
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
                  validate27.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/components/schemas/ReissueCode/properties/operator/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }];
                  return false;
                } else {
                  if (func1(data0) < 1) {
                    validate27.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/components/schemas/ReissueCode/properties/operator/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                    return false;
                  }
                }
              } else {
                validate27.errors = [{ instancePath: instancePath + "/operator", schemaPath: "#/components/schemas/ReissueCode/properties/operator/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate27.errors = [{ instancePath, schemaPath: "#/components/schemas/ReissueCode/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate27.errors = vErrors;
  return errors === 0;
}
validate27.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
exports.queryTypes = {
  "listRequests": {
    "waiting": "boolean",
    "state": "string",
    "action": "string",
    "requester": "string",
    "since": "integer",
    "until": "integer",
    "limit": "integer",
    "cursor": "string"
  }
};
