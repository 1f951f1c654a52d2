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
  }
] as const;

/** No more of the document than a router reads: paths, methods, operation ids. */
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
    }
  }
};
