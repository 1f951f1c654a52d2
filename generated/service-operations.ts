// Generated from openapi/ by "npm run generate". Edit the document instead.
export const operations = [
  {
    "operationId": "listExecutableRequests",
    "method": "get",
    "path": "/v1/requests",
    "body": "none",
    "maxBodyBytes": 0,
    "scope": "execute"
  },
  {
    "operationId": "createRequest",
    "method": "post",
    "path": "/v1/requests",
    "body": "required",
    "maxBodyBytes": 131072,
    "scope": "propose"
  },
  {
    "operationId": "getRequest",
    "method": "get",
    "path": "/v1/requests/{id}",
    "body": "none",
    "maxBodyBytes": 0,
    "scope": "read"
  },
  {
    "operationId": "claimRequest",
    "method": "post",
    "path": "/v1/requests/{id}/claim",
    "body": "optional",
    "maxBodyBytes": 4096,
    "scope": "execute"
  },
  {
    "operationId": "reportExecution",
    "method": "post",
    "path": "/v1/requests/{id}/execution",
    "body": "required",
    "maxBodyBytes": 4096,
    "scope": "execute"
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
    "/v1/requests": {
      "get": {
        "operationId": "listExecutableRequests",
        "responses": {}
      },
      "post": {
        "operationId": "createRequest",
        "responses": {}
      }
    },
    "/v1/requests/{id}": {
      "get": {
        "operationId": "getRequest",
        "responses": {}
      }
    },
    "/v1/requests/{id}/claim": {
      "post": {
        "operationId": "claimRequest",
        "responses": {}
      }
    },
    "/v1/requests/{id}/execution": {
      "post": {
        "operationId": "reportExecution",
        "responses": {}
      }
    }
  }
};
