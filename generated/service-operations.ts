// Generated from openapi/ by "npm run generate". Edit the document instead.
import type { operations as Operations } from './service';

export const operations = [
  {
    "operationId": "listExecutableRequests",
    "method": "get",
    "path": "/v1/requests",
    "body": "none",
    "maxBodyBytes": 16384,
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
    "maxBodyBytes": 16384,
    "scope": "read"
  },
  {
    "operationId": "getProof",
    "method": "get",
    "path": "/v1/requests/{id}/proof",
    "body": "none",
    "maxBodyBytes": 16384,
    "scope": "read"
  },
  {
    "operationId": "abortOwnRequest",
    "method": "post",
    "path": "/v1/requests/{id}/abort",
    "body": "optional",
    "maxBodyBytes": 4096,
    "scope": "propose"
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
  },
  {
    "operationId": "getEvidence",
    "method": "get",
    "path": "/v1/evidence/{digest}",
    "body": "none",
    "maxBodyBytes": 16384,
    "scope": "read"
  },
  {
    "operationId": "putEvidence",
    "method": "put",
    "path": "/v1/evidence/{digest}",
    "body": "bytes",
    "maxBodyBytes": 262144,
    "scope": "propose"
  },
  {
    "operationId": "listEvents",
    "method": "get",
    "path": "/v1/events",
    "body": "none",
    "maxBodyBytes": 16384,
    "scope": "read"
  },
  {
    "operationId": "pullAudit",
    "method": "get",
    "path": "/v1/audit",
    "body": "none",
    "maxBodyBytes": 16384,
    "scope": "audit"
  }
] as const;

type Parameters<Id extends keyof Operations> = Operations[Id]["parameters"];
type Body<Id extends keyof Operations> =
  NonNullable<Operations[Id]["requestBody"]>["content"] extends { "application/json": infer Json } ? Json : never;
type Query<Id extends keyof Operations> = NonNullable<Parameters<Id>["query"]>;
type Filled<T, Names extends keyof T> = Omit<T, Names> & Required<Pick<T, Names>>;
type LowerCase<T> = { [Name in keyof T as Lowercase<Name & string>]: T[Name] };

/**
 * What the validators have accepted, for each operation. Query parameters with a default are filled in, header names are
 * lower case, and a body is undefined where an operation takes none or none was sent.
 */
export interface Inputs {
  listExecutableRequests: {
    path: object;
    query: Filled<Query<"listExecutableRequests">, "limit">;
    headers: object;
    body: undefined;
  };
  createRequest: {
    path: object;
    query: object;
    headers: LowerCase<NonNullable<Parameters<"createRequest">["header"]>>;
    body: Body<"createRequest">;
  };
  getRequest: {
    path: Parameters<"getRequest">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  getProof: {
    path: Parameters<"getProof">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  abortOwnRequest: {
    path: Parameters<"abortOwnRequest">["path"];
    query: object;
    headers: object;
    body: Body<"abortOwnRequest"> | undefined;
  };
  claimRequest: {
    path: Parameters<"claimRequest">["path"];
    query: object;
    headers: object;
    body: Body<"claimRequest"> | undefined;
  };
  reportExecution: {
    path: Parameters<"reportExecution">["path"];
    query: object;
    headers: object;
    body: Body<"reportExecution">;
  };
  getEvidence: {
    path: Parameters<"getEvidence">["path"];
    query: object;
    headers: object;
    body: undefined;
  };
  putEvidence: {
    path: Parameters<"putEvidence">["path"];
    query: object;
    headers: object;
    body: Uint8Array;
  };
  listEvents: {
    path: object;
    query: Filled<Query<"listEvents">, "limit" | "wait">;
    headers: object;
    body: undefined;
  };
  pullAudit: {
    path: object;
    query: Query<"pullAudit">;
    headers: object;
    body: undefined;
  };
}
