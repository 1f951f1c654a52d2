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
         * @description Lists the organization's requests that a worker can claim now: they are authorized, have an intent and no report,
         *     no worker holds a claim whose lease is still valid, and `execute_by` has not passed. Oldest first. Claim what you
         *     get, then list again.
         *
         *     If you leave requests unclaimed, for example because your keys do not open their intents, ask for pages, so that
         *     these hide nothing: begin with `after=oldest`, and send `next` as `after` in the next call. A page can have fewer
         *     requests than `limit`, or none; only a `next` of null is the end. Pages are no snapshot: a request that becomes
         *     executable behind your place is found when you begin with `oldest` again.
         */
        get: operations["listExecutableRequests"];
        put?: never;
        /**
         * Propose a request
         * @description Records the request and asks the operators that the action's policy names. Answers as soon as the record is
         *     stored, with the request in state `notified`. It does not wait for the operators.
         *
         *     Send an `Idempotency-Key`, for example the id of your run. A retry with the same key, action and params returns
         *     the original request in its current state, with `Idempotent-Replayed: true`. The same key with a different action
         *     or params answers 409. Keys belong to the organization and never expire.
         *
         *     Under the same API key, nothing else is compared. If another API key of the organization has used the Idempotency-Key,
         *     then `requester`, `quorum`, `execute_within` and `intent` must be equal as sent as well (absent equals absent).
         *     Otherwise the answer is 409 `idempotency_conflict`. `summary` and `callback_url` of a retry are never used: the
         *     original keeps its own, and its posts stay signed under the API key that created it. A rotated API key stays the same
         *     key, so a replay with its new token returns the original request. A request that was taken back stays so: a retry returns it as aborted or stopped, so propose again under a new Idempotency-Key.
         *
         *     If the policy or the API key sets `max_open` and the action or the API key has that many open requests, the answer is
         *     429 with `Retry-After`, and the same call succeeds when one of them has a verdict. A retry of a create that succeeded is answered first.
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /**
         * Read a request
         * @description Returns the record of the decision, which is the same object as in every event. Poll it, or wait for an event and
         *     then read it. Act only if `outcome` is `authorized`.
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
    "/v1/requests/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_acdcf8070763c1a1072b22d3
                 */
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /**
         * Read the proof of a verdict
         * @description Returns text files that prove the verdict: what each operator signed, the policy, the operation, and the verdict
         *     that the service signed. Save them in one folder, and run your own copy of `verify.sh` there, with your own copy of
         *     `allowed_signers`: a person who can edit a proof can also edit the script and the list that are in it. The script is
         *     published with its SHA-256 in the documentation, and needs `ssh-keygen` and `sha256sum` or `openssl`. Turns of actions that need no passkey are not signed; `verify.sh` then exits with 2.
         */
        get: operations["getProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/requests/{id}/abort": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_acdcf8070763c1a1072b22d3
                 */
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back a request
         * @description Takes back a request that this API key made, whatever token it has now. The request of another key answers 404.
         *
         *     Before the verdict, the request ends as `aborted`, with its event. After an authorization it is stopped: nobody can
         *     claim it any more, and no call of an integration begins. `stopped.claimed_at` says whether a worker had it. That
         *     worker can still report, and then `execution` says what it did. An integration's call that is in progress ends within
         *     a minute.
         *
         *     The answer is 200 wherever nothing more can start, also if the request was taken back, refused or expired before, or
         *     if the time to run it is over. Repeating the call changes nothing.
         */
        post: operations["abortOwnRequest"];
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
         * @description Gives the intent to one worker until the lease expires. If several workers claim at the same time, exactly one
         *     gets 200. The others get 409 `already_claimed`.
         *
         *     If the lease expires without a report, the intent can be claimed again, and the new claim replaces the old one.
         *     The second worker can then repeat a call that the first worker already made. Therefore, use the request id as the
         *     idempotency key of the downstream call.
         *
         *     Before you run anything, check in this order: your key's id matches `kid`; the envelope opens for the request's
         *     action; the SHA-256 of the plaintext is the digest in `params.intent`; `operation_hash` is the hash of the action
         *     and the params; `outcome` is `authorized`; you allow the client and the method. If a check fails, report `failed`
         *     and run nothing.
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
         * Report the result of a run
         * @description Only the current claim can report. A report after the lease has expired still counts if no other worker has
         *     claimed the intent since. If you send the same report twice, both answers are 200 and one event is sent:
         *     `request.executed` or `request.execution_failed`. A reported request can never be claimed again.
         *
         *     A worker can sign its report (`receipt`). The receipt becomes part of the request's proof.
         */
        post: operations["reportExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/evidence/{digest}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `sha256:` and the SHA-256 of the document as 64 lower-case hex digits.
                 * @example sha256:9f6402d0e69f2fa3ac12a703810f62c64757b560fc0645447f352db9bb516228
                 */
                digest: string;
            };
            cookie?: never;
        };
        /**
         * Read a document
         * @description Returns a document of the organization as it is stored. Compute the SHA-256 of what you read, and compare it with the
         *     digest of the approved param, before you use it.
         */
        get: operations["getEvidence"];
        /**
         * Store a document
         * @description Stores a document that people read beside a request. The action's display declares the names of its documents, and
         *     the param `evidence.NAME` has the digest, so the operation hash and the signatures of operators cover the document.
         *
         *     Store it before or after the create. Until it is stored, no key can be turned. A repeated put renews it: it is kept
         *     for 400 days from the last put, unless the deployment sets another time.
         */
        put: operations["putEvidence"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events in order
         * @description Lists the events of the organization in one order that never changes and has no gaps. Each event is here exactly once,
         *     with the same id and the same fields as in the posts. Use it instead of an endpoint of your own, or to catch up after
         *     your receiver was down: the events are kept for as long as the audit chain.
         *
         *     Begin without `after` for the oldest event, or with `after=latest` to get only what happens from now on. Handle the
         *     events, save `next`, and send it as `after` in the next call. If `next` differs from the `after` that you sent, call
         *     again at once, even if `events` is empty. If it is the same, there is nothing new: pause, and send it again.
         *
         *     An event appears here once it is recorded in the audit chain, about a second after the verdict or the report. The
         *     request in an event is as `GET /v1/requests/{id}` answers it now, so it can be further on than when the event
         *     happened.
         *
         *     With `wait`, the answer is held until there is an event, for this number of seconds at most. An organization can have
         *     five answers held at once. Further calls are answered at once with what there is, as without `wait`. Pause before the
         *     next call if an answer without an event came much earlier than you allowed.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description The entries of the organization's audit log after a position: one JSON object for each line, in the order of the log, exactly as they are
         *     stored. For a SIEM, or for a copy that you keep. Save what you get, and send the `seq` of the last entry as `after` in
         *     the next call. An empty answer means that there is nothing new: pause, and send the same `after` again.
         *
         *     An answer has at most 4 MiB. The answers joined together are the log, and `npm run verify-audit` verifies the hash and the link
         *     of every entry. Do not format the lines again.
         *
         *     The entries have what admins read in the console: names of API keys, endpoints and actions, the reasons that people
         *     and operators of the deployment gave, and the ids of operators. They have no name and no address of a person, no token and no
         *     params of a request.
         */
        get: operations["pullAudit"];
        put?: never;
        post?: never;
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
         * Enough operators turned their keys
         * @description Sent once, possibly while the action's integration is still making its one call. Read the request again and
         *     compare `operation_hash` before you act.
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
         * The request expired
         * @description The quorum was not reached in time. Nothing runs.
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
         * @description An operator or the system aborted the request. Nothing runs.
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
         * The integration's call failed
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
         * @description The worker with the current claim ran the sealed intent. Sent once.
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
         * @description The verdict does not change, and nothing retries the run. To run it again, propose a new request. Sent once.
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
         * @description The state of the decision by the operators. For the state of your worker's run, see `execution`.
         *
         *     | state | meaning |
         *     |---|---|
         *     | `proposed` | Created. No operator has been notified yet. The create call never returns this state. |
         *     | `notified` | Codes are sent. No key is turned, or a coincident round collapsed and new codes were issued. |
         *     | `staging` | At least one operator has turned a key. |
         *     | `authorized` | Enough distinct operators turned their keys. |
         *     | `executing` | The action's integration is making its one call. |
         *     | `succeeded` | Terminal. Authorized. If the action has an integration, its call succeeded. |
         *     | `failed` | Terminal. Authorized, but the integration's call failed. |
         *     | `expired` | Terminal. The quorum was not reached in time. |
         *     | `aborted` | Terminal. An operator or the system aborted it, or a coincident round was restarted. |
         *     | `denied` | Terminal. An operator refused it. |
         * @enum {string}
         */
        RequestState: "proposed" | "notified" | "staging" | "authorized" | "executing" | "succeeded" | "failed" | "expired" | "aborted" | "denied";
        /**
         * @description The verdict. Act only on `authorized`.
         * @enum {string}
         */
        Outcome: "authorized" | "denied" | "expired" | "aborted";
        /**
         * @description The call that your worker makes, encrypted by the proposer with AES-256-GCM and a key that the service never sees.
         *     At most 64 KiB as JSON (otherwise 413). The service stores and returns it unchanged. No other fields are allowed.
         *
         *     If the action has an integration, both run once the request is authorized: the integration's call and your worker's.
         *     Neither waits for the other, so they must not do the same work.
         *
         *     The additional data is the text `service.intent.v1`, a zero byte, then the request's action, so an envelope sealed
         *     for one action does not open under another. The plaintext is UTF-8 JSON, written once and never serialized again:
         *     `{"v": 1, "client": string, "method": string, "args": [...]}`.
         * @example {
         *       "v": 1,
         *       "alg": "A256GCM",
         *       "kid": "6733e5bd34a4d669",
         *       "nonce": "2r-tHb7O8xo1Fwnw",
         *       "ciphertext": "3dmvVZNtEH5_NHMa3ZFqixxxLp6Y6IyTCe4ThvDPBTK3K_LN7EOPxcFdfEdLcsbJGtYoaO2O-uS5QDYeEY3hvrqYlXI3XQUJDdT0Y8Q-gSUY1Qxqb5yKJz2UCSiN3OKLD3qMKOOpULvy7GMYQ0px0w"
         *     }
         */
        SealedIntent: {
            /**
             * @description Version of the envelope.
             * @constant
             */
            v: 1;
            /**
             * @description AES-256-GCM, the only algorithm.
             * @constant
             */
            alg: "A256GCM";
            /** @description First 16 hex characters of SHA-256 over the key bytes. A worker with several keys uses it to find the right one. */
            kid: string;
            /** @description 12 random bytes, base64url without padding. Use a new nonce for every intent. */
            nonce: string;
            /**
             * @description The encrypted plaintext with the 16-byte tag appended, base64url without padding. Only the canonical form is
             *     accepted: no impossible length, and no bits left over in the last character.
             */
            ciphertext: string;
        };
        /**
         * @description The state of the sealed intent by the server's clock: after a lease has expired it is `pending` again. `none` means
         *     that there is nothing to run: no intent, no verdict yet, a verdict other than authorized, a stop, or a failed call of the
         *     integration. A worker that claimed the intent before that may still report.
         * @enum {string}
         */
        ExecutionState: "none" | "pending" | "claimed" | "succeeded" | "failed";
        /**
         * @description The claim and report of a sealed intent. It never changes the `state` of the request. If its own `state` is `none`,
         *     every other field is null.
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
            /** @description What the run produced according to the worker, for example the id of a downstream object. */
            reference: string | null;
            /** @description What went wrong according to the worker. */
            error: string | null;
            /**
             * Format: int64
             * @description Last instant at which a worker may claim, epoch ms. The time of the verdict plus `execute_within`.
             */
            execute_by: number | null;
        };
        /**
         * @description Only on an authorized request that was stopped: nobody can claim it any more, and no call of an integration begins.
         *     Every other field stays what it was.
         */
        Stopped: {
            /**
             * Format: int64
             * @description When it was stopped, epoch ms.
             */
            at: number;
            /** @description The operator who stopped it, or the API key that made it. */
            by: string;
            /**
             * Format: int64
             * @description When a worker last claimed the intent, epoch ms. Null if none did: then no worker ran it. Otherwise it may have
             *     run, whatever `execution.state` says, until the worker reports. An integration's call is no claim: `state` says
             *     how it ended.
             */
            claimed_at: number | null;
        };
        /** @description The record of one request and its decision. Every route returns this object, and every event contains it. */
        AuthorizationRequest: {
            id: components["schemas"]["RequestId"];
            /** @description The action that the request was created for. */
            action: string;
            /** @description The operator on whose behalf the request was made. */
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
             * @description Null until there is a verdict. `authorized`: enough distinct operators turned their keys in time; act only on this outcome. `denied`: an operator refused. `expired`: the time ran out with the quorum unmet. `aborted`:
             *     withdrawn, by an operator, by its own program or by the system.
             */
            outcome: components["schemas"]["Outcome"] | null;
            /** @description The operators whose keys reached the quorum, in the order of their turns. Empty unless authorized. */
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
            /**
             * @description Why people refused, in a word for programs: `wrong_target`, `wrong_amount`, `too_much_at_once`, `ask_first`,
             *     `not_now` or `never` (do not propose it again). More may follow. Absent unless a request was denied and the
             *     operator who refused chose one.
             */
            outcome_reason?: string;
            stopped?: components["schemas"]["Stopped"];
        };
        ExecutableRequests: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first, each with `execution.state` `pending` and its `intent`. The list can be shorter than `limit` to keep the answer small. */
            requests: components["schemas"]["AuthorizationRequest"][];
            /** @description An extension of the contract, only in the answer to a call with `after`. The cursor to go on with, also if `requests` is empty; null at the end. */
            next?: string | null;
        };
        /**
         * @description What went wrong, for programs.
         *
         *     | kind | status | meaning |
         *     |---|---|---|
         *     | `invalid` | 400, 405, 422 | Malformed body, query parameter or Idempotency-Key; a method that the path does not accept; 422: a param that the action requires is absent or has no visible character. |
         *     | `idempotency_conflict` | 409 | The Idempotency-Key names a different operation. |
         *     | `refused` | 422 | Refused under the action's policy. |
         *     | `not_found` | 404 | No such request in the organization. |
         *     | `no_intent` | 409 | The request has no intent. |
         *     | `not_authorized` | 409 | The request is not authorized, or its authorization no longer stands. |
         *     | `already_claimed` | 409 | Another worker has claimed the intent. Retry after its lease expires. |
         *     | `already_reported` | 409 | The run was already reported. |
         *     | `claim_lost` | 409 | Another worker claimed the intent after you. |
         *     | `execution_window_closed` | 410 | `execute_by` has passed. |
         *     | `too_large` | 413 | A body over the route's limit, or an intent over 64 KiB. |
         *     | `unsupported_media_type` | 415 | A body that is not application/json. |
         *     | `internal` | 500 | The server failed; retry. |
         * @enum {string}
         */
        ProblemKind: "invalid" | "idempotency_conflict" | "refused" | "not_found" | "no_intent" | "not_authorized" | "already_claimed" | "already_reported" | "claim_lost" | "execution_window_closed" | "too_large" | "unsupported_media_type" | "internal";
        Problem: {
            /** @description What went wrong, for people. The wording can change. */
            error: string;
            kind: components["schemas"]["ProblemKind"];
        };
        /** @description The service refused the API key. There is no `kind`, and the answer does not show whether the key is unknown or revoked. */
        KeyRefusal: {
            /** @description What went wrong, for people. */
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
             * @example demo.deploy
             */
            action: string;
            /**
             * @description The operator on whose behalf the request is made. If the action denies self approval, this operator cannot
             *     approve the request.
             * @example op_alpha
             */
            requester: string;
            params?: components["schemas"]["Params"];
            /**
             * @description One line for people to read. It is shown escaped and cut to 200 characters. `operation_hash` does not cover it.
             * @example Deploy billing 1.42.0 to production
             */
            summary?: string;
            /**
             * @description Where the events of this request are posted, signed under the API key that the request arrived with. An
             *     absolute https URL to a public address (http to a loopback address only where the deployment allows it). It must
             *     not have a fragment, a user name or a password. A URL that the service will not post to is 422 `refused`.
             *     Absent: poll.
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
        Proof: {
            /**
             * @description The files by name, each as its complete text: `verdict.json` and `turn-01.json` and so on, each with a `.sig` beside it;
             *     `policy.json`, `operation.json`, `allowed_signers`, `audit.ndjson` (the request's entries of the audit chain) and
             *     a copy of the published `verify.sh`.
             */
            files: {
                [key: string]: string;
            };
        };
        ProofAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            proof: components["schemas"]["Proof"];
        };
        /** @description Why the program takes back its request. Other fields are ignored. */
        AbortReason: {
            /** @description A text for people, in the history of the request. */
            reason?: string;
        };
        /** @description How long the claim is exclusive. Other fields are ignored. */
        ClaimOptions: {
            /**
             * @description Seconds during which nobody else can claim: 10 minutes by default, at most one hour. Choose more than the
             *     slowest call needs.
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
            /**
             * Format: int64
             * @description An extension of the contract: when the intent was claimed before, epoch ms. Null for a first claim. Otherwise the
             *     call may have been made already.
             */
            previous_claim_at: number | null;
            request: components["schemas"]["AuthorizationRequest"];
        };
        /**
         * @description The worker's own signature of its report. Optional. It needs an API key with a signing key. The signed statement is the
         *     RFC 8785 form of `{v: 1, claim, request, operation_hash, intent, status, reference}`, where `reference` is null if the
         *     report has none. Two reports that differ only in their receipts are the same report; the first receipt is kept.
         */
        ExecutionReceipt: {
            /** @description The hash of the operation that the worker ran. It must be the request's. */
            operation_hash: string;
            /** @description The digest of the intent that the worker ran. It must be the one in `params.intent`. */
            intent: string;
            /** @description An SSH signature (`ssh-keygen -Y sign`) in the namespace `worker@ras`, by an Ed25519 or P-256 key. */
            signature: string;
        };
        /** @description The result of the run. Other fields are ignored. */
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
            /** @description What the run produced, for example the id of a downstream object. */
            reference?: string;
            /** @description What went wrong, for people. */
            error?: string;
            receipt?: components["schemas"]["ExecutionReceipt"];
        };
        StoredEvidence: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description The value of the param `evidence.NAME` in a request that names this document. */
            digest: string;
        };
        /**
         * @description What happened.
         * @enum {string}
         */
        EventType: "request.authorized" | "request.denied" | "request.expired" | "request.aborted" | "request.failed" | "request.executed" | "request.execution_failed";
        /**
         * @description The body of every post, and an item of `GET /v1/events`. The signature of a post covers these exact bytes. Verify it
         *     before you parse the body.
         */
        RequestEvent: {
            /** @description Event id, `evt_` followed by 32 hex characters, the same as in the header. It depends only on the request and the event type. Deduplicate by it. */
            id: string;
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description RFC 3339. When the request reached the outcome. For `request.failed`: when the integration's call was refused for
             *     good, or when its window closed. For the two execution events: when the worker reported. For a test event: when an
             *     admin started it. Never the time of sending.
             */
            created_at: string;
            /** @description Organization id. */
            org: string;
            /** @description The request as `GET /v1/requests/{id}` answers it. Act on its `params`, not on a copy of your own. */
            data: {
                request: components["schemas"]["AuthorizationRequest"];
            };
        };
        EventsPage: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description In the order of the audit chain. Empty if nothing has happened since `after`. */
            events: components["schemas"]["RequestEvent"][];
            /** @description The cursor to go on with, also if `events` is empty. Save it once you have handled the events. */
            next: string;
        };
    };
    responses: {
        /** @description The API key is missing, unknown or revoked. The answer is the same for all three. */
        NoLiveKey: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyRefusal"];
            };
        };
        /** @description The key is valid but does not have the scope of this route. */
        LacksScope: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyRefusal"];
            };
        };
        /** @description The path does not accept this method. `Allow` lists the methods that it accepts. HEAD works wherever GET does. */
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
        /**
         * @description There were too many refused attempts from this address. A valid key with the scope is never refused for this reason. If
         *     the deployment limits the calls of each organization, calls over this limit get the same status.
         */
        TooManyRefusedAttempts: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyRefusal"];
            };
        };
        /** @description The server failed. Retry the same request after a pause. The server's log contains the id in the message. */
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
        /**
         * @description There were too many refused attempts from this address, or the calls of the organization are over the limit of the
         *     deployment. This service extends the contract here: the status is also sent if the action has as many open requests as
         *     the `max_open` of its policy allows. That answer does not count as a refused attempt.
         */
        TooManyAttemptsOrOpenRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["KeyRefusal"];
            };
        };
        /** @description The organization has no such request. A malformed id, a request of another organization, and one of an action to which the API key is not limited get the same answer. */
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
        /** @description Any other answer, or no answer within 10 seconds. The service retries the post for 72 hours. */
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
         * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
         * @example req_acdcf8070763c1a1072b22d3
         */
        RequestId: string;
        /**
         * @description `t=<unix seconds>,v1=<hex>`, possibly with more than one `v1=`. Accept if any of them matches.
         * @example t=1795176095,v1=7dccb2e1222cfce838a5a24ee1656d9a0d9aa1f744a3dd9230beab57c6c8a3d1
         */
        ServiceSignature: string;
        /**
         * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Deduplicate by it.
         * @example evt_ce69240132ad06f622a9bc5c78686b29
         */
        ServiceEventId: string;
        /**
         * @description The type of the event, the same as `type` in the body.
         * @example request.authorized
         */
        ServiceEventType: components["schemas"]["EventType"];
        /**
         * @description `dlv_` followed by 24 hex characters. Identifies the delivery to one receiver in the delivery history. Do not deduplicate by it.
         * @example dlv_d2be70408684cf8ccac5a2a4
         */
        ServiceDeliveryId: string;
        /**
         * @description The event's id, for libraries of Standard Webhooks.
         * @example evt_ce69240132ad06f622a9bc5c78686b29
         */
        WebhookId: string;
        /**
         * @description Unix seconds of this attempt, the same as `t` in `Service-Signature`.
         * @example 1795176095
         */
        WebhookTimestamp: string;
        /**
         * @description `v1,<base64>`, possibly several with a space between them. HMAC-SHA256 of id, timestamp and body, with a period between them, under the same key as `Service-Signature`.
         * @example v1,5ZBrD+KxUyZ5WkVUnnCk3iKSRuHzZkRNKTW9MtmSTsI=
         */
        WebhookSignature: string;
        /**
         * @description An extension of the contract: the newest published head of the organization's audit chain, a JWS that the service
         *     signed. Keep it beside the event, and later entries of the chain cannot be changed without notice. Absent before the
         *     first head is published.
         * @example eyJhbGciOiJFUzI1NiJ9.eyJvcmciOiJhY21lIn0.MEUCIQDx
         */
        ServiceAuditHead: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Always `Bearer`.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description The methods that the path accepts, separated by commas.
         * @example GET, POST
         */
        Allow: string;
        /**
         * @description Seconds until the next attempt is accepted.
         * @example 240
         */
        RetryAfter: number;
        /**
         * @description Always `attachment`, so that no browser shows the bytes as a page.
         * @example attachment
         */
        ContentDisposition: string;
        /**
         * @description Always `private, no-store`.
         * @example private, no-store
         */
        CacheControl: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listExecutableRequests: {
        parameters: {
            query: {
                /**
                 * @description Must be `true`. No other value is accepted.
                 * @example true
                 */
                executable: true;
                /** @description The maximum number of requests, in decimal digits. A list can have fewer, so that the answer stays below 4 MiB. */
                limit?: number;
                /**
                 * @description An extension of the contract. `oldest`, or the `next` of an earlier answer. Any other value answers 400 `invalid`.
                 * @example oldest
                 */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests that can be claimed now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutableRequests"];
                };
            };
            /** @description `executable` is not `true`, `limit` is out of range, or `after` is not a place in the list. */
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
                 * @description 1 to 255 printable ASCII characters that name this proposal. An empty or longer key, or other characters, answer 400 `invalid`.
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
            /** @description The request is recorded, or its Idempotency-Key found an earlier one. */
            202: {
                headers: {
                    /**
                     * @description An extension of the contract: the path at which `GET` reads the request.
                     * @example /v1/requests/req_f4b8a2d10c9e3b7a6d5f8e21
                     */
                    Location: string;
                    /**
                     * @description `true` if an earlier call with this Idempotency-Key created the request. Absent otherwise.
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
             * @description Refused under the action's policy, kind `refused`: the organization holds no such action, or the API key is limited
             *     to others; the requester is no
             *     enabled operator; the quorum is outside the action's bounds; the roster is too short for the quorum once self
             *     approval is struck; a param key begins with `service.`; the service will not post to the callback URL. Kind
             *     `invalid`: a param that the action requires is absent or has no visible character.
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
            429: components["responses"]["TooManyAttemptsOrOpenRequests"];
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
                id: components["parameters"]["RequestId"];
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
    getProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_acdcf8070763c1a1072b22d3
                 */
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofAnswer"];
                };
            };
            401: components["responses"]["NoLiveKey"];
            403: components["responses"]["LacksScope"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request has no verdict yet. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "not_authorized";
                    };
                };
            };
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    abortOwnRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_acdcf8070763c1a1072b22d3
                 */
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** @description At most 4 KiB. An empty body gives no reason. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "the order was cancelled"
                 *     }
                 */
                "application/json": components["schemas"]["AbortReason"];
            };
        };
        responses: {
            /** @description Nothing more can start. Returns the request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestAnswer"];
                };
            };
            /** @description The body cannot be read, or `reason` is over 512 characters. */
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
            /** @description The run was already reported; or the request is authorized, and has neither an intent nor a call in progress that can be stopped. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "no_intent" | "already_reported";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
        /** @description At most 4 KiB. An empty body means the default lease. */
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
            /** @description The request has no intent, is not authorized, was stopped, is already reported, or another worker has claimed it. */
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
             *     `error` over 512 characters. Or it has a `receipt` that is not a signature of this report by the signing key of
             *     the API key.
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
            /** @description The claim is not the current one, a different report is already recorded, or the request has no intent. */
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
    getEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `sha256:` and the SHA-256 of the document as 64 lower-case hex digits.
                 * @example sha256:9f6402d0e69f2fa3ac12a703810f62c64757b560fc0645447f352db9bb516228
                 */
                digest: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the document. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            401: components["responses"]["NoLiveKey"];
            403: components["responses"]["LacksScope"];
            /**
             * @description The organization has no such document, or does not keep it any more. A document of another organization and a
             *     malformed digest get the same answer.
             */
            404: {
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
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    putEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description `sha256:` and the SHA-256 of the document as 64 lower-case hex digits.
                 * @example sha256:9f6402d0e69f2fa3ac12a703810f62c64757b560fc0645447f352db9bb516228
                 */
                digest: string;
            };
            cookie?: never;
        };
        /** @description The document, at most 256 KiB. */
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The document is stored. The answer is the same if it was stored before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredEvidence"];
                };
            };
            401: components["responses"]["NoLiveKey"];
            403: components["responses"]["LacksScope"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The document is over 256 KiB. */
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
            /** @description The body is not application/octet-stream. */
            415: {
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
            /** @description The digest in the path is not that of the body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The `next` of an earlier answer, or `latest`. A cursor of another organization, or from before the service was restored from a backup, answers 400 `invalid`.
                 * @example latest
                 */
                after?: string;
                /** @description The maximum number of events, in decimal digits. A page can have fewer, so that the answer stays below 4 MiB. */
                limit?: number;
                /** @description The number of seconds, in decimal digits, for which the answer may be held while there is no event. 0 answers at once. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next events, and where to go on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsPage"];
                };
            };
            /** @description `after` is not a place in the events of this organization, or `limit` or `wait` is out of range. */
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
    pullAudit: {
        parameters: {
            query?: {
                /** @description Only entries after this position, the `seq` of an entry, in decimal digits. Without it, the answer begins with the first entry. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description `after` is not a number from 0 to 99999999999. */
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
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Deduplicate by it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Identifies the delivery to one receiver in the delivery history. Do not deduplicate by it.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description The event's id, for libraries of Standard Webhooks.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, the same as `t` in `Service-Signature`.
                 * @example 1795176095
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,<base64>`, possibly several with a space between them. HMAC-SHA256 of id, timestamp and body, with a period between them, under the same key as `Service-Signature`.
                 * @example v1,5ZBrD+KxUyZ5WkVUnnCk3iKSRuHzZkRNKTW9MtmSTsI=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description An extension of the contract: the newest published head of the organization's audit chain, a JWS that the service
                 *     signed. Keep it beside the event, and later entries of the chain cannot be changed without notice. Absent before the
                 *     first head is published.
                 * @example eyJhbGciOiJFUzI1NiJ9.eyJvcmciOiJhY21lIn0.MEUCIQDx
                 */
                "Service-Audit-Head"?: components["parameters"]["ServiceAuditHead"];
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
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Deduplicate by it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Identifies the delivery to one receiver in the delivery history. Do not deduplicate by it.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description The event's id, for libraries of Standard Webhooks.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, the same as `t` in `Service-Signature`.
                 * @example 1795176095
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,<base64>`, possibly several with a space between them. HMAC-SHA256 of id, timestamp and body, with a period between them, under the same key as `Service-Signature`.
                 * @example v1,5ZBrD+KxUyZ5WkVUnnCk3iKSRuHzZkRNKTW9MtmSTsI=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description An extension of the contract: the newest published head of the organization's audit chain, a JWS that the service
                 *     signed. Keep it beside the event, and later entries of the chain cannot be changed without notice. Absent before the
                 *     first head is published.
                 * @example eyJhbGciOiJFUzI1NiJ9.eyJvcmciOiJhY21lIn0.MEUCIQDx
                 */
                "Service-Audit-Head"?: components["parameters"]["ServiceAuditHead"];
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
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Deduplicate by it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Identifies the delivery to one receiver in the delivery history. Do not deduplicate by it.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description The event's id, for libraries of Standard Webhooks.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, the same as `t` in `Service-Signature`.
                 * @example 1795176095
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,<base64>`, possibly several with a space between them. HMAC-SHA256 of id, timestamp and body, with a period between them, under the same key as `Service-Signature`.
                 * @example v1,5ZBrD+KxUyZ5WkVUnnCk3iKSRuHzZkRNKTW9MtmSTsI=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description An extension of the contract: the newest published head of the organization's audit chain, a JWS that the service
                 *     signed. Keep it beside the event, and later entries of the chain cannot be changed without notice. Absent before the
                 *     first head is published.
                 * @example eyJhbGciOiJFUzI1NiJ9.eyJvcmciOiJhY21lIn0.MEUCIQDx
                 */
                "Service-Audit-Head"?: components["parameters"]["ServiceAuditHead"];
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
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Deduplicate by it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Identifies the delivery to one receiver in the delivery history. Do not deduplicate by it.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description The event's id, for libraries of Standard Webhooks.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, the same as `t` in `Service-Signature`.
                 * @example 1795176095
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,<base64>`, possibly several with a space between them. HMAC-SHA256 of id, timestamp and body, with a period between them, under the same key as `Service-Signature`.
                 * @example v1,5ZBrD+KxUyZ5WkVUnnCk3iKSRuHzZkRNKTW9MtmSTsI=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description An extension of the contract: the newest published head of the organization's audit chain, a JWS that the service
                 *     signed. Keep it beside the event, and later entries of the chain cannot be changed without notice. Absent before the
                 *     first head is published.
                 * @example eyJhbGciOiJFUzI1NiJ9.eyJvcmciOiJhY21lIn0.MEUCIQDx
                 */
                "Service-Audit-Head"?: components["parameters"]["ServiceAuditHead"];
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
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Deduplicate by it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Identifies the delivery to one receiver in the delivery history. Do not deduplicate by it.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description The event's id, for libraries of Standard Webhooks.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, the same as `t` in `Service-Signature`.
                 * @example 1795176095
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,<base64>`, possibly several with a space between them. HMAC-SHA256 of id, timestamp and body, with a period between them, under the same key as `Service-Signature`.
                 * @example v1,5ZBrD+KxUyZ5WkVUnnCk3iKSRuHzZkRNKTW9MtmSTsI=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description An extension of the contract: the newest published head of the organization's audit chain, a JWS that the service
                 *     signed. Keep it beside the event, and later entries of the chain cannot be changed without notice. Absent before the
                 *     first head is published.
                 * @example eyJhbGciOiJFUzI1NiJ9.eyJvcmciOiJhY21lIn0.MEUCIQDx
                 */
                "Service-Audit-Head"?: components["parameters"]["ServiceAuditHead"];
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
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Deduplicate by it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Identifies the delivery to one receiver in the delivery history. Do not deduplicate by it.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description The event's id, for libraries of Standard Webhooks.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, the same as `t` in `Service-Signature`.
                 * @example 1795176095
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,<base64>`, possibly several with a space between them. HMAC-SHA256 of id, timestamp and body, with a period between them, under the same key as `Service-Signature`.
                 * @example v1,5ZBrD+KxUyZ5WkVUnnCk3iKSRuHzZkRNKTW9MtmSTsI=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description An extension of the contract: the newest published head of the organization's audit chain, a JWS that the service
                 *     signed. Keep it beside the event, and later entries of the chain cannot be changed without notice. Absent before the
                 *     first head is published.
                 * @example eyJhbGciOiJFUzI1NiJ9.eyJvcmciOiJhY21lIn0.MEUCIQDx
                 */
                "Service-Audit-Head"?: components["parameters"]["ServiceAuditHead"];
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
                 * @description `evt_` followed by 32 hex characters, the same as `id` in the body. Deduplicate by it.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Service-Event-Id": components["parameters"]["ServiceEventId"];
                /**
                 * @description The type of the event, the same as `type` in the body.
                 * @example request.authorized
                 */
                "Service-Event-Type": components["parameters"]["ServiceEventType"];
                /**
                 * @description `dlv_` followed by 24 hex characters. Identifies the delivery to one receiver in the delivery history. Do not deduplicate by it.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                "Service-Delivery-Id": components["parameters"]["ServiceDeliveryId"];
                /**
                 * @description The event's id, for libraries of Standard Webhooks.
                 * @example evt_ce69240132ad06f622a9bc5c78686b29
                 */
                "Webhook-Id": components["parameters"]["WebhookId"];
                /**
                 * @description Unix seconds of this attempt, the same as `t` in `Service-Signature`.
                 * @example 1795176095
                 */
                "Webhook-Timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,<base64>`, possibly several with a space between them. HMAC-SHA256 of id, timestamp and body, with a period between them, under the same key as `Service-Signature`.
                 * @example v1,5ZBrD+KxUyZ5WkVUnnCk3iKSRuHzZkRNKTW9MtmSTsI=
                 */
                "Webhook-Signature": components["parameters"]["WebhookSignature"];
                /**
                 * @description An extension of the contract: the newest published head of the organization's audit chain, a JWS that the service
                 *     signed. Keep it beside the event, and later entries of the chain cannot be changed without notice. Absent before the
                 *     first head is published.
                 * @example eyJhbGciOiJFUzI1NiJ9.eyJvcmciOiJhY21lIn0.MEUCIQDx
                 */
                "Service-Audit-Head"?: components["parameters"]["ServiceAuditHead"];
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
