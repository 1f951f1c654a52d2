// Generated from openapi/ by "npm run generate". Edit the document instead.
export interface paths {
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description The operator, the organization, and when the session ends.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a link
         * @description Spends the token of a one-time link and opens a session. A token that was spent, has run out, is unknown, or
         *     belongs to a disabled operator answers 401, all alike.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends this session; the cookie is dead at once, wherever a copy of it is.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests
         * @description Newest first. With `waiting=true` the inbox: the open requests in which the caller holds a seat whose key is not
         *     turned, the earliest deadline first. What has fallen due is settled before it is shown.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}": {
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
         * @description The request, where its ceremony stands, and what the caller can do about it.
         */
        get: operations["getRequestView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/turn": {
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
        get?: never;
        put?: never;
        /**
         * Turn a key
         * @description Types the code that was sent to the caller. The last key that the quorum needs reaches the verdict. A wrong code
         *     is counted before it is answered; after 5 the seat is locked until the next round or a re-issue.
         */
        post: operations["turnKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/refuse": {
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
        get?: never;
        put?: never;
        /**
         * Refuse
         * @description The request ends denied. It needs a seat but no code: stopping is easier than authorizing.
         */
        post: operations["refuseRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/abort": {
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
        get?: never;
        put?: never;
        /**
         * Abort
         * @description The request ends aborted. It needs a seat but no code.
         */
        post: operations["abortRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/withdraw": {
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
        get?: never;
        put?: never;
        /**
         * Take back a turn
         * @description The caller's key does not count any more. The last withdrawal ends the round's window.
         */
        post: operations["withdrawTurn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/restart": {
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
        get?: never;
        put?: never;
        /**
         * Restart a coincident round
         * @description The request ends aborted with reason `round_restarted`; it is to be proposed anew.
         */
        post: operations["restartRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/reissue": {
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
        get?: never;
        put?: never;
        /**
         * Issue a seat's code anew
         * @description The old code is dead, the seat is unlocked, and the operator is sent a new one. One re-issue more than 3 aborts
         *     the request.
         */
        post: operations["reissueCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The operator who is signed in. */
        Me: {
            /** @description Operator id. */
            id: string;
            /** @description What people call them. */
            name: string;
            /**
             * @description An admin may also configure the organization.
             * @enum {string}
             */
            role: "operator" | "admin";
        };
        SessionAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            operator: components["schemas"]["Me"];
            /** @description Organization id. Every console route answers for this organization alone. */
            org: string;
            /** @description Names the session in lists; it is not the secret in the cookie. */
            session_id: string;
            /**
             * Format: int64
             * @description When the session ends by itself, epoch ms.
             */
            expires_at: number;
        };
        /** @description Who calls may not do this. There is no `kind`. */
        ConsoleRefusal: {
            /** @description Why not, for a person. */
            error: string;
        };
        /**
         * @description What went wrong, for a program.
         *
         *     | kind | status | meaning |
         *     |---|---|---|
         *     | `invalid` | 400, 405, 422 | Malformed body, query parameter or cursor; a method that the path does not take; 422: a policy that makes no sense. |
         *     | `not_found` | 404 | Not in the organization. |
         *     | `refused` | 422 | Well formed, and not acceptable. |
         *     | `conflict` | 409 | Somebody else's edit came first, or the edit would lock everybody out. |
         *     | `decided` | 409 | The request has its verdict; the text names who decided it. |
         *     | `stale_round` | 409 | The code belongs to a round that has collapsed. |
         *     | `already_turned` | 409 | The key of this seat is turned. |
         *     | `not_turned` | 409 | There is no turn to withdraw. |
         *     | `seat_locked` | 409 | Too many wrong codes in this round. |
         *     | `not_coincident` | 409 | Only a coincident request has a round to restart. |
         *     | `too_large` | 413 | A body over the route's limit. |
         *     | `unsupported_media_type` | 415 | A body that is not application/json. |
         *     | `internal` | 500 | The server failed; retry. |
         * @enum {string}
         */
        ConsoleProblemKind: "invalid" | "not_found" | "refused" | "conflict" | "decided" | "stale_round" | "already_turned" | "not_turned" | "seat_locked" | "not_coincident" | "too_large" | "unsupported_media_type" | "internal";
        ConsoleProblem: {
            /** @description What went wrong and what to do about it, for a person. Its wording may change. */
            error: string;
            kind: components["schemas"]["ConsoleProblemKind"];
        };
        SignIn: {
            /** @description The `token` of a sign-in link. It is spent by this call. */
            token: string;
        };
        /** @description It is done, and there is nothing to show. */
        Done: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
        };
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
            /** @description The encrypted plaintext with the 16-byte tag appended, base64url without padding. */
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
        /** @description One operator who was asked. */
        SeatView: {
            /** @description Operator id. */
            operator: string;
            /** @description What people call them; the id where the name is not known. */
            name: string;
            /**
             * @description `asked`: no key turned. `turned`: the key counts. `locked`: 5 wrong codes, until the next round or a re-issue.
             *     `out`: the operator was disabled after the request was made.
             * @enum {string}
             */
            state: "asked" | "turned" | "locked" | "out";
            /**
             * Format: int64
             * @description When the key was turned, epoch ms; null otherwise. After the verdict the instants are in the history.
             */
            turned_at: number | null;
            /** @description How often an admin has issued this seat's code anew. */
            issue: number;
        };
        OptionView: {
            /**
             * @description What could be done.
             * @enum {string}
             */
            action: "turn" | "refuse" | "abort" | "withdraw" | "restart" | "reissue";
            /** @description Whether the caller may do it now. */
            allowed: boolean;
            /** @description Why not, or what to know before, for a person; null where there is nothing to say. */
            why: string | null;
        };
        /** @description Who reached the verdict. */
        DecisionView: {
            /** @description The approvers in the order of their turns, or the one who stopped it. Empty where the clock or the system did. */
            by: string[];
            /**
             * Format: int64
             * @description The instant of the verdict, epoch ms.
             */
            at: number;
            /** @description The note of the one who stopped it, or why the system did. */
            reason: string | null;
        };
        /** @description Where the ceremony stands, and what the caller can do about it. */
        CeremonyView: {
            /** @description The proposer's line, cut to 200 characters. Text, never markup. */
            summary: string | null;
            /** @description The action's title when the request was made. */
            title: string;
            /** @description Name of the operator in whose name the request was made. */
            requester_name: string;
            /** @description How many distinct operators must turn a key. */
            quorum: number;
            /**
             * @description `coincident`: the keys must be turned within `coincidence_seconds` of the first.
             * @enum {string}
             */
            mode: "independent" | "coincident";
            /** @description How long a round lasts from its first turn; null in independent mode. */
            coincidence_seconds: number | null;
            /** @description From 1; a round that collapsed begins the next, with new codes. Send it with the code. */
            round: number;
            /**
             * Format: int64
             * @description When the round that is under way collapses, epoch ms; null while there is none.
             */
            window_ends_at: number | null;
            /**
             * Format: int64
             * @description When the request expires, epoch ms.
             */
            expires_at: number;
            /** @description Index of the param rule that decided the quorum, or null. */
            rule: number | null;
            /** @description The version of the action's policy that the request was made under. */
            policy_version: number;
            /** @description Whether the request carries a sealed intent. Lists leave the envelope itself out. */
            has_intent: boolean;
            /** @description Everybody who was asked. */
            seats: components["schemas"]["SeatView"][];
            /** @description How many keys count. */
            turned: number;
            /** @description How many more keys are needed; 0 once decided. */
            needed: number;
            /** @description Operators whose key can count. */
            eligible: string[];
            /** @description Operators whose key can count and is not turned. Empty once decided. */
            waiting_for: string[];
            /** @description The caller. */
            you: {
                /** @description Whether the caller was asked and still can act. */
                seat: boolean;
                /** @description Everything that could be done, each allowed or with the reason why not. */
                options: components["schemas"]["OptionView"][];
            };
            /** @description Null until there is a verdict. */
            decided: components["schemas"]["DecisionView"] | null;
        };
        RequestWithView: {
            request: components["schemas"]["AuthorizationRequest"];
            view: components["schemas"]["CeremonyView"];
        };
        RequestList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description The requests; `request.intent` is left null here, see `view.has_intent`. */
            requests: components["schemas"]["RequestWithView"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        RequestViewAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            request: components["schemas"]["AuthorizationRequest"];
            view: components["schemas"]["CeremonyView"];
        };
        TurnKey: {
            /** @description The 8 digits that were sent to the operator; blanks and hyphens between them are ignored. */
            code: string;
            /** @description The round that was on the screen. A code of an earlier round is then named as such instead of counted as wrong. */
            round?: number;
        };
        StopNote: {
            /** @description Why, for the history. */
            note?: string;
        };
        /** @description An empty object. Leaving the body out means the same. */
        Nothing: Record<string, never>;
        ReissueCode: {
            /** @description Whose seat gets a new code. */
            operator: string;
        };
    };
    responses: {
        /** @description There is no live session, or its operator was disabled since it began. */
        NotSignedIn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The server failed. Pause and send the same again; the incident's id is in the server's log. */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The body cannot be read, lacks a field, has one that this route does not take, or breaks a limit. */
        BadBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description Writes are taken from the console's own origin only. */
        ForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The body is over the limit of the route, 16 KiB unless it says otherwise. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description A query parameter is malformed or out of range, or the cursor is not one that this list gave. */
        BadQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description No such request in the organization. A malformed id and a request of another organization answer the same. */
        NoSuchRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"];
            };
        };
        /** @description The operator is no admin, or the write came from another origin than the console's own. */
        AdminOnlyOrForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
    };
    parameters: {
        /** @description At most this many. A page may be shorter; only `cursor` null means the end. */
        Limit: number;
        /** @description Where the last page ended, as its answer gave it. Absent starts from the beginning; anything else is 400 `invalid`. */
        Cursor: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "server_now": 1795176000012,
                     *       "operator": {
                     *         "id": "op_alpha",
                     *         "name": "Ada Alpha",
                     *         "role": "admin"
                     *       },
                     *       "org": "org_acme",
                     *       "session_id": "ses_4f1c7a90b2d3e5f60718293a",
                     *       "expires_at": 1795219200000
                     *     }
                     */
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            500: components["responses"]["Internal"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zm9yLWV4YW1wbGUtb25seS1uby1zdWNoLXRva2VuLTE"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    /** @description The session, as an HttpOnly, SameSite=Strict cookie. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "server_now": 1795176000012,
                     *       "operator": {
                     *         "id": "op_alpha",
                     *         "name": "Ada Alpha",
                     *         "role": "admin"
                     *       },
                     *       "org": "org_acme",
                     *       "session_id": "ses_4f1c7a90b2d3e5f60718293a",
                     *       "expires_at": 1795219200000
                     *     }
                     */
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            /** @description The link is spent, has run out, or never was. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            200: {
                headers: {
                    /** @description Takes the cookie off the browser. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "server_now": 1795176000012
                     *     }
                     */
                    "application/json": components["schemas"]["Done"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            500: components["responses"]["Internal"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only what waits for the caller. */
                waiting?: boolean;
                /** @description Only requests in this state. */
                state?: "notified" | "staging" | "authorized" | "executing" | "succeeded" | "failed" | "expired" | "aborted" | "denied";
                /** @description Only requests of this action. */
                action?: string;
                /** @description Only requests in the name of this operator. */
                requester?: string;
                /** @description Only requests made at or after this instant, epoch ms. */
                since?: number;
                /** @description Only requests made at or before this instant, epoch ms. */
                until?: number;
                /** @description At most this many. A page may be shorter; only `cursor` null means the end. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the last page ended, as its answer gave it. Absent starts from the beginning; anything else is 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            500: components["responses"]["Internal"];
        };
    };
    getRequestView: {
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
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NoSuchRequest"];
            500: components["responses"]["Internal"];
        };
    };
    turnKey: {
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
        /** @description The code, and the round it was shown with. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "12345678",
                 *       "round": 1
                 *     }
                 */
                "application/json": components["schemas"]["TurnKey"];
            };
        };
        responses: {
            /** @description Done; the request as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description The code is wrong, the caller holds no seat that can act, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            404: components["responses"]["NoSuchRequest"];
            /** @description The request, its round or the seat has moved on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    refuseRequest: {
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
        /** @description Why, for the history. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "the change window has closed"
                 *     }
                 */
                "application/json": components["schemas"]["StopNote"];
            };
        };
        responses: {
            /** @description Done; the request as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description The caller holds no seat that can act, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            404: components["responses"]["NoSuchRequest"];
            /** @description The request is decided. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    abortRequest: {
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
        /** @description Why, for the history. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "the change window has closed"
                 *     }
                 */
                "application/json": components["schemas"]["StopNote"];
            };
        };
        responses: {
            /** @description Done; the request as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description The caller holds no seat that can act, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            404: components["responses"]["NoSuchRequest"];
            /** @description The request is decided. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    withdrawTurn: {
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
        /** @description Nothing. */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Done; the request as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description The caller holds no seat that can act, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            404: components["responses"]["NoSuchRequest"];
            /** @description The request is decided, or there is nothing to take back. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    restartRound: {
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
        /** @description Nothing. */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Done; the request as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description The caller holds no seat that can act, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            404: components["responses"]["NoSuchRequest"];
            /** @description The request is decided, or is not coincident. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    reissueCode: {
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
        /** @description Whose seat. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operator": "op_bravo"
                 *     }
                 */
                "application/json": components["schemas"]["ReissueCode"];
            };
        };
        responses: {
            /** @description Done; the request as it stands now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchRequest"];
            /** @description The request is decided, or the seat has turned its key. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The named operator holds no seat that can act. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"];
                };
            };
            500: components["responses"]["Internal"];
        };
    };
}
