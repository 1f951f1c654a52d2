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
    "/api/session/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Options for `navigator.credentials.get`. They name nobody: the browser offers what it holds.
         */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Opens a session. An unknown passkey, a challenge that was used or has run out, a wrong signature and a disabled
         *     operator answer 401, all alike.
         */
        post: operations["passkeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description The caller's own, oldest first.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Enrol a passkey
         * @description With what the browser made of the options. From then on the caller can sign in without a link.
         */
        post: operations["enrolPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to enrol a passkey
         * @description Options for `navigator.credentials.create`. The passkey must be able to tell the person, not only the device.
         */
        post: operations["startPasskeyEnrolment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Passkey id.
                 * @example psk_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a passkey
         * @description One of the caller's own. Nobody can sign in with it any more; sessions that it opened go on.
         */
        delete: operations["deletePasskey"];
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
    "/api/requests/{id}/deliveries": {
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
         * A request's deliveries
         * @description Newest first, each with every try; the callback and the integration's own call included.
         */
        get: operations["requestDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/history": {
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
         * A request's history
         * @description Everything that happened to it, from the proposal on. A moment may pass until what just happened has its place
         *     in the chain.
         */
        get: operations["requestHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deliveries/{id}/post": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * What a delivery posts
         * @description Headers and body as an attempt made now would carry them. The signature is left out: every attempt has its own.
         */
        get: operations["getDeliveryPost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description The same event under the same ids, rendered and signed anew, retried for another 72 hours if it fails.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Oldest first. Deleted ones are left out.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description The URL is checked whole, every address its name resolves to included. The signing secret is in this answer and
         *     in no other.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Deleted ones too, for the history of their deliveries.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description It gets nothing new, and what is still pending to it fails on the next try. The history of its deliveries stays.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Edit a webhook endpoint
         * @description Its URL cannot be edited: another URL is another receiver, with a secret of its own. A disabled endpoint gets
         *     nothing new, and what is still pending to it fails on the next try.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Every post from now on, retries of older events included, is signed with the new secret; with an overlap, with
         *     the old one as well.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/revoke-previous": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the overlap of a rotation
         * @description Posts are signed with the current secret alone from now on.
         */
        post: operations["revokePreviousSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description A signed event about a made-up request, tried once. See how it went in the deliveries.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * An endpoint's deliveries
         * @description Newest first, each with every try. Also of a deleted endpoint.
         */
        get: operations["webhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what an endpoint missed
         * @description Every request event of the range that failed here is tried anew, and every one that was never sent here (because
         *     the endpoint was disabled, or not there yet) is sent now, under the event and delivery ids it always had. What
         *     has arrived or is still being tried is left alone. Call again while `cursor` is not null.
         */
        post: operations["recoverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Oldest first, revoked ones included. No token is ever shown again.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The token is in this answer and in no other: the service keeps its hash.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Key id.
                 * @example key_5b1f0c7c9d3e4a2f8b6d7e01
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Dead at the next request. Callbacks of requests that it made are still signed under it. Revoking twice is no
         *     error.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List actions
         * @description By id, with their policies.
         */
        get: operations["listActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Action id, as proposers name it: letters, digits, `.`, `_` and `-`, at most 128.
                 * @example deploy.production
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read an action
         * @description With its current policy.
         */
        get: operations["getAction"];
        /**
         * Set an action
         * @description Makes the action, or replaces its whole policy as the next version. Live requests keep the version they were
         *     made under.
         */
        put: operations["putAction"];
        post?: never;
        /**
         * Delete an action
         * @description Nothing can be proposed under it any more. Live requests go on. Setting it again goes on from its last version.
         */
        delete: operations["deleteAction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/actions/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Action id, as proposers name it: letters, digits, `.`, `_` and `-`, at most 128.
                 * @example deploy.production
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Who would be asked?
         * @description Judges a proposal under the current policy as the create call would, and creates nothing.
         */
        post: operations["previewAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/actions/{id}/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Action id, as proposers name it: letters, digits, `.`, `_` and `-`, at most 128.
                 * @example deploy.production
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What would a policy have changed?
         * @description Judges the newest past requests of the action, at most 500, under another policy, and answers those that would
         *     have been asked differently. An operator who was asked then counts as enabled.
         */
        post: operations["backtestAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operators
         * @description By id, disabled ones included.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Add an operator
         * @description Give them a sign-in link, and put them on the rosters that they belong to.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Operator id.
                 * @example op_bravo
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit an operator
         * @description Disabling takes the operator's seats out of every open request before it answers.
         */
        patch: operations["updateOperator"];
        trace?: never;
    };
    "/api/operators/{id}/sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Operator id.
                 * @example op_bravo
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a sign-in link
         * @description Opens one session of this operator, once, within 24 hours. It is written to the audit chain that it was made.
         */
        post: operations["createSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operators/{id}/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Operator id.
                 * @example op_bravo
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * List an operator's passkeys
         * @description Those that sign the operator in, oldest first.
         */
        get: operations["listOperatorPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operators/{id}/passkeys/{passkey}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Operator id.
                 * @example op_bravo
                 */
                id: string;
                /**
                 * @description Passkey id, as the list names it.
                 * @example psk_0c5d9e4f7a1b2c3d4e5f6071
                 */
                passkey: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an operator's passkey
         * @description Nobody can sign in with it any more. Sessions that it opened go on; revoke all access of the operator to end them
         *     too.
         */
        delete: operations["deleteOperatorPasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description An operator's live sessions, oldest first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Revoke all access
         * @description Ends everything that signs this operator in: their sessions, the sign-in links that nobody has opened yet, and their
         *     passkeys, because somebody who had a link may have added one. Only the session of this call goes on, if
         *     it is the operator's own: enrol a passkey in it. Everybody else needs a new sign-in link from an admin.
         */
        delete: operations["revokeSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Session id, as the list names it.
                 * @example ses_4f1c7a90b2d3e5f60718293a
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Dead at the next request.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit chain
         * @description In the order of the chain.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit chain
         * @description One JSON entry to a line, in the order of the chain. Where the chain is over 4 MiB, `Audit-Continue-After` names
         *     the `after` of the next part; the parts put together are the chain.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last published head of the chain
         * @description Heads are signed and published once a minute, outside the service's table. Keep one where nobody can change it:
         *     an export that does not hold it has been changed.
         */
        get: operations["auditHead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last 7 or 30 days
         * @description Requests by outcome, by day and by action, the time people took, whose keys are waited for, how deliveries went,
         *     and how every endpoint is doing.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
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
            /**
             * @description Whether a live session of this browser may be replaced; it may if absent. A page that was opened by a link sends
             *     `false`, because somebody may have sent the link to have this browser act under another operator.
             */
            replace?: boolean;
        };
        /** @description It is done, and there is nothing to show. */
        Done: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
        };
        /** @description An empty object. Leaving the body out means the same. */
        Nothing: Record<string, never>;
        PasskeyOptions: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description To be handed to the browser as it is. The challenge in it is good for 5 minutes and for one answer. */
            options: {
                [key: string]: unknown;
            };
        };
        /** @description What `navigator.credentials.get` gave, in JSON. */
        AuthenticationResponse: {
            /** @description Credential id, base64url. */
            id: string;
            /** @description The same. */
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                /** @description Base64url. */
                clientDataJSON: string;
                /** @description Base64url. */
                authenticatorData: string;
                /** @description Base64url. */
                signature: string;
            };
        };
        PasskeySignIn: {
            response: components["schemas"]["AuthenticationResponse"];
        };
        Passkey: {
            /** @description Passkey id, `psk_` followed by 24 hex characters. */
            id: string;
            /** @description What the operator calls the device. */
            name: string;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
        };
        PasskeyList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first. */
            passkeys: components["schemas"]["Passkey"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        /** @description What `navigator.credentials.create` gave, in JSON. */
        RegistrationResponse: {
            /** @description Credential id, base64url. */
            id: string;
            /** @description The same. */
            rawId: string;
            /** @constant */
            type: "public-key";
            response: {
                /** @description Base64url. */
                clientDataJSON: string;
                /** @description Base64url. */
                attestationObject: string;
            };
        };
        PasskeyEnrolment: {
            /** @description What the operator calls the device. */
            name: string;
            response: components["schemas"]["RegistrationResponse"];
        };
        PasskeyAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            passkey: components["schemas"]["Passkey"];
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
        /**
         * @description `coincident`: the keys must be turned within `coincidence_seconds` of the first.
         * @enum {string}
         */
        Mode: "independent" | "coincident";
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
            mode: components["schemas"]["Mode"];
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
            /** @description The first request of the organization with the same intent digest, if that is another one: the envelope was proposed before. Null if there is none. Only the answer that gets one request has this field. */
            intent_first_used_in?: string | null;
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
        ReissueCode: {
            /** @description Whose seat gets a new code. */
            operator: string;
        };
        /**
         * @description What happened.
         * @enum {string}
         */
        EventType: "request.authorized" | "request.denied" | "request.expired" | "request.aborted" | "request.failed" | "request.executed" | "request.execution_failed";
        DeliveryTry: {
            /** @description From 1, across restarts. */
            n: number;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            started_at: number;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            finished_at: number;
            /** @description The HTTP status the receiver answered, if it answered. */
            status: number | null;
            /**
             * @description How the try ended.
             * @enum {string}
             */
            outcome: "delivered" | "refused" | "refused_address" | "unreachable" | "timed_out" | "not_sent";
            /** @description What went wrong, for a person. */
            error: string | null;
            /**
             * @description Why the try was made.
             * @enum {string}
             */
            trigger: "first" | "retry" | "manual" | "recover" | "test";
        };
        /** @description One receiver's delivery of one event. */
        Delivery: {
            /** @description `dlv_` followed by 24 hex characters, as in the post. */
            id: string;
            /** @description `evt_` followed by 32 hex characters, as in the post. */
            event_id: string;
            event_type: components["schemas"]["EventType"];
            /** @description The request the event is about; of a test event, one that does not exist. */
            request_id: string;
            /** @description `callback`, `integration` or an endpoint id. */
            receiver: string;
            /**
             * @description Whether it has arrived, may still arrive, or will not be tried again by itself.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /** @description Why it failed for good; null otherwise. */
            reason: string | null;
            /** @description A test event, which is never retried. */
            test: boolean;
            /**
             * Format: int64
             * @description When the event was fired, epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description When it is tried again, epoch ms; null where it is not, or at once.
             */
            next_attempt_at: number | null;
            /** @description Every try, in order. */
            tries: components["schemas"]["DeliveryTry"][];
        };
        DeliveryList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Newest first. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        HistoryEntry: {
            /** @description Place in the audit chain; null for the moment between happening and being recorded. */
            seq: number | null;
            /**
             * Format: int64
             * @description When it happened, epoch ms.
             */
            at: number;
            /** @description What happened, for example `key.turned`. */
            kind: string;
            /** @description An operator id, an API key id, a claim id, or `system`. */
            actor: string;
            /** @description The facts, by kind. */
            data: {
                [key: string]: unknown;
            };
        };
        History: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description In the order in which it happened. */
            entries: components["schemas"]["HistoryEntry"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        DeliveryPost: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Without `Service-Signature`. */
            headers: {
                [key: string]: string;
            };
            /** @description The exact text that is posted. */
            body: string;
        };
        DeliveryAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            delivery: components["schemas"]["Delivery"];
        };
        Endpoint: {
            /** @description Endpoint id, `whe_` followed by 24 hex characters. */
            id: string;
            /** @description Where events are posted. */
            url: string;
            /** @description The event types it takes; null for every type. */
            types: components["schemas"]["EventType"][] | null;
            /** @description What it is for, in the admin's words. */
            description: string;
            /** @description Whether new events are posted. Deliveries still pending to a disabled endpoint fail on their next try. */
            enabled: boolean;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Epoch ms. A deleted endpoint stays readable for the history of its deliveries.
             */
            deleted_at: number | null;
            /**
             * Format: int64
             * @description Until when posts are signed with the secret before the last rotation as well, epoch ms; null where they are not.
             */
            previous_secret_expires_at: number | null;
        };
        EndpointList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first, without deleted ones. */
            endpoints: components["schemas"]["Endpoint"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        NewEndpoint: {
            /** @description An https URL whose every address is public. Where the deployment allows it, http to a loopback address. */
            url: string;
            /** @description The event types it takes. Absent means every type. */
            types?: components["schemas"]["EventType"][];
            /** @description What it is for. */
            description?: string;
        };
        EndpointSecretAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            endpoint: components["schemas"]["Endpoint"];
            /** @description `whsec_` followed by 43 characters. Shown here and never again; the whole text is the key of the signature. */
            secret: string;
        };
        EndpointAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            endpoint: components["schemas"]["Endpoint"];
        };
        /** @description What is absent stays. */
        EndpointEdit: {
            /** @description The event types it takes; null for every type. */
            types?: components["schemas"]["EventType"][] | null;
            /** @description What it is for. */
            description?: string;
            /** @description Whether new events are posted. Events that were fired while it was disabled can be recovered. */
            enabled?: boolean;
        };
        RotateSecret: {
            /**
             * @description For how long posts are signed with the old secret as well, so that a receiver can change over at leisure.
             * @default 0
             */
            overlap_seconds?: number;
        };
        TestEvent: {
            type?: components["schemas"]["EventType"];
        };
        RecoverRange: {
            /** @description The first instant whose events are wanted, epoch ms. */
            since: number;
            /** @description The last instant whose events are wanted, epoch ms; not before `since`. */
            until: number;
            /** @description Where the last call ended, as its answer gave it, with the same `since` and `until`. */
            cursor?: string;
        };
        Recovered: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Failed deliveries that were started again. */
            resent: number;
            /** @description Events that had never been sent to this endpoint and are now. */
            created: number;
            /** @description Not null where more requests are to be looked at; call again with it. */
            cursor: string | null;
        };
        /** @description What the key is good for. */
        Scopes: ("propose" | "read" | "execute")[];
        ApiKey: {
            /** @description Key id, `key_` followed by 24 hex characters. It is not the token. */
            id: string;
            /** @description What it is for. */
            name: string;
            scopes: components["schemas"]["Scopes"];
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
            /** @description Who made it. */
            created_by: string;
            /**
             * Format: int64
             * @description When it was revoked, epoch ms; null while it is live.
             */
            revoked_at: number | null;
            /**
             * Format: int64
             * @description When it was last used, to the day, epoch ms.
             */
            last_used_at: number | null;
        };
        ApiKeyList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first, revoked ones included. */
            keys: components["schemas"]["ApiKey"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        NewApiKey: {
            /** @description What it is for. */
            name: string;
            scopes: components["schemas"]["Scopes"];
        };
        ApiKeyTokenAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            key: components["schemas"]["ApiKey"];
            /** @description `rak_`, 43 characters, `_` and 6 check digits. Shown here and never again. */
            token: string;
        };
        ApiKeyAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            key: components["schemas"]["ApiKey"];
        };
        QuorumBounds: {
            /** @description How many keys are needed unless a rule or the proposer says otherwise. */
            default: number;
            /** @description The fewest that a proposer may ask for. */
            min: number;
            /** @description The most that a proposer may ask for. */
            max: number;
            /** @description Whether a proposer may ask for a quorum at all. */
            selectable: boolean;
        };
        RuleCondition: {
            /** @description Which param is looked at. */
            param: string;
            /**
             * @description How it is compared. `gt`, `gte`, `lt`, `lte` compare plain decimals exactly; a param that is none matches, so that
             *     an odd spelling asks for more keys, never for fewer.
             * @enum {string}
             */
            op: "eq" | "ne" | "in" | "prefix" | "gt" | "gte" | "lt" | "lte" | "present";
            /** @description A list for `in`, nothing for `present`, one string for the others. */
            value?: string | string[];
        };
        /** @description If all conditions hold, this many keys are needed. Of several rules that match, the highest quorum counts. */
        ParamRule: {
            /** @description All must hold. */
            when: components["schemas"]["RuleCondition"][];
            /** @description How many keys are then needed. */
            quorum: number;
        };
        Action: {
            /** @description Action id, as proposers name it. */
            id: string;
            /** @description One higher with every edit. A request keeps the version it was made under. */
            version: number;
            /** @description What operators are told the action is. */
            title: string;
            /** @description Ids of the operators who are asked. */
            roster: string[];
            quorum: components["schemas"]["QuorumBounds"];
            mode: components["schemas"]["Mode"];
            /** @description How long a coincident round lasts. */
            coincidence_seconds: number;
            /** @description Whether the requester is struck from the quorum. */
            deny_self_approval: boolean;
            /** @description Params that a request must carry. */
            required_params: string[];
            /** @description Which params ask for more keys. */
            param_rules: components["schemas"]["ParamRule"][];
            /** @description How long a request waits before it expires. */
            ttl_seconds: number;
            /** @description How many requests of this action may wait for keys at the same time; null for no limit. */
            max_open: number | null;
            /** @description The integration that makes the action's one call, or null. */
            integration: string | null;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            updated_at: number;
        };
        ActionList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description By id. */
            actions: components["schemas"]["Action"][];
            /** @description The integrations that this deployment declares. */
            integrations: string[];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        ActionAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            action: components["schemas"]["Action"];
        };
        /** @description Who is asked, how many must agree, and in which mode. */
        PolicyFields: {
            /** @description What operators are told the action is. */
            title: string;
            /** @description Ids of the operators who are asked. */
            roster: string[];
            quorum: components["schemas"]["QuorumBounds"];
            /** @default independent */
            mode?: components["schemas"]["Mode"];
            /**
             * @description How long a coincident round lasts.
             * @default 60
             */
            coincidence_seconds?: number;
            /**
             * @description Whether the requester is struck from the quorum.
             * @default false
             */
            deny_self_approval?: boolean;
            /**
             * @description Params that a request must carry, and not blank.
             * @default []
             */
            required_params?: string[];
            /**
             * @description Which params ask for more keys. With rules, their answer is a floor for what a proposer may ask.
             * @default []
             */
            param_rules?: components["schemas"]["ParamRule"][];
            /**
             * @description How long a request waits before it expires.
             * @default 3600
             */
            ttl_seconds?: number;
            /**
             * @description How many requests of this action may wait for keys at the same time; null for no limit. A create above it is
             *     refused (422). Creates at the same moment can exceed it.
             * @default null
             */
            max_open?: number | null;
            /**
             * @description The integration that makes the action's one call, only for a platform action: the deployment declares the action's
             *     id together with its integration, and saving it here enables it. Null for every other action.
             * @default null
             */
            integration?: string | null;
        };
        /** @description A policy, and the version that it is to replace. */
        PolicyEdit: {
            /** @description The version this edit was made from; 0 where there was none. If the action has moved on, nothing is saved (409). */
            if_version?: number;
        } & components["schemas"]["PolicyFields"];
        PolicyProblem: {
            /** @description All problems as one text. */
            error: string;
            /** @constant */
            kind: "invalid";
            /** @description One sentence for each problem, which says what to correct. */
            problems: string[];
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
        PreviewProposal: {
            /** @description In whose name it would be proposed. */
            requester: string;
            params?: components["schemas"]["Params"];
            /** @description The quorum the proposer would ask for. */
            quorum?: number;
        };
        RuleVerdict: {
            /** @description Place of the rule in the policy, from 0. */
            index: number;
            /** @description How many keys the rule asks for. */
            quorum: number;
            /** @description Whether all its conditions hold. */
            matched: boolean;
            /** @description Why it did not match; null where it did. */
            first_unmet: {
                /** @description The param looked at. */
                param: string;
                /** @description How it was compared. */
                op: string;
                /** @description With what; null for `present`. */
                value: unknown;
                /** @description What the proposal has there; null where it has nothing. */
                actual: string | null;
            } | null;
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
        Preview: {
            /** @description The policy's version. */
            version: number;
            /** @description How many keys would be needed. */
            quorum: number;
            /**
             * @description What decided that.
             * @enum {string}
             */
            decided_by: "default" | "rule" | "requested";
            /** @description The rule behind it, if one matched. */
            rule: number | null;
            /** @description With rules, the lowest quorum that may be asked for. */
            floor: number | null;
            /** @description Every rule, and why it did not match where it did not. */
            rules: components["schemas"]["RuleVerdict"][];
            /** @description Who would be asked. */
            seats: string[];
            /** @description Who is on the roster and would not be asked. */
            struck: {
                /** @description Operator id. */
                operator: string;
                /**
                 * @description Why they would not be asked.
                 * @enum {string}
                 */
                reason: "self_approval_denied" | "disabled" | "unknown";
            }[];
            /** @description What the create call would answer in place of a request; null where it would be accepted. */
            refusal: components["schemas"]["Problem"] | null;
        };
        PreviewAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            preview: components["schemas"]["Preview"];
        };
        /** @description A policy, as it is tried before it is saved. */
        PolicyBody: components["schemas"]["PolicyFields"];
        BacktestBody: {
            policy: components["schemas"]["PolicyBody"];
            /** @description Only requests made at or after this instant, epoch ms; 30 days ago unless given. */
            since?: number;
        };
        BacktestSide: {
            /** @description How many keys. */
            quorum: number;
            mode: components["schemas"]["Mode"];
            /** @description Who is asked. */
            seats: string[];
        };
        Backtest: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description How many past requests were judged again, the newest first; at most 500. */
            looked_at: number;
            /** @description Whether there are more than were looked at. */
            truncated: boolean;
            /** @description Those that would have been asked differently. */
            different: {
                /** @description The past request. */
                request_id: string;
                /**
                 * Format: int64
                 * @description When it was made, epoch ms.
                 */
                created_at: number;
                was: components["schemas"]["BacktestSide"];
                would_be: components["schemas"]["BacktestSide"];
                /** @description What the create call would have answered in its place; null where it would have been accepted. */
                refusal: components["schemas"]["Problem"] | null;
            }[];
        };
        Operator: {
            /** @description Operator id. */
            id: string;
            /** @description What people call them. */
            name: string;
            /** @description Where codes are sent. */
            email: string;
            /**
             * @description An admin may also configure the organization.
             * @enum {string}
             */
            role: "operator" | "admin";
            /** @description A disabled operator cannot sign in, be asked, or be a requester. */
            enabled: boolean;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
        };
        OperatorList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description By id. */
            operators: components["schemas"]["Operator"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        NewOperator: {
            /** @description How rosters and proposers name them; it cannot be changed or used again. */
            id: string;
            /** @description What people call them. */
            name: string;
            /** @description Where codes are sent. */
            email: string;
            /**
             * @description An admin may also configure the organization.
             * @enum {string}
             */
            role: "operator" | "admin";
        };
        OperatorAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            operator: components["schemas"]["Operator"];
        };
        /** @description What is absent stays. */
        OperatorEdit: {
            /** @description What people call them. */
            name?: string;
            /** @description Where codes are sent. */
            email?: string;
            /**
             * @description An admin may also configure the organization.
             * @enum {string}
             */
            role?: "operator" | "admin";
            /**
             * @description Disabling takes the operator's seats out of every open request at once and withdraws their turns; a request
             *     whose quorum cannot be met any more is aborted. It also ends the operator's sessions, unopened sign-in links and
             *     passkeys. Enabling again brings none of it back: make a new sign-in link.
             */
            enabled?: boolean;
        };
        SignInLink: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Opens one session, once. Hand it over on a channel that only this operator reads. */
            sign_in_url: string;
            /**
             * Format: int64
             * @description When the link runs out, epoch ms.
             */
            expires_at: number;
        };
        SessionItem: {
            /** @description Names the session; it is not the secret in the cookie. */
            id: string;
            /** @description Whose it is. */
            operator: string;
            /** @description Whether it is the session of this call. */
            current: boolean;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            expires_at: number;
        };
        SessionList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first. */
            sessions: components["schemas"]["SessionItem"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        /**
         * @description One entry of the organization's chain. `hash` is the hex SHA-256 over the entry without `hash` in the JSON
         *     Canonicalization Scheme (RFC 8785); `prev` is the hash of the entry before.
         */
        AuditEntry: {
            /** @description From 1, without gaps. */
            seq: number;
            /**
             * Format: int64
             * @description When it happened, epoch ms; not when it was recorded.
             */
            at: number;
            /** @description What happened, for example `key.turned`. */
            kind: string;
            /** @description Id of what it is about. */
            subject: string;
            /** @description An operator id, an API key id, a claim id, or `system`. */
            actor: string;
            /** @description The facts, by kind. */
            data: {
                [key: string]: unknown;
            };
            /** @description Hash of the entry before; the first one's is the organization's genesis hash. */
            prev: string;
            /** @description Hash of this entry. */
            hash: string;
        };
        AuditList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description In the order of the chain. */
            entries: components["schemas"]["AuditEntry"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        /** @description The last published head: an entry of the chain, signed. It is published outside the service's table, and never changed. An export that does not hold it has been changed or cut off. */
        SignedHead: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Organization id. */
            org: string;
            /** @description Place in the chain of the entry that the head covers, and with it every entry before. */
            seq: number;
            /** @description Hash of that entry. */
            hash: string;
            /**
             * Format: int64
             * @description When the head was signed, epoch ms.
             */
            at: number;
            /** @description Compact JWS (RFC 7515, ES256) over `org`, `seq`, `hash` and `at`. */
            jws: string;
            /** @description The public key that verifies it. */
            jwk: {
                [key: string]: unknown;
            };
            /** @description Place of the last entry of the chain now. The next head covers the entries after `seq`. */
            chain_seq: number;
        };
        /** @description The last days at a glance. */
        Overview: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description How many days, as in the query. */
            days: number;
            /**
             * Format: int64
             * @description Start of these days, epoch ms.
             */
            since: number;
            /** @description How many requests were looked at, the newest first; at most 1000. */
            requests: number;
            /** @description Whether there were more. */
            truncated: boolean;
            /** @description How they stand. */
            outcomes: {
                /** @description Requests that were authorized. */
                authorized: number;
                /** @description Requests that an operator refused. */
                denied: number;
                /** @description Requests whose time ran out. */
                expired: number;
                /** @description Requests that were withdrawn. */
                aborted: number;
                /** @description Requests without a verdict yet. */
                pending: number;
            };
            /** @description From creation to a verdict that people reached (authorized or denied). */
            time_to_verdict: {
                /** @description Half of the verdicts that people reached took no longer; null without any. */
                p50_ms: number | null;
                /** @description 95 of 100 took no longer; null without any. */
                p95_ms: number | null;
            };
            /** @description The newest deliveries of each live webhook endpoint, at most 100 of each, test events left out. */
            deliveries: {
                /** @description Deliveries that arrived. */
                delivered: number;
                /** @description Deliveries that will not be tried again by themselves. */
                failed: number;
                /** @description Deliveries that may still arrive. */
                pending: number;
                /** @description Deliveries with at least one attempt. */
                attempted: number;
                /** @description Deliveries that arrived with their first attempt. */
                delivered_at_first: number;
            };
            /** @description The open request that has waited longest, of any age; null where none is open. */
            oldest_pending: {
                /** @description Request id. */
                id: string;
                /** @description Its action. */
                action: string;
                /**
                 * Format: int64
                 * @description When it was made, epoch ms.
                 */
                created_at: number;
                /**
                 * Format: int64
                 * @description When it expires, epoch ms.
                 */
                expires_at: number;
            } | null;
            /** @description Days of 24 hours counted back from now, the oldest first. */
            by_day: {
                /**
                 * Format: int64
                 * @description Start of these 24 hours, epoch ms.
                 */
                start: number;
                /** @description Requests made in them. */
                requested: number;
                /** @description Those that were authorized. */
                authorized: number;
                /** @description Those that were denied. */
                denied: number;
            }[];
            /** @description Actions by time to verdict, the slowest first. */
            actions: {
                /** @description Action id. */
                action: string;
                /** @description Its title in the newest request. */
                title: string;
                /** @description Requests made under it. */
                requests: number;
                /** @description Half of the verdicts that people reached took no longer; null without any. */
                p50_ms: number | null;
            }[];
            /** @description Operators whose keys open requests wait for, the longest wait first. */
            waiting_on: {
                /** @description Operator id. */
                operator: string;
                /** @description What people call them. */
                name: string;
                /** @description Open requests that wait for their key. */
                requests: number;
                /**
                 * Format: int64
                 * @description When the oldest of these was made, epoch ms.
                 */
                since: number;
            }[];
            /** @description Every live webhook endpoint and how it is doing. */
            endpoints: {
                /** @description Endpoint id. */
                id: string;
                /** @description Where events are posted; to others than admins only the scheme and the host. */
                url: string;
                /** @description What it is for, in the admin's words. */
                description: string;
                /**
                 * @description `failing`: the last attempt did not arrive. `unused`: nothing was posted yet. Test events do not count.
                 * @enum {string}
                 */
                health: "healthy" | "failing" | "unused" | "disabled";
                /**
                 * Format: int64
                 * @description When the first attempt since the last success failed, epoch ms; null unless it is failing.
                 */
                failing_since: number | null;
                /**
                 * Format: int64
                 * @description When the last attempt ended, epoch ms; null without any.
                 */
                last_attempt_at: number | null;
                /** @description What the last attempt ran into, for a person; null unless it is failing. */
                last_error: string | null;
                /** @description The HTTP status of the last attempt, if one came. */
                last_status: number | null;
                /**
                 * Format: int64
                 * @description When the next attempt is due, epoch ms; null where none is planned.
                 */
                next_attempt_at: number | null;
                /** @description Events that have not arrived and may still, among the newest 100. */
                waiting: number;
            }[];
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
        /** @description The path does not take this method. `Allow` lists those that it takes; HEAD works wherever GET does. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "invalid";
                };
            };
        };
        /** @description The server failed. Pause and send the same again; the incident's id is in the server's log. */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "internal";
                };
            };
        };
        /** @description The body cannot be read, lacks a field, has one that this route does not take, or breaks a limit. */
        BadBody: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "invalid";
                };
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
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "too_large";
                };
            };
        };
        /** @description The body is not application/json. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "unsupported_media_type";
                };
            };
        };
        /** @description Too many refused attempts came from this peer. A valid link or passkey is never held up. */
        TooManyRefusedAttempts: {
            headers: {
                /** @description Seconds until refused attempts are answered again. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description A query parameter is malformed or out of range, or the cursor is not one that this list gave. */
        BadQuery: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "invalid";
                };
            };
        };
        /** @description Somebody else's edit came first. Read again, then repeat the edit if it still makes sense. */
        EditedMeanwhile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "conflict";
                };
            };
        };
        /** @description No such request in the organization. A malformed id and a request of another organization answer the same. */
        NoSuchRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "not_found";
                };
            };
        };
        /**
         * @description The operator typed 20 wrong codes within an hour, in whatever requests. No code is looked at until the hour is over.
         *     Refusing and aborting stay possible.
         */
        TooManyWrongCodes: {
            headers: {
                /** @description Seconds until codes are looked at again. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
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
        /** @description The operator is no admin. */
        AdminOnly: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The policy is not valid; `problems` lists everything to correct. */
        SenselessPolicy: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PolicyProblem"] & {
                    /** @enum {string} */
                    kind: "invalid";
                };
            };
        };
        /** @description No head of this organization's audit chain has been published yet. One follows within a minute of the first entry. */
        NoPublishedHead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "not_found";
                };
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
    headers: {
        /**
         * @description The methods that the path takes, separated by commas.
         * @example GET, POST
         */
        Allow: string;
    };
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
            405: components["responses"]["MethodNotAllowed"];
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description The body says `replace` false, and this browser has a live session. The link is not spent. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRefusedAttempts"];
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
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description This console has no host name. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    passkeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What the browser gave, at most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignIn"];
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
            /** @description The passkey does not open anything. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRefusedAttempts"];
            500: components["responses"]["Internal"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: {
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
            /** @description A page of passkeys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    enrolPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name and what the browser gave, at most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyEnrolment"];
            };
        };
        responses: {
            /** @description Enrolled. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description This passkey is enrolled already, or others were enrolled at the same moment. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The response does not prove a passkey for this console and this session, or the caller has 10 passkeys. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    startPasskeyEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description This console has no host name, or the caller has 10 passkeys. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Passkey id.
                 * @example psk_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
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
            /** @description The caller has no such passkey. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
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
            405: components["responses"]["MethodNotAllowed"];
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
            405: components["responses"]["MethodNotAllowed"];
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
            /** @description Done; the request as it is now. */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request, its round or the seat has moved on. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "decided" | "stale_round" | "already_turned" | "seat_locked";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyWrongCodes"];
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
            /** @description Done; the request as it is now. */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request is decided. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "decided";
                    };
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
            /** @description Done; the request as it is now. */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request is decided. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "decided";
                    };
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
            /** @description Done; the request as it is now. */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request is decided, or there is nothing to take back. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "decided" | "not_turned";
                    };
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
            /** @description Done; the request as it is now. */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request is decided, or is not coincident. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "decided" | "not_coincident";
                    };
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
            /** @description Done; the request as it is now. */
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
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request is decided, or the seat has turned its key. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "decided" | "already_turned";
                    };
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
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    requestDeliveries: {
        parameters: {
            query?: {
                /** @description At most this many. A page may be shorter; only `cursor` null means the end. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the last page ended, as its answer gave it. Absent starts from the beginning; anything else is 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
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
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            404: components["responses"]["NoSuchRequest"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    requestHistory: {
        parameters: {
            query?: {
                /** @description At most this many. A page may be shorter; only `cursor` null means the end. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the last page ended, as its answer gave it. Absent starts from the beginning; anything else is 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
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
            /** @description A page of the history. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NoSuchRequest"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    getDeliveryPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404.
                 * @example dlv_d2be70408684cf8ccac5a2a4
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Headers and body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "server_now": 1795176000012,
                     *       "headers": {
                     *         "Content-Type": "application/json",
                     *         "Service-Event-Id": "evt_0123456789abcdef0123456789abcdef",
                     *         "Service-Event-Type": "request.authorized",
                     *         "Service-Delivery-Id": "dlv_d2be70408684cf8ccac5a2a4"
                     *       },
                     *       "body": "{\"id\":\"evt_0123456789abcdef0123456789abcdef\",\"type\":\"request.authorized\"}"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryPost"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            /** @description The organization has no such delivery. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "no such delivery in this organization",
                     *       "kind": "not_found"
                     *     }
                     */
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404.
                 * @example dlv_d2be70408684cf8ccac5a2a4
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
            /** @description On its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description A try is being made right now. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The integration's one call has ended and is never made again. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
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
            /** @description A page of endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "server_now": 1795176000012,
                     *       "endpoints": [
                     *         {
                     *           "id": "whe_0c5d9e4f7a1b2c3d4e5f6071",
                     *           "url": "https://hooks.acme.dev/authorization",
                     *           "types": [
                     *             "request.authorized"
                     *           ],
                     *           "description": "payments",
                     *           "enabled": true,
                     *           "created_at": 1795176000000,
                     *           "deleted_at": null,
                     *           "previous_secret_expires_at": null
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The endpoint. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.acme.dev/authorization",
                 *       "types": [
                 *         "request.authorized"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewEndpoint"];
            };
        };
        responses: {
            /** @description Added and enabled. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointSecretAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The service will not post to this URL, or there are too many endpoints. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            500: components["responses"]["Internal"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["EndpointEdit"];
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description How long the old secret still signs. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description Rotated; the new secret is in this answer and in no other. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointSecretAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    revokePreviousSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
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
            /** @description Only the current secret signs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Which type; `request.authorized` unless given. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "type": "request.denied"
                 *     }
                 */
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description On its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The endpoint is disabled. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    webhookDeliveries: {
        parameters: {
            query?: {
                /** @description At most this many. A page may be shorter; only `cursor` null means the end. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the last page ended, as its answer gave it. Absent starts from the beginning; anything else is 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    recoverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The range, by when the events were fired. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": 1795089600000,
                 *       "until": 1795176000000
                 *     }
                 */
                "application/json": components["schemas"]["RecoverRange"];
            };
        };
        responses: {
            /** @description On their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recovered"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The endpoint is disabled. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
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
            /** @description A page of keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "server_now": 1795176000012,
                     *       "keys": [
                     *         {
                     *           "id": "key_5b1f0c7c9d3e4a2f8b6d7e01",
                     *           "name": "refund worker",
                     *           "scopes": [
                     *             "read",
                     *             "execute"
                     *           ],
                     *           "created_at": 1795176000000,
                     *           "created_by": "op_alpha",
                     *           "revoked_at": null,
                     *           "last_used_at": null
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Name and scopes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "refund worker",
                 *       "scopes": [
                 *         "read",
                 *         "execute"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created and live. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyTokenAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Key id.
                 * @example key_5b1f0c7c9d3e4a2f8b6d7e01
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "server_now": 1795176000012,
                     *       "key": {
                     *         "id": "key_5b1f0c7c9d3e4a2f8b6d7e01",
                     *         "name": "refund worker",
                     *         "scopes": [
                     *           "read",
                     *           "execute"
                     *         ],
                     *         "created_at": 1795176000000,
                     *         "created_by": "op_alpha",
                     *         "revoked_at": 1795176000011,
                     *         "last_used_at": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            500: components["responses"]["Internal"];
        };
    };
    listActions: {
        parameters: {
            query?: {
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
            /** @description A page of actions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    getAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Action id, as proposers name it: letters, digits, `.`, `_` and `-`, at most 128.
                 * @example deploy.production
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    putAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Action id, as proposers name it: letters, digits, `.`, `_` and `-`, at most 128.
                 * @example deploy.production
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The policy, at most 64 KiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Deploy to production",
                 *       "roster": [
                 *         "op_alpha",
                 *         "op_bravo",
                 *         "op_charlie"
                 *       ],
                 *       "quorum": {
                 *         "default": 2,
                 *         "min": 1,
                 *         "max": 3,
                 *         "selectable": true
                 *       },
                 *       "deny_self_approval": true,
                 *       "param_rules": [
                 *         {
                 *           "when": [
                 *             {
                 *               "param": "service",
                 *               "op": "eq",
                 *               "value": "billing"
                 *             }
                 *           ],
                 *           "quorum": 3
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PolicyEdit"];
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SenselessPolicy"];
            500: components["responses"]["Internal"];
        };
    };
    deleteAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Action id, as proposers name it: letters, digits, `.`, `_` and `-`, at most 128.
                 * @example deploy.production
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
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
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            500: components["responses"]["Internal"];
        };
    };
    previewAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Action id, as proposers name it: letters, digits, `.`, `_` and `-`, at most 128.
                 * @example deploy.production
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The proposal. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "requester": "op_alpha",
                 *       "params": {
                 *         "service": "billing"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PreviewProposal"];
            };
        };
        responses: {
            /** @description What the policy says. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    backtestAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Action id, as proposers name it: letters, digits, `.`, `_` and `-`, at most 128.
                 * @example deploy.production
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The policy to try. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policy": {
                 *         "title": "Deploy to production",
                 *         "roster": [
                 *           "op_alpha",
                 *           "op_bravo",
                 *           "op_charlie"
                 *         ],
                 *         "quorum": {
                 *           "default": 2,
                 *           "min": 1,
                 *           "max": 3,
                 *           "selectable": true
                 *         },
                 *         "deny_self_approval": true,
                 *         "param_rules": [
                 *           {
                 *             "when": [
                 *               {
                 *                 "param": "service",
                 *                 "op": "eq",
                 *                 "value": "billing"
                 *               }
                 *             ],
                 *             "quorum": 3
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BacktestBody"];
            };
        };
        responses: {
            /** @description The differences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SenselessPolicy"];
            500: components["responses"]["Internal"];
        };
    };
    listOperators: {
        parameters: {
            query?: {
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
            /** @description A page of operators. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "server_now": 1795176000012,
                     *       "operators": [
                     *         {
                     *           "id": "op_bravo",
                     *           "name": "Bo Bravo",
                     *           "email": "bo@acme.dev",
                     *           "role": "operator",
                     *           "enabled": true,
                     *           "created_at": 1795176000000
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["OperatorList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The operator. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "op_bravo",
                 *       "name": "Bo Bravo",
                 *       "email": "bo@acme.dev",
                 *       "role": "operator"
                 *     }
                 */
                "application/json": components["schemas"]["NewOperator"];
            };
        };
        responses: {
            /** @description Added and enabled. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The id is taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    updateOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Operator id.
                 * @example op_bravo
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": components["schemas"]["OperatorEdit"];
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description Nobody would be left to administer the organization, or somebody else edited at the same moment. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    createSignInLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Operator id.
                 * @example op_bravo
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
            /** @description The link; it is in this answer and in no other. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The operator is disabled. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "refused";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    listOperatorPasskeys: {
        parameters: {
            query?: {
                /** @description At most this many. A page may be shorter; only `cursor` null means the end. */
                limit?: components["parameters"]["Limit"];
                /** @description Where the last page ended, as its answer gave it. Absent starts from the beginning; anything else is 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Operator id.
                 * @example op_bravo
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of passkeys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    deleteOperatorPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Operator id.
                 * @example op_bravo
                 */
                id: string;
                /**
                 * @description Passkey id, as the list names it.
                 * @example psk_0c5d9e4f7a1b2c3d4e5f6071
                 */
                passkey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
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
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization has no such operator, or the operator no such passkey. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            500: components["responses"]["Internal"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Whose; the caller's own unless given. Only an admin may name another. */
                operator?: string;
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
            /** @description A page of sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            /** @description Only an admin may look at the sessions of others. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    revokeSessions: {
        parameters: {
            query?: {
                /** @description Whose; the caller's own unless given. Only an admin may name another. */
                operator?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
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
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            /** @description Only an admin may end the sessions of others, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["EditedMeanwhile"];
            500: components["responses"]["Internal"];
        };
    };
    revokeSession: {
        parameters: {
            query?: {
                /** @description Whose; the caller's own unless given. Only an admin may name another. */
                operator?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Session id, as the list names it.
                 * @example ses_4f1c7a90b2d3e5f60718293a
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            200: {
                headers: {
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
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            /** @description Only an admin may look at the sessions of others, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            /** @description The organization holds nothing of this id. A malformed id answers the same. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only entries after this place. `cursor`, where it is given, wins. */
                after?: number;
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
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /** @description Only entries after this place. */
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chain, or a part of it. */
            200: {
                headers: {
                    /**
                     * @description The `after` of the next part. Absent where this is the last.
                     * @example 20417
                     */
                    "Audit-Continue-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    auditHead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The head. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedHead"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            404: components["responses"]["NoPublishedHead"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description How many days; 7 unless given. */
                days?: 7 | 30;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
}
