// Generated from openapi/ by "npm run generate". Edit the document instead.
export const operations = [
  {
    "operationId": "getSession",
    "method": "get",
    "path": "/api/session",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "signIn",
    "method": "post",
    "path": "/api/session",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "public"
  },
  {
    "operationId": "signOut",
    "method": "delete",
    "path": "/api/session",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "startPasskeySignIn",
    "method": "post",
    "path": "/api/session/options",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "public"
  },
  {
    "operationId": "passkeySignIn",
    "method": "post",
    "path": "/api/session/passkey",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "public"
  },
  {
    "operationId": "listPasskeys",
    "method": "get",
    "path": "/api/passkeys",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "enrolPasskey",
    "method": "post",
    "path": "/api/passkeys",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "operator"
  },
  {
    "operationId": "startPasskeyEnrolment",
    "method": "post",
    "path": "/api/passkeys/options",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "deletePasskey",
    "method": "delete",
    "path": "/api/passkeys/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "listRequests",
    "method": "get",
    "path": "/api/requests",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "getRequestView",
    "method": "get",
    "path": "/api/requests/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "turnKey",
    "method": "post",
    "path": "/api/requests/{id}/turn",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "refuseRequest",
    "method": "post",
    "path": "/api/requests/{id}/refuse",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "abortRequest",
    "method": "post",
    "path": "/api/requests/{id}/abort",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "withdrawTurn",
    "method": "post",
    "path": "/api/requests/{id}/withdraw",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "restartRound",
    "method": "post",
    "path": "/api/requests/{id}/restart",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "reissueCode",
    "method": "post",
    "path": "/api/requests/{id}/reissue",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "requestDeliveries",
    "method": "get",
    "path": "/api/requests/{id}/deliveries",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "requestHistory",
    "method": "get",
    "path": "/api/requests/{id}/history",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "redeliver",
    "method": "post",
    "path": "/api/deliveries/{id}/redeliver",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "listWebhooks",
    "method": "get",
    "path": "/api/webhooks",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "createWebhook",
    "method": "post",
    "path": "/api/webhooks",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "getWebhook",
    "method": "get",
    "path": "/api/webhooks/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "updateWebhook",
    "method": "patch",
    "path": "/api/webhooks/{id}",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "deleteWebhook",
    "method": "delete",
    "path": "/api/webhooks/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "rotateWebhookSecret",
    "method": "post",
    "path": "/api/webhooks/{id}/rotate",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "revokePreviousSecret",
    "method": "post",
    "path": "/api/webhooks/{id}/revoke-previous",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "testWebhook",
    "method": "post",
    "path": "/api/webhooks/{id}/test",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "webhookDeliveries",
    "method": "get",
    "path": "/api/webhooks/{id}/deliveries",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "recoverWebhook",
    "method": "post",
    "path": "/api/webhooks/{id}/recover",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "listKeys",
    "method": "get",
    "path": "/api/keys",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "createKey",
    "method": "post",
    "path": "/api/keys",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "revokeKey",
    "method": "delete",
    "path": "/api/keys/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "listActions",
    "method": "get",
    "path": "/api/actions",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "getAction",
    "method": "get",
    "path": "/api/actions/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "putAction",
    "method": "put",
    "path": "/api/actions/{id}",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "admin"
  },
  {
    "operationId": "deleteAction",
    "method": "delete",
    "path": "/api/actions/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "previewAction",
    "method": "post",
    "path": "/api/actions/{id}/preview",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "operator"
  },
  {
    "operationId": "backtestAction",
    "method": "post",
    "path": "/api/actions/{id}/backtest",
    "body": "required",
    "maxBodyBytes": 65536,
    "role": "admin"
  },
  {
    "operationId": "listOperators",
    "method": "get",
    "path": "/api/operators",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "createOperator",
    "method": "post",
    "path": "/api/operators",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "updateOperator",
    "method": "patch",
    "path": "/api/operators/{id}",
    "body": "required",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "createSignInLink",
    "method": "post",
    "path": "/api/operators/{id}/sign-in-link",
    "body": "optional",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "listOperatorPasskeys",
    "method": "get",
    "path": "/api/operators/{id}/passkeys",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "deleteOperatorPasskey",
    "method": "delete",
    "path": "/api/operators/{id}/passkeys/{passkey}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "listSessions",
    "method": "get",
    "path": "/api/sessions",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "revokeSessions",
    "method": "delete",
    "path": "/api/sessions",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "revokeSession",
    "method": "delete",
    "path": "/api/sessions/{id}",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  },
  {
    "operationId": "listAudit",
    "method": "get",
    "path": "/api/audit",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "exportAudit",
    "method": "get",
    "path": "/api/audit/export",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "auditHead",
    "method": "get",
    "path": "/api/audit/head",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "admin"
  },
  {
    "operationId": "getOverview",
    "method": "get",
    "path": "/api/overview",
    "body": "none",
    "maxBodyBytes": 16384,
    "role": "operator"
  }
] as const;

/** The part of the document that a router reads: paths, methods, operation ids. */
export const routes = {
  "openapi": "3.1.0",
  "info": {
    "title": "routes",
    "version": "1"
  },
  "paths": {
    "/api/session": {
      "get": {
        "operationId": "getSession",
        "responses": {}
      },
      "post": {
        "operationId": "signIn",
        "responses": {}
      },
      "delete": {
        "operationId": "signOut",
        "responses": {}
      }
    },
    "/api/session/options": {
      "post": {
        "operationId": "startPasskeySignIn",
        "responses": {}
      }
    },
    "/api/session/passkey": {
      "post": {
        "operationId": "passkeySignIn",
        "responses": {}
      }
    },
    "/api/passkeys": {
      "get": {
        "operationId": "listPasskeys",
        "responses": {}
      },
      "post": {
        "operationId": "enrolPasskey",
        "responses": {}
      }
    },
    "/api/passkeys/options": {
      "post": {
        "operationId": "startPasskeyEnrolment",
        "responses": {}
      }
    },
    "/api/passkeys/{id}": {
      "delete": {
        "operationId": "deletePasskey",
        "responses": {}
      }
    },
    "/api/requests": {
      "get": {
        "operationId": "listRequests",
        "responses": {}
      }
    },
    "/api/requests/{id}": {
      "get": {
        "operationId": "getRequestView",
        "responses": {}
      }
    },
    "/api/requests/{id}/turn": {
      "post": {
        "operationId": "turnKey",
        "responses": {}
      }
    },
    "/api/requests/{id}/refuse": {
      "post": {
        "operationId": "refuseRequest",
        "responses": {}
      }
    },
    "/api/requests/{id}/abort": {
      "post": {
        "operationId": "abortRequest",
        "responses": {}
      }
    },
    "/api/requests/{id}/withdraw": {
      "post": {
        "operationId": "withdrawTurn",
        "responses": {}
      }
    },
    "/api/requests/{id}/restart": {
      "post": {
        "operationId": "restartRound",
        "responses": {}
      }
    },
    "/api/requests/{id}/reissue": {
      "post": {
        "operationId": "reissueCode",
        "responses": {}
      }
    },
    "/api/requests/{id}/deliveries": {
      "get": {
        "operationId": "requestDeliveries",
        "responses": {}
      }
    },
    "/api/requests/{id}/history": {
      "get": {
        "operationId": "requestHistory",
        "responses": {}
      }
    },
    "/api/deliveries/{id}/redeliver": {
      "post": {
        "operationId": "redeliver",
        "responses": {}
      }
    },
    "/api/webhooks": {
      "get": {
        "operationId": "listWebhooks",
        "responses": {}
      },
      "post": {
        "operationId": "createWebhook",
        "responses": {}
      }
    },
    "/api/webhooks/{id}": {
      "get": {
        "operationId": "getWebhook",
        "responses": {}
      },
      "patch": {
        "operationId": "updateWebhook",
        "responses": {}
      },
      "delete": {
        "operationId": "deleteWebhook",
        "responses": {}
      }
    },
    "/api/webhooks/{id}/rotate": {
      "post": {
        "operationId": "rotateWebhookSecret",
        "responses": {}
      }
    },
    "/api/webhooks/{id}/revoke-previous": {
      "post": {
        "operationId": "revokePreviousSecret",
        "responses": {}
      }
    },
    "/api/webhooks/{id}/test": {
      "post": {
        "operationId": "testWebhook",
        "responses": {}
      }
    },
    "/api/webhooks/{id}/deliveries": {
      "get": {
        "operationId": "webhookDeliveries",
        "responses": {}
      }
    },
    "/api/webhooks/{id}/recover": {
      "post": {
        "operationId": "recoverWebhook",
        "responses": {}
      }
    },
    "/api/keys": {
      "get": {
        "operationId": "listKeys",
        "responses": {}
      },
      "post": {
        "operationId": "createKey",
        "responses": {}
      }
    },
    "/api/keys/{id}": {
      "delete": {
        "operationId": "revokeKey",
        "responses": {}
      }
    },
    "/api/actions": {
      "get": {
        "operationId": "listActions",
        "responses": {}
      }
    },
    "/api/actions/{id}": {
      "get": {
        "operationId": "getAction",
        "responses": {}
      },
      "put": {
        "operationId": "putAction",
        "responses": {}
      },
      "delete": {
        "operationId": "deleteAction",
        "responses": {}
      }
    },
    "/api/actions/{id}/preview": {
      "post": {
        "operationId": "previewAction",
        "responses": {}
      }
    },
    "/api/actions/{id}/backtest": {
      "post": {
        "operationId": "backtestAction",
        "responses": {}
      }
    },
    "/api/operators": {
      "get": {
        "operationId": "listOperators",
        "responses": {}
      },
      "post": {
        "operationId": "createOperator",
        "responses": {}
      }
    },
    "/api/operators/{id}": {
      "patch": {
        "operationId": "updateOperator",
        "responses": {}
      }
    },
    "/api/operators/{id}/sign-in-link": {
      "post": {
        "operationId": "createSignInLink",
        "responses": {}
      }
    },
    "/api/operators/{id}/passkeys": {
      "get": {
        "operationId": "listOperatorPasskeys",
        "responses": {}
      }
    },
    "/api/operators/{id}/passkeys/{passkey}": {
      "delete": {
        "operationId": "deleteOperatorPasskey",
        "responses": {}
      }
    },
    "/api/sessions": {
      "get": {
        "operationId": "listSessions",
        "responses": {}
      },
      "delete": {
        "operationId": "revokeSessions",
        "responses": {}
      }
    },
    "/api/sessions/{id}": {
      "delete": {
        "operationId": "revokeSession",
        "responses": {}
      }
    },
    "/api/audit": {
      "get": {
        "operationId": "listAudit",
        "responses": {}
      }
    },
    "/api/audit/export": {
      "get": {
        "operationId": "exportAudit",
        "responses": {}
      }
    },
    "/api/audit/head": {
      "get": {
        "operationId": "auditHead",
        "responses": {}
      }
    },
    "/api/overview": {
      "get": {
        "operationId": "getOverview",
        "responses": {}
      }
    }
  }
};
