// Generated from openapi/ by "npm run generate". Edit the document instead.
import type { operations as Operations } from './console';

export const operations = [
  {
    "operationId": "getSession",
    "method": "get",
    "path": "/api/session",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "signIn",
    "method": "post",
    "path": "/api/session",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "public",
    "signIn": "none"
  },
  {
    "operationId": "signOut",
    "method": "delete",
    "path": "/api/session",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "requestMailedLink",
    "method": "post",
    "path": "/api/session/mailed-link",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "public",
    "signIn": "none"
  },
  {
    "operationId": "getMailedLinks",
    "method": "get",
    "path": "/api/mailed-links",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "setMailedLinks",
    "method": "put",
    "path": "/api/mailed-links",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "startPasskeySignIn",
    "method": "post",
    "path": "/api/session/options",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "public",
    "signIn": "none"
  },
  {
    "operationId": "passkeySignIn",
    "method": "post",
    "path": "/api/session/passkey",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "public",
    "signIn": "none"
  },
  {
    "operationId": "listPasskeys",
    "method": "get",
    "path": "/api/passkeys",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "enrolPasskey",
    "method": "post",
    "path": "/api/passkeys",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "operator",
    "signIn": "fresh"
  },
  {
    "operationId": "startPasskeyEnrolment",
    "method": "post",
    "path": "/api/passkeys/options",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "fresh"
  },
  {
    "operationId": "deletePasskey",
    "method": "delete",
    "path": "/api/passkeys/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "getEnrolment",
    "method": "get",
    "path": "/api/passkeys/{id}/enrolment",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "signEnrolment",
    "method": "post",
    "path": "/api/passkeys/{id}/enrolment",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "operator",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "listSigningKeys",
    "method": "get",
    "path": "/api/signing-keys",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "getCountersignature",
    "method": "get",
    "path": "/api/signing-keys/{id}/countersignature",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "countersignKey",
    "method": "post",
    "path": "/api/signing-keys/{id}/countersignature",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "exportSigners",
    "method": "get",
    "path": "/api/allowed-signers",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "listDevices",
    "method": "get",
    "path": "/api/devices",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "addDevice",
    "method": "post",
    "path": "/api/devices",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "fresh"
  },
  {
    "operationId": "setPushText",
    "method": "put",
    "path": "/api/devices/shown",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "deleteDevice",
    "method": "delete",
    "path": "/api/devices/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "testDevice",
    "method": "post",
    "path": "/api/devices/{id}/test",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "getInbox",
    "method": "get",
    "path": "/api/inbox",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "watchInbox",
    "method": "get",
    "path": "/api/watch",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "listRequests",
    "method": "get",
    "path": "/api/requests",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "getRequestView",
    "method": "get",
    "path": "/api/requests/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "getStatement",
    "method": "get",
    "path": "/api/requests/{id}/statement",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "getRequestEvidence",
    "method": "get",
    "path": "/api/requests/{id}/evidence/{name}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "getRequestProof",
    "method": "get",
    "path": "/api/requests/{id}/proof",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "turnKey",
    "method": "post",
    "path": "/api/requests/{id}/turn",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "not_mailed"
  },
  {
    "operationId": "refuseRequest",
    "method": "post",
    "path": "/api/requests/{id}/refuse",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "abortRequest",
    "method": "post",
    "path": "/api/requests/{id}/abort",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "withdrawTurn",
    "method": "post",
    "path": "/api/requests/{id}/withdraw",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "not_mailed"
  },
  {
    "operationId": "restartRound",
    "method": "post",
    "path": "/api/requests/{id}/restart",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "not_mailed"
  },
  {
    "operationId": "stopRequest",
    "method": "post",
    "path": "/api/requests/{id}/stop",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "reissueCode",
    "method": "post",
    "path": "/api/requests/{id}/reissue",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "listQuestions",
    "method": "get",
    "path": "/api/requests/{id}/questions",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "writeQuestion",
    "method": "post",
    "path": "/api/requests/{id}/questions",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "requestDeliveries",
    "method": "get",
    "path": "/api/requests/{id}/deliveries",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "requestHistory",
    "method": "get",
    "path": "/api/requests/{id}/history",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "getDeliveryPost",
    "method": "get",
    "path": "/api/deliveries/{id}/post",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "redeliver",
    "method": "post",
    "path": "/api/deliveries/{id}/redeliver",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "listWebhooks",
    "method": "get",
    "path": "/api/webhooks",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "createWebhook",
    "method": "post",
    "path": "/api/webhooks",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "fresh"
  },
  {
    "operationId": "listEndpointHealth",
    "method": "get",
    "path": "/api/webhooks/health",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "getWebhook",
    "method": "get",
    "path": "/api/webhooks/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "updateWebhook",
    "method": "patch",
    "path": "/api/webhooks/{id}",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "deleteWebhook",
    "method": "delete",
    "path": "/api/webhooks/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "rotateWebhookSecret",
    "method": "post",
    "path": "/api/webhooks/{id}/rotate",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "fresh"
  },
  {
    "operationId": "revokePreviousSecret",
    "method": "post",
    "path": "/api/webhooks/{id}/revoke-previous",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "verifyWebhook",
    "method": "post",
    "path": "/api/webhooks/{id}/verify",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "fresh"
  },
  {
    "operationId": "testWebhook",
    "method": "post",
    "path": "/api/webhooks/{id}/test",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "webhookDeliveries",
    "method": "get",
    "path": "/api/webhooks/{id}/deliveries",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "recoverWebhook",
    "method": "post",
    "path": "/api/webhooks/{id}/recover",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "getChat",
    "method": "get",
    "path": "/api/chat",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "setChat",
    "method": "put",
    "path": "/api/chat",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "fresh"
  },
  {
    "operationId": "removeChat",
    "method": "delete",
    "path": "/api/chat",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "testChat",
    "method": "post",
    "path": "/api/chat/test",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "listKeys",
    "method": "get",
    "path": "/api/keys",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "createKey",
    "method": "post",
    "path": "/api/keys",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "updateKey",
    "method": "patch",
    "path": "/api/keys/{id}",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "revokeKey",
    "method": "delete",
    "path": "/api/keys/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "rotateKey",
    "method": "post",
    "path": "/api/keys/{id}/rotate",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "endToken",
    "method": "delete",
    "path": "/api/keys/{id}/tokens/{number}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "listActions",
    "method": "get",
    "path": "/api/actions",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "getAction",
    "method": "get",
    "path": "/api/actions/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "putAction",
    "method": "put",
    "path": "/api/actions/{id}",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "deleteAction",
    "method": "delete",
    "path": "/api/actions/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "previewAction",
    "method": "post",
    "path": "/api/actions/{id}/preview",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "backtestAction",
    "method": "post",
    "path": "/api/actions/{id}/backtest",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "getPowers",
    "method": "get",
    "path": "/api/powers",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "listGroups",
    "method": "get",
    "path": "/api/groups",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "putGroup",
    "method": "put",
    "path": "/api/groups/{id}",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "deleteGroup",
    "method": "delete",
    "path": "/api/groups/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "listOperators",
    "method": "get",
    "path": "/api/operators",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "createOperator",
    "method": "post",
    "path": "/api/operators",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "listOperatorAccess",
    "method": "get",
    "path": "/api/operator-access",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "inviteOperators",
    "method": "post",
    "path": "/api/operator-invitations",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "updateOperator",
    "method": "patch",
    "path": "/api/operators/{id}",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "createSignInLink",
    "method": "post",
    "path": "/api/operators/{id}/sign-in-link",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "listOperatorPasskeys",
    "method": "get",
    "path": "/api/operators/{id}/passkeys",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "deleteOperatorPasskey",
    "method": "delete",
    "path": "/api/operators/{id}/passkeys/{passkey}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "listSessions",
    "method": "get",
    "path": "/api/sessions",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "revokeSessions",
    "method": "delete",
    "path": "/api/sessions",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "judged"
  },
  {
    "operationId": "revokeSession",
    "method": "delete",
    "path": "/api/sessions/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "judged"
  },
  {
    "operationId": "startCompanySignIn",
    "method": "post",
    "path": "/api/session/company",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "public",
    "signIn": "none"
  },
  {
    "operationId": "finishCompanySignIn",
    "method": "put",
    "path": "/api/session/company",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "public",
    "signIn": "none"
  },
  {
    "operationId": "getCompanySignIn",
    "method": "get",
    "path": "/api/company-sign-in",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "setCompanySignIn",
    "method": "put",
    "path": "/api/company-sign-in",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "startOwnIdentity",
    "method": "post",
    "path": "/api/company-sign-in/identity",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "fresh"
  },
  {
    "operationId": "connectOwnIdentity",
    "method": "put",
    "path": "/api/company-sign-in/identity",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "fresh"
  },
  {
    "operationId": "disconnectOwnIdentity",
    "method": "delete",
    "path": "/api/company-sign-in/identity",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "connectIdentity",
    "method": "put",
    "path": "/api/operators/{id}/identity",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "disconnectIdentity",
    "method": "delete",
    "path": "/api/operators/{id}/identity",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "passkey_or_link"
  },
  {
    "operationId": "renameOrganization",
    "method": "put",
    "path": "/api/organization",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "setChangesTurn",
    "method": "put",
    "path": "/api/changes-turn",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "judged"
  },
  {
    "operationId": "listChanges",
    "method": "get",
    "path": "/api/changes",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "getChange",
    "method": "get",
    "path": "/api/changes/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  },
  {
    "operationId": "collectKey",
    "method": "post",
    "path": "/api/changes/{id}/key",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "fresh"
  },
  {
    "operationId": "listAudit",
    "method": "get",
    "path": "/api/audit",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "exportAudit",
    "method": "get",
    "path": "/api/audit/export",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "auditHead",
    "method": "get",
    "path": "/api/audit/head",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin",
    "signIn": "any"
  },
  {
    "operationId": "getOverview",
    "method": "get",
    "path": "/api/overview",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator",
    "signIn": "any"
  }
] as const;

type Parameters<Id extends keyof Operations> = Operations[Id]["parameters"];
type Body<Id extends keyof Operations> =
  NonNullable<Operations[Id]["requestBody"]>["content"] extends { "application/json": infer Json } ? Json : never;
type Query<Id extends keyof Operations> = NonNullable<Parameters<Id>["query"]>;
type Filled<T, Names extends keyof T> = Omit<T, Names> & Required<Pick<T, Names>>;

/**
 * What the validators have accepted, for each operation. Query parameters with a default are filled in, header names are
 * lower case, and a body is undefined where an operation takes none or none was sent.
 */
export interface Inputs {
  getSession: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  signIn: {
    path: object;
    query: object;
    headers: object;
    body: Body<"signIn">;
  };
  signOut: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  requestMailedLink: {
    path: object;
    query: object;
    headers: object;
    body: Body<"requestMailedLink">;
  };
  getMailedLinks: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  setMailedLinks: {
    path: object;
    query: object;
    headers: object;
    body: Body<"setMailedLinks">;
  };
  startPasskeySignIn: {
    path: object;
    query: object;
    headers: object;
    body: Body<"startPasskeySignIn"> | undefined;
  };
  passkeySignIn: {
    path: object;
    query: object;
    headers: object;
    body: Body<"passkeySignIn">;
  };
  listPasskeys: {
    path: object;
    query: Filled<Query<"listPasskeys">, "limit">;
    headers: object;
    body: undefined;
  };
  enrolPasskey: {
    path: object;
    query: object;
    headers: object;
    body: Body<"enrolPasskey">;
  };
  startPasskeyEnrolment: {
    path: object;
    query: object;
    headers: object;
    body: Body<"startPasskeyEnrolment"> | undefined;
  };
  deletePasskey: {
    path: Parameters<"deletePasskey">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  getEnrolment: {
    path: Parameters<"getEnrolment">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  signEnrolment: {
    path: Parameters<"signEnrolment">["path"];
    query: object;
    headers: object;
    body: Body<"signEnrolment">;
  };
  listSigningKeys: {
    path: object;
    query: Filled<Query<"listSigningKeys">, "limit">;
    headers: object;
    body: undefined;
  };
  getCountersignature: {
    path: Parameters<"getCountersignature">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  countersignKey: {
    path: Parameters<"countersignKey">["path"];
    query: object;
    headers: object;
    body: Body<"countersignKey">;
  };
  exportSigners: {
    path: object;
    query: Query<"exportSigners">;
    headers: object;
    body: undefined;
  };
  listDevices: {
    path: object;
    query: Filled<Query<"listDevices">, "limit">;
    headers: object;
    body: undefined;
  };
  addDevice: {
    path: object;
    query: object;
    headers: object;
    body: Body<"addDevice">;
  };
  setPushText: {
    path: object;
    query: object;
    headers: object;
    body: Body<"setPushText">;
  };
  deleteDevice: {
    path: Parameters<"deleteDevice">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  testDevice: {
    path: Parameters<"testDevice">["path"];
    query: object;
    headers: object;
    body: Body<"testDevice"> | undefined;
  };
  getInbox: {
    path: object;
    query: Filled<Query<"getInbox">, "view" | "sort" | "limit" | "offset">;
    headers: object;
    body: undefined;
  };
  watchInbox: {
    path: object;
    query: Filled<Query<"watchInbox">, "wait">;
    headers: object;
    body: undefined;
  };
  listRequests: {
    path: object;
    query: Filled<Query<"listRequests">, "limit">;
    headers: object;
    body: undefined;
  };
  getRequestView: {
    path: Parameters<"getRequestView">["path"];
    query: Query<"getRequestView">;
    headers: object;
    body: undefined;
  };
  getStatement: {
    path: Parameters<"getStatement">["path"];
    query: Query<"getStatement">;
    headers: object;
    body: undefined;
  };
  getRequestEvidence: {
    path: Parameters<"getRequestEvidence">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  getRequestProof: {
    path: Parameters<"getRequestProof">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  turnKey: {
    path: Parameters<"turnKey">["path"];
    query: object;
    headers: object;
    body: Body<"turnKey">;
  };
  refuseRequest: {
    path: Parameters<"refuseRequest">["path"];
    query: object;
    headers: object;
    body: Body<"refuseRequest"> | undefined;
  };
  abortRequest: {
    path: Parameters<"abortRequest">["path"];
    query: object;
    headers: object;
    body: Body<"abortRequest"> | undefined;
  };
  withdrawTurn: {
    path: Parameters<"withdrawTurn">["path"];
    query: object;
    headers: object;
    body: Body<"withdrawTurn"> | undefined;
  };
  restartRound: {
    path: Parameters<"restartRound">["path"];
    query: object;
    headers: object;
    body: Body<"restartRound"> | undefined;
  };
  stopRequest: {
    path: Parameters<"stopRequest">["path"];
    query: object;
    headers: object;
    body: Body<"stopRequest"> | undefined;
  };
  reissueCode: {
    path: Parameters<"reissueCode">["path"];
    query: object;
    headers: object;
    body: Body<"reissueCode">;
  };
  listQuestions: {
    path: Parameters<"listQuestions">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  writeQuestion: {
    path: Parameters<"writeQuestion">["path"];
    query: object;
    headers: object;
    body: Body<"writeQuestion">;
  };
  requestDeliveries: {
    path: Parameters<"requestDeliveries">["path"];
    query: Filled<Query<"requestDeliveries">, "limit">;
    headers: object;
    body: undefined;
  };
  requestHistory: {
    path: Parameters<"requestHistory">["path"];
    query: Filled<Query<"requestHistory">, "limit">;
    headers: object;
    body: undefined;
  };
  getDeliveryPost: {
    path: Parameters<"getDeliveryPost">["path"];
    query: Query<"getDeliveryPost">;
    headers: object;
    body: undefined;
  };
  redeliver: {
    path: Parameters<"redeliver">["path"];
    query: object;
    headers: object;
    body: Body<"redeliver"> | undefined;
  };
  listWebhooks: {
    path: object;
    query: Filled<Query<"listWebhooks">, "limit">;
    headers: object;
    body: undefined;
  };
  createWebhook: {
    path: object;
    query: object;
    headers: object;
    body: Body<"createWebhook">;
  };
  listEndpointHealth: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  getWebhook: {
    path: Parameters<"getWebhook">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  updateWebhook: {
    path: Parameters<"updateWebhook">["path"];
    query: object;
    headers: object;
    body: Body<"updateWebhook">;
  };
  deleteWebhook: {
    path: Parameters<"deleteWebhook">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  rotateWebhookSecret: {
    path: Parameters<"rotateWebhookSecret">["path"];
    query: object;
    headers: object;
    body: Body<"rotateWebhookSecret"> | undefined;
  };
  revokePreviousSecret: {
    path: Parameters<"revokePreviousSecret">["path"];
    query: object;
    headers: object;
    body: Body<"revokePreviousSecret"> | undefined;
  };
  verifyWebhook: {
    path: Parameters<"verifyWebhook">["path"];
    query: object;
    headers: object;
    body: Body<"verifyWebhook">;
  };
  testWebhook: {
    path: Parameters<"testWebhook">["path"];
    query: object;
    headers: object;
    body: Body<"testWebhook"> | undefined;
  };
  webhookDeliveries: {
    path: Parameters<"webhookDeliveries">["path"];
    query: Filled<Query<"webhookDeliveries">, "limit">;
    headers: object;
    body: undefined;
  };
  recoverWebhook: {
    path: Parameters<"recoverWebhook">["path"];
    query: object;
    headers: object;
    body: Body<"recoverWebhook">;
  };
  getChat: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  setChat: {
    path: object;
    query: object;
    headers: object;
    body: Body<"setChat">;
  };
  removeChat: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  testChat: {
    path: object;
    query: object;
    headers: object;
    body: Body<"testChat"> | undefined;
  };
  listKeys: {
    path: object;
    query: Filled<Query<"listKeys">, "limit">;
    headers: object;
    body: undefined;
  };
  createKey: {
    path: object;
    query: object;
    headers: object;
    body: Body<"createKey">;
  };
  updateKey: {
    path: Parameters<"updateKey">["path"];
    query: object;
    headers: object;
    body: Body<"updateKey">;
  };
  revokeKey: {
    path: Parameters<"revokeKey">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  rotateKey: {
    path: Parameters<"rotateKey">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  endToken: {
    path: Parameters<"endToken">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  listActions: {
    path: object;
    query: Filled<Query<"listActions">, "limit">;
    headers: object;
    body: undefined;
  };
  getAction: {
    path: Parameters<"getAction">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  putAction: {
    path: Parameters<"putAction">["path"];
    query: object;
    headers: object;
    body: Body<"putAction">;
  };
  deleteAction: {
    path: Parameters<"deleteAction">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  previewAction: {
    path: Parameters<"previewAction">["path"];
    query: object;
    headers: object;
    body: Body<"previewAction">;
  };
  backtestAction: {
    path: Parameters<"backtestAction">["path"];
    query: object;
    headers: object;
    body: Body<"backtestAction">;
  };
  getPowers: {
    path: object;
    query: Query<"getPowers">;
    headers: object;
    body: undefined;
  };
  listGroups: {
    path: object;
    query: Filled<Query<"listGroups">, "limit">;
    headers: object;
    body: undefined;
  };
  putGroup: {
    path: Parameters<"putGroup">["path"];
    query: object;
    headers: object;
    body: Body<"putGroup">;
  };
  deleteGroup: {
    path: Parameters<"deleteGroup">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  listOperators: {
    path: object;
    query: Filled<Query<"listOperators">, "limit">;
    headers: object;
    body: undefined;
  };
  createOperator: {
    path: object;
    query: object;
    headers: object;
    body: Body<"createOperator">;
  };
  listOperatorAccess: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  inviteOperators: {
    path: object;
    query: object;
    headers: object;
    body: Body<"inviteOperators">;
  };
  updateOperator: {
    path: Parameters<"updateOperator">["path"];
    query: object;
    headers: object;
    body: Body<"updateOperator">;
  };
  createSignInLink: {
    path: Parameters<"createSignInLink">["path"];
    query: object;
    headers: object;
    body: Body<"createSignInLink"> | undefined;
  };
  listOperatorPasskeys: {
    path: Parameters<"listOperatorPasskeys">["path"];
    query: Filled<Query<"listOperatorPasskeys">, "limit">;
    headers: object;
    body: undefined;
  };
  deleteOperatorPasskey: {
    path: Parameters<"deleteOperatorPasskey">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  listSessions: {
    path: object;
    query: Filled<Query<"listSessions">, "limit">;
    headers: object;
    body: undefined;
  };
  revokeSessions: {
    path: object;
    query: Query<"revokeSessions">;
    headers: object;
    body: undefined;
  };
  revokeSession: {
    path: Parameters<"revokeSession">["path"];
    query: Query<"revokeSession">;
    headers: object;
    body: undefined;
  };
  startCompanySignIn: {
    path: object;
    query: object;
    headers: object;
    body: Body<"startCompanySignIn">;
  };
  finishCompanySignIn: {
    path: object;
    query: object;
    headers: object;
    body: Body<"finishCompanySignIn">;
  };
  getCompanySignIn: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  setCompanySignIn: {
    path: object;
    query: object;
    headers: object;
    body: Body<"setCompanySignIn">;
  };
  startOwnIdentity: {
    path: object;
    query: object;
    headers: object;
    body: Body<"startOwnIdentity"> | undefined;
  };
  connectOwnIdentity: {
    path: object;
    query: object;
    headers: object;
    body: Body<"connectOwnIdentity">;
  };
  disconnectOwnIdentity: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  connectIdentity: {
    path: Parameters<"connectIdentity">["path"];
    query: object;
    headers: object;
    body: Body<"connectIdentity">;
  };
  disconnectIdentity: {
    path: Parameters<"disconnectIdentity">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  renameOrganization: {
    path: object;
    query: object;
    headers: object;
    body: Body<"renameOrganization">;
  };
  setChangesTurn: {
    path: object;
    query: object;
    headers: object;
    body: Body<"setChangesTurn">;
  };
  listChanges: {
    path: object;
    query: Filled<Query<"listChanges">, "limit">;
    headers: object;
    body: undefined;
  };
  getChange: {
    path: Parameters<"getChange">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  collectKey: {
    path: Parameters<"collectKey">["path"];
    query: object;
    headers: object;
    body: Body<"collectKey"> | undefined;
  };
  listAudit: {
    path: object;
    query: Filled<Query<"listAudit">, "limit">;
    headers: object;
    body: undefined;
  };
  exportAudit: {
    path: object;
    query: Query<"exportAudit">;
    headers: object;
    body: undefined;
  };
  auditHead: {
    path: object;
    query: object;
    headers: object;
    body: undefined;
  };
  getOverview: {
    path: object;
    query: Filled<Query<"getOverview">, "days" | "zone">;
    headers: object;
    body: undefined;
  };
}
