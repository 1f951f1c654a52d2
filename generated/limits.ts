// Generated from openapi/ by "npm run generate". Edit the document instead.
export const LIMITS = {
  "intentBytes": {
    "max": 65536
  },
  "params": {
    "max": 24
  },
  "paramKey": {
    "min": 1,
    "max": 64
  },
  "paramValue": {
    "max": 512
  },
  "callbackUrl": {
    "max": 2048
  },
  "executeWithinSeconds": {
    "min": 1,
    "max": 2592000,
    "default": 604800
  },
  "leaseSeconds": {
    "min": 1,
    "max": 3600,
    "default": 600
  },
  "reportText": {
    "max": 512
  },
  "pageSize": {
    "max": 100
  },
  "policyTitle": {
    "max": 200
  },
  "quorum": {
    "min": 1,
    "max": 50
  },
  "ruleConditions": {
    "max": 20
  },
  "ruleValue": {
    "max": 512
  },
  "roster": {
    "min": 1,
    "max": 50
  },
  "requires": {
    "max": 4
  },
  "paramRules": {
    "max": 50
  },
  "ttlSeconds": {
    "min": 3600,
    "max": 86400,
    "default": 3600
  },
  "maxOpen": {
    "min": 1,
    "max": 10000
  },
  "coincidenceSeconds": {
    "min": 10,
    "max": 900,
    "default": 60
  },
  "endpoints": {
    "max": 50
  },
  "watchedDeliveries": {
    "max": 100
  },
  "choices": {
    "max": 50
  },
  "namedPairs": {
    "max": 20
  },
  "endpointUrl": {
    "max": 2048
  },
  "endpointDescription": {
    "max": 200
  },
  "endpointToken": {
    "max": 200
  },
  "operators": {
    "max": 1000
  },
  "invitation": {
    "max": 50
  },
  "passkeys": {
    "max": 10
  },
  "devices": {
    "max": 10
  },
  "pushEndpoint": {
    "max": 1024
  },
  "passkeyName": {
    "max": 100
  },
  "groupName": {
    "max": 60
  },
  "groupMembers": {
    "max": 50
  },
  "operatorName": {
    "max": 100
  },
  "organizationName": {
    "max": 64
  },
  "organizationId": {
    "max": 64
  },
  "mailAddress": {
    "max": 254
  },
  "issuer": {
    "max": 1024
  },
  "clientId": {
    "max": 256
  },
  "clientSecret": {
    "max": 1024
  },
  "subject": {
    "max": 255
  },
  "maxAgeSeconds": {
    "min": 300,
    "max": 43200
  },
  "keyName": {
    "max": 100
  },
  "signingKey": {
    "max": 512
  },
  "keyActions": {
    "min": 1,
    "max": 20
  },
  "keyMaxOpen": {
    "min": 1,
    "max": 10000
  },
  "stopNote": {
    "max": 512
  }
} as const;

/** How the turns of a quorum must lie in time. */
export const MODES = ["independent","coincident"] as const;

/** What a text must be, by the pattern that it must match. */
export const IN_WORDS: Readonly<Record<string, string>> = {
  "^[\\x20-\\x7E]+$": "printable ASCII characters",
  "^[0-9a-f]{16}$": "16 hexadecimal digits in lower case",
  "^[A-Za-z0-9_-]{16}$": "16 characters of base64url, without padding",
  "^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]|[A-Za-z0-9_-][AQgw])?$": "base64url in its canonical form, without padding",
  "^sha256:[0-9a-f]{64}$": "\"sha256:\" and 64 hexadecimal digits in lower case",
  "^grp_[a-z0-9][a-z0-9_-]{0,39}$": "`grp_` and 1 to 40 lower-case letters, digits, `_` and `-`, starting with a letter or digit",
  "^[A-Za-z0-9_-]{1,40}$": "1 to 40 of the characters A-Z, a-z, 0-9, _ and -",
  "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$": "at most 64 letters, digits, \".\", \"_\" and \"-\", starting with a letter or digit",
  "^[^\\s@<>(),;:\"\\\\\\[\\]]{1,64}@[A-Za-z0-9.-]{1,189}$": "an email address such as ada@example.com",
  "^[!-~]{1,200}$": "1 to 200 visible characters without spaces",
  "^\\S(.*\\S)?$": "one line of text without blanks at its ends"
};
