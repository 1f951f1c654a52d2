// Generated from openapi/ by "npm run generate". Edit the document instead.
export interface paths {
    "/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests that a worker may claim
         * @description The organization's requests that are authorized, carry an intent, have not been reported, are not under a live
         *     claim and are inside their window. Oldest first. There are no pages: claim what you get, then ask again.
         */
        get: operations["listExecutableRequests"];
        put?: never;
        /**
         * Propose a request
         * @description Records the request and asks the operators whom the action's policy names. Answers as soon as the record is
         *     stored, with the request in state `notified`; nobody is waited for.
         *
         *     Send an `Idempotency-Key`, made from whatever your run is called. The same key with the same action and params
         *     returns the original request, in whatever state it has reached, with `Idempotent-Replayed: true`; the same key
         *     with anything else is 409. Keys belong to the organization and never expire.
         *
         *     If another API key of the organization has used the Idempotency-Key, then `requester`, `summary`, `quorum` and
         *     `execute_within` must be equal as sent as well (absent equals absent), and neither request may name a callback,
         *     because posts are signed under the first API key. Otherwise the answer is 409 `idempotency_conflict`.
         */
        post: operations["createRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_acdcf8070763c1a1072b22d3
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read a request
         * @description The record of the decision, as every event carries it. Poll it, or wait for an event and then read it, and act on
         *     `outcome` `authorized` alone.
         */
        get: operations["getRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_5b1f0c7c9d3e4a2f8b6d7e01
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a sealed intent
         * @description Hands the intent to one worker until the lease runs out. However many claim at the same time, on however many
         *     instances of the server, exactly one gets 200; the others get 409 `already_claimed`.
         *
         *     A lease that runs out without a report is claimable again, and the new claim replaces the old one. The second
         *     worker may then repeat a call that the first already made, so give the call downstream the request id as its
         *     idempotency key.
         *
         *     Before running anything check, in this order: your key's id matches `kid`; the envelope opens for the request's
         *     action; SHA-256 of the plaintext is the digest in `params.intent`; `operation_hash` is the hash of action and
         *     params; `outcome` is `authorized`; the client and the method are ones that you allow. At the first that fails,
         *     report `failed` and run nothing.
         */
        post: operations["claimRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests/{id}/execution": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_5b1f0c7c9d3e4a2f8b6d7e01
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report how the run went
         * @description Only the current claim can report. A report after the lease ran out still counts if nobody has claimed since. The
         *     same report sent twice answers 200 both times and fires one event: `request.executed` or
         *     `request.execution_failed`. A reported request can never be claimed again.
         */
        post: operations["reportExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "request.authorized": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The quorum turned their keys
         * @description Fired once, even while the action's integration is still making its one call. Re-read the request and compare `operation_hash` before you act.
         */
        post: operations["onRequestAuthorized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.denied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operator refused
         * @description Nothing runs.
         */
        post: operations["onRequestDenied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The time ran out
         * @description The quorum was not met in time. Nothing runs.
         */
        post: operations["onRequestExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.aborted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdrawn before a verdict
         * @description By an operator or by the system. Nothing runs.
         */
        post: operations["onRequestAborted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The integration's call did not go through
         * @description Authorized, but the one call of the action's integration was refused for good, or was still failing when the
         *     retry window (the request's time to live, 1 to 24 hours) closed. Follows `request.authorized`.
         */
        post: operations["onRequestFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.executed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The worker reported success
         * @description The claim holder ran the sealed intent. Fired once.
         */
        post: operations["onRequestExecuted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "request.execution_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The worker reported failure
         * @description The verdict stands and nothing retries the run; a new attempt is a new request. Fired once.
         */
        post: operations["onRequestExecutionFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Request id, `req_` followed by 24 hex characters.
         * @example req_acdcf8070763c1a1072b22d3
         */
        RequestId: string;
        /**
         * @description Where the request stands with the people (never with your worker, see `execution`).
         *
         *     | state | meaning |
         *     |---|---|
         *     | `proposed` | Created; nobody has been told yet. Create never returns it. |
         *     | `notified` | Codes are out; nobody has turned a key, or a coincident round collapsed and codes were issued anew. |
         *     | `staging` | At least one operator has turned a key. |
         *     | `authorized` | Enough distinct operators committed. |
         *     | `executing` | Handed to the action's integration, which is making its one call. |
         *     | `succeeded` | Terminal. Authorized, and the integration's call, if the action has one, took effect. |
         *     | `failed` | Terminal. Authorized, but the integration's call did not go through. |
         *     | `expired` | Terminal. The time ran out with the quorum unmet. |
         *     | `aborted` | Terminal. Withdrawn by an operator or by the system, or a coincident round was restarted. |
         *     | `denied` | Terminal. An operator refused it. |
         * @enum {string}
         */
        RequestState: "proposed" | "notified" | "staging" | "authorized" | "executing" | "succeeded" | "failed" | "expired" | "aborted" | "denied";
        /**
         * @description The call that your worker is to make, encrypted by the proposer with AES-256-GCM under a key that the service never
         *     sees; at most 64 KiB as JSON (beyond that: 413). It is stored and returned verbatim and takes no other field.
         *
         *     The additional data is the text `service.intent.v1`, a zero byte, then the request's action, so an envelope sealed
         *     for one action does not open under another. The plaintext is UTF-8 JSON, written once and never serialized again:
         *     `{"v": 1, "client": string, "method": string, "args": [...]}`.
         * @example {
         *       "v": 1,
         *       "alg": "A256GCM",
         *       "kid": "6733e5bd34a4d669",
         *       "nonce": "2r-tHb7O8xo1Fwnw",
         *       "ciphertext": "3dmvVZNtEH5_NHMa3ZFqixxxLp6Y6IyTCe4ThvDPBTK3K_LN7EOPxcFdfEdLcsbJGtYoaO2O-uS5QDYeEY3hvrqYlXI3XQUJDdT0Y8Q-gSUY1Qxqb5yKJz2UCSiN3OKLuKc8_v42PCXmQ4bUijQJVg"
         *     }
         */
        SealedIntent: {
            /**
             * @description Version of the envelope.
             * @constant
             */
            v: 1;
            /**
             * @description AES-256-GCM, the one algorithm.
             * @constant
             */
            alg: "A256GCM";
            /** @description First 16 hex characters of SHA-256 over the key bytes, by which a worker that holds several keys picks the right one. */
            kid: string;
            /** @description 12 random bytes, base64url without padding. Fresh for every seal. */
            nonce: string;
            /**
             * @description The encrypted plaintext with the 16-byte tag appended, base64url without padding. Only the canonical form is
             *     accepted: no impossible length, and no bits left over in the last character.
             */
            ciphertext: string;
        };
        /**
         * @description Where the sealed intent stands, read at the server's clock: a lease that ran out reads `pending` again.
         *     `none` means that there is nothing to run: no intent, no verdict yet, or a verdict other than authorized.
         * @enum {string}
         */
        ExecutionState: "none" | "pending" | "claimed" | "succeeded" | "failed";
        /**
         * @description The claim ledger of a sealed intent. It never moves the request's own `state`. Where `state` is `none` every other
         *     field is null.
         */
        ExecutionRecord: {
            state: components["schemas"]["ExecutionState"];
            /**
             * Format: int64
             * @description When the current claim was made, epoch ms.
             */
            claimed_at: number | null;
            /**
             * Format: int64
             * @description When the current claim stops being exclusive, epoch ms.
             */
            lease_expires_at: number | null;
            /**
             * Format: int64
             * @description When the claim holder reported, epoch ms.
             */
            reported_at: number | null;
            /** @description What the worker said the run produced, for example the id of an object downstream. */
            reference: string | null;
            /** @description What the worker said went wrong. */
            error: string | null;
            /**
             * Format: int64
             * @description Last instant at which a worker may claim, epoch ms. The time of the verdict plus `execute_within`.
             */
            execute_by: number | null;
        };
        /** @description The record of one ask and of what people decided. The same object is answered by every route and posted inside every event. */
        AuthorizationRequest: {
            id: components["schemas"]["RequestId"];
            /** @description The action that the request was created for. */
            action: string;
            /** @description The operator in whose name the request was made. */
            requester: string;
            /**
             * @description `sha256:` followed by hex. Fingerprint of the action and the params, fixed at creation: SHA-256 over the text
             *     `service.operation.v1`, a zero byte, then `{"action", "params"}` in the JSON Canonicalization Scheme
             *     (RFC 8785). Compute it from the operation that you are about to run, and refuse on a mismatch.
             */
            operation_hash: string;
            state: components["schemas"]["RequestState"];
            /**
             * @description Whether the request can still change. An authorized request stays live while its integration makes its one
             *     call, then ends succeeded or failed.
             */
            live: boolean;
            /**
             * @description Null until there is a verdict. `authorized`: enough distinct operators turned their keys in time; this alone is
             *     to be acted on. `denied`: an operator refused. `expired`: the time ran out with the quorum unmet. `aborted`:
             *     withdrawn, by an operator or by the system.
             * @enum {string|null}
             */
            outcome: "authorized" | "denied" | "expired" | "aborted" | null;
            /** @description The operators who committed, in the order of their turns. Empty unless authorized. */
            approvers: string[];
            /** @description The params as proposed, unchanged. */
            params: {
                [key: string]: string;
            };
            /**
             * Format: int64
             * @description When the request was created, epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description When the verdict was reached, epoch ms. Null while `live`.
             */
            decided_at: number | null;
            /** @description The sealed intent exactly as it was submitted, or null. */
            intent: components["schemas"]["SealedIntent"] | null;
            execution: components["schemas"]["ExecutionRecord"];
        };
        ExecutableRequests: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first, each with `execution.state` `pending` and its `intent`. A page may end early where the answer would grow too large. */
            requests: components["schemas"]["AuthorizationRequest"][];
        };
        /**
         * @description What went wrong, for a program.
         *
         *     | kind | status | meaning |
         *     |---|---|---|
         *     | `invalid` | 400, 405, 422 | Malformed body, query parameter or Idempotency-Key; a method that the path does not take; 422: a param that the action requires is absent or blank. |
         *     | `idempotency_conflict` | 409 | The Idempotency-Key names a different operation. |
         *     | `refused` | 422 | Refused under the action's policy. |
         *     | `not_found` | 404 | No such request in the organization. |
         *     | `no_intent` | 409 | The request carries no intent. |
         *     | `not_authorized` | 409 | The request is not authorized, or its authorization no longer stands. |
         *     | `already_claimed` | 409 | Another worker holds a live lease; try again after it has run out. |
         *     | `already_reported` | 409 | The run has been reported. |
         *     | `claim_lost` | 409 | Somebody claimed after you. |
         *     | `execution_window_closed` | 410 | `execute_by` has passed. |
         *     | `too_large` | 413 | A body over the route's limit, or an intent over 64 KiB. |
         *     | `unsupported_media_type` | 415 | A body that is not application/json. |
         *     | `internal` | 500 | The server failed; retry. |
         * @enum {string}
         */
        ProblemKind: "invalid" | "idempotency_conflict" | "refused" | "not_found" | "no_intent" | "not_authorized" | "already_claimed" | "already_reported" | "claim_lost" | "execution_window_closed" | "too_large" | "unsupported_media_type" | "internal";
        Problem: {
            /** @description What went wrong, for a person. Its wording may change. */
            error: string;
            kind: components["schemas"]["ProblemKind"];
        };
        /** @description The key check refused. There is no `kind`, and nothing that tells an unknown key from a revoked one. */
        KeyRefusal: {
            /** @description What went wrong, for a person. */
            error: string;
        };
        /**
         * @description What operators are shown, and what `operation_hash` covers: at most 24 entries, keys of 1 to 64 characters, values
         *     of at most 512. Keys that begin with `service.` are reserved and answer 422 `refused`. With an `intent`, the key
         *     `intent` must hold its digest: `sha256:` and the 64 hex characters of SHA-256 over the plaintext.
         * @example {
         *       "service": "billing",
         *       "version": "1.42.0"
         *     }
         */
        Params: {
            [key: string]: string;
        };
        /** @description A proposal. A field that is not listed here is refused. */
        NewRequest: {
            /**
             * @description An action that the organization holds. Its policy decides who is asked, how many must agree, and in which mode.
             * @example deploy.production
             */
            action: string;
            /**
             * @description The operator in whose name the request is made. Where the action denies self approval, this person is struck
             *     from their own quorum.
             * @example op_alpha
             */
            requester: string;
            params?: components["schemas"]["Params"];
            /**
             * @description One line for a person to read. Whatever shows it escapes it and cuts it to 200 characters; it is not covered by
             *     `operation_hash`.
             * @example Deploy billing 1.42.0 to production
             */
            summary?: string;
            /**
             * @description Where the events of this request are posted, signed under the API key that the request arrived with. An
             *     absolute https URL to a public address (http to a loopback address only where the deployment allows it); one
             *     that the service will not post to is 422 `refused`. Absent: poll.
             * @example https://ci.example.com/hooks/authorization
             */
            callback_url?: string;
            /**
             * @description How many distinct operators must turn a key. Taken only if the action marks its quorum selectable, and only
             *     within its bounds; otherwise 422 `refused`. Absent: the action's default, or what its param rules ask for with
             *     these params. Where the action has param rules, that answer is a floor.
             * @example 2
             */
            quorum?: number;
            intent?: components["schemas"]["SealedIntent"];
            /**
             * @description Only with an `intent`. Seconds after the verdict during which a worker may claim it: 7 days unless given, at
             *     most 30 days.
             */
            execute_within?: number;
        };
        RequestAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            request: components["schemas"]["AuthorizationRequest"];
        };
        /** @description How long the claim is to be exclusive. Other fields are ignored. */
        ClaimOptions: {
            /**
             * @description Seconds for which nobody else can claim: 10 minutes unless given, at most an hour. Take more than the call
             *     needs at its slowest.
             * @default 600
             */
            lease_seconds?: number;
        };
        Claim: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description `clm_` followed by 24 hex characters. Send it back with the report. */
            claim_id: string;
            /**
             * Format: int64
             * @description When the claim stops being exclusive, epoch ms.
             */
            lease_expires_at: number;
            request: components["schemas"]["AuthorizationRequest"];
        };
        /** @description How the run went. Other fields are ignored. */
        ExecutionReport: {
            /**
             * @description The claim that the run was made under.
             * @example clm_9f86d081884c7d659a2feaa0
             */
            claim_id: string;
            /**
             * @description Whether the call took effect.
             * @enum {string}
             */
            status: "succeeded" | "failed";
            /** @description What the run produced, for example the id of an object downstream. */
            reference?: string;
            /** @description What went wrong, for a person. */
            error?: string;
        };
        /**
         * @description What happened.
         * @enum {string}
         */
        EventType: "request.authorized" | "request.denied" | "request.expired" | "request.aborted" | "request.failed" | "request.executed" | "request.execution_failed";
        /** @description The body of every post. Its bytes are what is signed, so verify before parsing. */
        RequestEvent: {
            /**
             * @description Event id, `evt_` followed by 32 hex characters, the same as in the header. It depends on the request and the
             *     type alone: dedupe on it.
             */
            id: string;
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description RFC 3339. When the request reached the outcome, or, of the two execution events, when the worker reported.
             *     Never the time of sending.
             */
            created_at: string;
            /** @description Organization id. */
            org: string;
            /** @description The request as `GET /v1/requests/{id}` answers it. Act on its `params`, not on a copy of your own. */
            data: {
                request: components["schemas"]["AuthorizationRequest"];
            };
        };
    };
    responses: {
        /** @description There is no live key. Absent, unknown and revoked keys answer alike. */
        NoLiveKey: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyRefusal"];
            };
        };
        /** @description The key is live and lacks the scope of this route. */
        LacksScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyRefusal"];
            };
        };
        /** @description The path does not take this method. `Allow` lists those that it takes; HEAD works wherever GET does. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    kind: "invalid";
                };
            };
        };
        /** @description Too many refused attempts came from this peer. A live key with the scope is never held up. */
        TooManyRefusedAttempts: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyRefusal"];
            };
        };
        /** @description The server failed. Pause and send the same request again; the id in the text is in the server's log. */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    kind: "internal";
                };
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    kind: "unsupported_media_type";
                };
            };
        };
        /** @description No such request in the organization. A malformed id and a request of another organization answer the same. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    kind: "not_found";
                };
            };
        };
        /** @description The body is over 4 KiB. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    kind: "too_large";
                };
            };
        };
        /** @description Any other answer, or none within 10 seconds. The post is tried again until 72 hours have passed. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Any 2xx. The event is delivered. */
        Delivered: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
         * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
         */
        ServiceSignature: string;
        /**
         * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Dedupe on it.
         * @example evt_ce69240132ad06f622a9bc5c78686b29
         */
        ServiceEventId: string;
        /**
         * @description The type of the event, the same as `type` in the body.
         * @example request.authorized
         */
        ServiceEventType: components["schemas"]["EventType"];
        /**
         * @description `dlv_` followed by 24 hex characters. Names one receiver's delivery in the delivery history; not to be used for dedupe.
         * @example dlv_d2be70408684cf8ccac5a2a4
         */
        ServiceDeliveryId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Always `Bearer`.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description The methods that the path takes, separated by commas.
         * @example GET, POST
         */
        Allow: string;
        /**
         * @description Seconds until the next attempt is looked at.
         * @example 240
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listExecutableRequests: {
        parameters: {
            query: {
                /**
                 * @description Must be `true`; other lists are not offered here.
                 * @example true
                 */
                executable: true;
                /** @description At most this many. Decimal digits. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What may be claimed now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutableRequests"];
                };
            };
            /** @description `executable` is not `true`, or `limit` is out of range. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "invalid";
                    };
                };
            };
            401: components["responses"]["NoLiveKey"];
            403: components["responses"]["LacksScope"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    createRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 printable ASCII characters that name this proposal. Empty, longer or other characters are 400 `invalid`.
                 * @example deploy-2026-11-20
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description The proposal, at most 128 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRequest"];
            };
        };
        responses: {
            /** @description Recorded, or found again by its Idempotency-Key. */
            202: {
                headers: {
                    /**
                     * @description `true` where an earlier call with this Idempotency-Key made the request; absent otherwise.
                     * @example true
                     */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestAnswer"];
                };
            };
            /**
             * @description The body cannot be read, has a field that this route does not take, lacks `action` or `requester`, or breaks a
             *     limit; a param is not a string; the intent is malformed or comes without its digest in `params.intent`;
             *     `execute_within` comes without an intent; the Idempotency-Key is empty, too long or not printable ASCII.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "invalid";
                    };
                };
            };
            401: components["responses"]["NoLiveKey"];
            403: components["responses"]["LacksScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The Idempotency-Key has already created a request for a different operation. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "idempotency_conflict";
                    };
                };
            };
            /** @description The body is over 128 KiB, or the intent over 64 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "too_large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description Refused under the action's policy, kind `refused`: the organization holds no such action; the requester is no
             *     enabled operator; the quorum is outside the action's bounds; the roster is too short for the quorum once self
             *     approval is struck; a param key begins with `service.`; the service will not post to the callback URL. Kind
             *     `invalid`: a param that the action requires is absent or blank.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "refused" | "invalid";
                    };
                };
            };
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    getRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_acdcf8070763c1a1072b22d3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestAnswer"];
                };
            };
            401: components["responses"]["NoLiveKey"];
            403: components["responses"]["LacksScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    claimRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_5b1f0c7c9d3e4a2f8b6d7e01
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description An empty body takes the default lease. At most 4 KiB. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClaimOptions"];
            };
        };
        responses: {
            /** @description The claim is yours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Claim"];
                };
            };
            /** @description The body cannot be read, or `lease_seconds` is out of range. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "invalid";
                    };
                };
            };
            401: components["responses"]["NoLiveKey"];
            403: components["responses"]["LacksScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description There is nothing to claim, or not for you, or not now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "no_intent" | "not_authorized" | "already_reported" | "already_claimed";
                    };
                };
            };
            /** @description `execute_by` has passed. Propose a new request. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "execution_window_closed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    reportExecution: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_5b1f0c7c9d3e4a2f8b6d7e01
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The report, at most 4 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecutionReport"];
            };
        };
        responses: {
            /** @description The report is recorded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestAnswer"];
                };
            };
            /**
             * @description The body cannot be read, has no `claim_id`, a `status` other than `succeeded` and `failed`, or a `reference` or
             *     `error` over 512 characters.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "invalid";
                    };
                };
            };
            401: components["responses"]["NoLiveKey"];
            403: components["responses"]["LacksScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The report comes from a claim that does not count any more, or contradicts the one that does. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "no_intent" | "already_reported" | "claim_lost";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    onRequestAuthorized: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
                 * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Dedupe on it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Names one receiver's delivery in the delivery history; not to be used for dedupe.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
            default: components["responses"]["Refused"];
        };
    };
    onRequestDenied: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
                 * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Dedupe on it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Names one receiver's delivery in the delivery history; not to be used for dedupe.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
            default: components["responses"]["Refused"];
        };
    };
    onRequestExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
                 * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Dedupe on it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Names one receiver's delivery in the delivery history; not to be used for dedupe.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
            default: components["responses"]["Refused"];
        };
    };
    onRequestAborted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
                 * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Dedupe on it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Names one receiver's delivery in the delivery history; not to be used for dedupe.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
            default: components["responses"]["Refused"];
        };
    };
    onRequestFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
                 * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Dedupe on it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Names one receiver's delivery in the delivery history; not to be used for dedupe.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
            default: components["responses"]["Refused"];
        };
    };
    onRequestExecuted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
                 * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Dedupe on it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Names one receiver's delivery in the delivery history; not to be used for dedupe.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
            default: components["responses"]["Refused"];
        };
    };
    onRequestExecutionFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
                 * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
                 */
                "Service-Signature": components["parameters"]["ServiceSignature"];
                /**
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Dedupe on it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Names one receiver's delivery in the delivery history; not to be used for dedupe.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEvent"];
            };
        };
        responses: {
            "2XX": components["responses"]["Delivered"];
            default: components["responses"]["Refused"];
        };
    };
}
