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
         * @description Uses up the token of a one-time link and opens a session. A used, expired or unknown token, the token of a link that
         *     another browser requested, and the token of a disabled operator all get the same 401 answer.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Ends this session. Every copy of the cookie stops working immediately.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/mailed-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a sign-in link by mail
         * @description Mails a link to an operator without a passkey, if the organization allows it. The answer is the same and takes the same
         *     time whether or not the organization and the address exist. The link lasts ten minutes and works once, only in this
         *     browser. At most three an hour are mailed to an address.
         */
        post: operations["requestMailedLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mailed-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether operators can request sign-in links by mail
         * @description Off unless an admin has allowed it.
         */
        get: operations["getMailedLinks"];
        /**
         * Set whether operators can request sign-in links by mail
         * @description Ending it takes effect at once. Allowing it needs another admin, or, where no second admin approves changes, a sign-in of
         *     the last five minutes.
         */
        put: operations["setMailedLinks"];
        post?: never;
        delete?: never;
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
         * @description Options for `navigator.credentials.get`. They do not name an operator: the browser offers the passkeys that it has.
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
         * @description Opens a session. An unknown passkey, a used or expired challenge, a wrong signature and a disabled operator all
         *     get the same 401 answer.
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
         * @description Send the browser's response to the options. After this, the caller can sign in without a link. The caller must have signed in within the last five minutes. The owner is told by mail, and so are all admins if the owner is an admin.
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
         * @description Options for `navigator.credentials.create`. The passkey must verify the person, not only the device.
         *     The caller must have signed in within the last five minutes.
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
                /** @description Passkey id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a passkey
         * @description Deletes one of the caller's own passkeys. Nobody can sign in with it again. Sessions that it opened stay valid.
         */
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/passkeys/{id}/enrolment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Passkey id. */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        /**
         * Read the enrolment that a passkey signs
         * @description Returns what a passkey of the caller signs about its own enrolment, after it was added. Build the statement yourself from
         *     the key that the browser made, and compare, before you ask for the passkey.
         */
        get: operations["getEnrolment"];
        put?: never;
        /**
         * Sign the enrolment of a passkey
         * @description The new key signs that it is the caller's. After that, an admin can countersign it.
         */
        post: operations["signEnrolment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that can sign
         * @description Every passkey of the organization that can sign turns, with whether an admin has countersigned it. Oldest first.
         */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/signing-keys/{id}/countersignature": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Passkey id. */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        /**
         * Read what an admin signs about a key
         * @description Returns the statement that this key is its operator's. Compare the fingerprint with its operator over another channel,
         *     build the statement yourself from what you show, and compare, before you ask for your passkey.
         */
        get: operations["getCountersignature"];
        put?: never;
        /**
         * Countersign a key
         * @description The caller's passkey signs that this key is its operator's. Once two admins have a countersigned key, only countersigned
         *     keys sign turns.
         */
        post: operations["countersignKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allowed-signers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the keys that may sign turns
         * @description Returns the organization's `allowed_signers` for `ssh-keygen -Y verify`: each operator's passkeys that can sign, with
         *     the time in which each is valid, and the service's own key for verdicts. Keep a copy, and compare a new one with its
         *     owners: verifiers trust these keys, and not those in a proof. Removed keys stay in it, with the time until which they
         *     were valid.
         */
        get: operations["exportSigners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your devices
         * @description The caller's own devices for notifications, and the key with which a browser subscribes. If the caller has none, the service publishes its current key within seconds.
         */
        get: operations["listDevices"];
        put?: never;
        /**
         * Add this browser as a device
         * @description Send the browser's subscription. From then on, notices about requests are also pushed to it, beginning with a test. A subscription that the caller has
         *     is replaced. One that another operator had in this browser ends for that operator, who is told by mail. The caller must have
         *     signed in within the last five minutes. The caller is told by mail, and so are all admins if the caller is an admin.
         */
        post: operations["addDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/shown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose what notifications show
         * @description For all devices of the caller. The code is never in the visible text.
         */
        put: operations["setPushText"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Device id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a device
         * @description Removes one of the caller's own devices. Nothing is pushed to it from then on. The caller is told by mail.
         */
        delete: operations["deleteDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/devices/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Device id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a device
         * @description Pushes a notification without a code to one of the caller's own devices, at most ten times in ten minutes.
         */
        post: operations["testDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the inbox
         * @description The session, one page of the open requests and their counts in one answer. With `view=mine`, only requests that wait
         *     for the caller's key. A search reads up to 1,000 open requests. Without a filter, and sorted by `end`, up to 600 are
         *     read and counted; of more, only the page is read, by `expires_at`, and `offset` counts all requests in which the
         *     caller has a seat.
         */
        get: operations["getInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for a change
         * @description Answers as soon as something was written about the organization's requests or configuration, at the latest after 20
         *     seconds. It reads nothing about any request. Three calls of an operator and 25 of an organization may wait; others are
         *     answered at once.
         */
        get: operations["watchInbox"];
        put?: never;
        post?: never;
        delete?: never;
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
         * @description Newest first. Expired requests are settled before they are shown. `getInbox` has the requests that wait for the
         *     caller.
         *
         *     A search looks at up to 1,000 requests for each page and answers how far it looked. No index has the words, so a page
         *     can be short or empty and still have a `cursor`: only a null `cursor` means that everything was searched. An
         *     operator can search 120 pages a minute.
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /**
         * Read a request
         * @description Returns the request, the state of its ceremony, and what the caller can do.
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
    "/api/requests/{id}/statement": {
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
         * Read what a passkey would sign
         * @description Returns the statement of the caller's decision about a request whose policy needs signed turns. Nothing is stored:
         *     the service computes the statement again when the decision arrives. Build the statement yourself from what you show,
         *     and compare, before you ask for the passkey.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/evidence/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_acdcf8070763c1a1072b22d3
                 */
                id: components["parameters"]["RequestId"];
                /** @description The name of a document that the display of the request declares. Anything else is 404. */
                name: string;
            };
            cookie?: never;
        };
        /**
         * Read a document
         * @description Returns the document whose digest is in the param `evidence.NAME`, as it is stored. Compute the SHA-256 of what you
         *     read, and compare it with the digest, before you show it.
         */
        get: operations["getRequestEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/proof": {
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
         * @description Returns the same files as `getProof` of the service.
         */
        get: operations["getRequestProof"];
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a key
         * @description Submits the code that was sent to the caller. The last key that the quorum needs authorizes the request. Every
         *     wrong code is counted before the service answers. After 5 wrong codes the seat is locked until the next round or
         *     until an admin re-issues the code.
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse
         * @description Denies the request. The caller needs a seat but no code, because refusing is easier than authorizing.
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abort
         * @description Aborts the request. The caller needs a seat but no code. The operator in whose name the request was made needs no seat
         *     either, and then nothing is signed.
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back a key
         * @description The caller's key no longer counts. If no turned key is left, the round's time window ends.
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restart a coincident round
         * @description Aborts the request with the reason `round_restarted`. To continue, propose it again.
         */
        post: operations["restartRound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/stop": {
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
         * Stop an approved request
         * @description Nobody can claim the request any more, and no call of its integration begins. A worker that has it can still report.
         *     The requester, the operators who were asked and admins can do it, without a code or a signature, because stopping is
         *     easier than authorizing. Stopping it again changes nothing.
         */
        post: operations["stopRequest"];
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Re-issue a seat's code
         * @description The old code stops working, the seat is unlocked, and the operator gets a new code. A fourth re-issue aborts the
         *     request. Where changes need a second admin, another admin approves it first (202).
         */
        post: operations["reissueCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/requests/{id}/questions": {
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
         * List the questions about a request
         * @description Returns the questions about the request and the answers of its requester, oldest first: at most 50. They decide
         *     nothing, and no event, signature or `/v1` answer has anything of them.
         */
        get: operations["listQuestions"];
        put?: never;
        /**
         * Ask the requester, or answer
         * @description Operators with a seat in the request, its requester and admins can write. The requester of a question, and for an
         *     answer everybody who asked, get a message that says who wrote, and never what.
         */
        post: operations["writeQuestion"];
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /**
         * List a request's deliveries
         * @description Newest first, each with all attempts, including the callback and the integration's call.
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /**
         * Read a request's history
         * @description Returns everything that happened to the request since the proposal. New entries get their position in the chain
         *     after a moment.
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
                /** @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404. */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /**
         * Show what a delivery posts
         * @description Returns the headers and the body of one attempt exactly as they were posted. Without `attempt`, returns what an
         *     attempt would post now, without the signature, because every attempt has a different one.
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
                /** @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404. */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the same event with the same ids and a new signature. If it fails, it is retried for another 72 hours.
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
         * @description Oldest first, without deleted endpoints.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description Checks the complete URL, including every address that its host name resolves to. Only this answer contains the
         *     signing secret. A destination on AWS is sent a test event and waits for its token (verifyWebhook).
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the health of the endpoints
         * @description Every webhook endpoint that is not deleted, judged by its newest deliveries.
         */
        get: operations["listEndpointHealth"];
        put?: never;
        post?: never;
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Also returns deleted endpoints, for the history of their deliveries.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description A deleted endpoint gets no new events, and its pending deliveries fail on their next attempt. The history of its
         *     deliveries stays readable.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Edit a webhook endpoint
         * @description The URL cannot be edited: a different URL is a different receiver and needs its own secret. A disabled endpoint
         *     gets no new events, and its pending deliveries fail on their next attempt.
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description From now on every post, including retries of older events, is signed with the new secret. During the overlap,
         *     posts are also signed with the old secret.
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the overlap of a rotation
         * @description From now on, posts are signed only with the current secret.
         */
        post: operations["revokePreviousSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a destination on AWS
         * @description Saving the ARN of an event bus or of a queue sends it a test event with a `verification_token`. An admin who enters that token can read what
         *     arrives there, so the destination is enabled then. A test event that is sent again carries the same token.
         */
        post: operations["verifyWebhook"];
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends a signed event about a request that does not exist, in a single attempt. The list of deliveries shows the result.
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /**
         * List an endpoint's deliveries
         * @description Newest first, each with all attempts. Deleted endpoints keep their deliveries.
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send missed events again
         * @description Sends every request event of the range again that failed at this endpoint, and every event that was never sent to
         *     it (because the endpoint was disabled or did not exist yet). The event and delivery ids stay the same. Events that
         *     were delivered or are still being retried are left unchanged. Call again while `cursor` is not null.
         */
        post: operations["recoverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organization's chat
         * @description The chat that is told about the organization's requests. The URL itself is never shown.
         */
        get: operations["getChat"];
        /**
         * Set the organization's chat
         * @description Posts to this incoming webhook when a request asks for keys, when half of its time is over and again shortly before its end while keys are missing, and when
         *     it was decided. A message says who asks, for what, what is unusual about it and how long it is open, and links to the
         *     console. It has no code, and nothing can be approved in the chat. All other admins are told. You must have signed in within the last five minutes.
         */
        put: operations["setChat"];
        post?: never;
        /**
         * Remove the organization's chat
         * @description Forgets the URL. All other admins are told.
         */
        delete: operations["removeChat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Post a test message
         * @description Posts a message that says who sent it, and answers whether the chat took it.
         */
        post: operations["testChat"];
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
         * @description Oldest first, including revoked keys. The list never shows tokens.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Only this answer contains the token. The service stores only its hash. With `signing_key`, the worker that uses the key
         *     can sign its reports. A signing key belongs to one API key of the organization, also after that key was revoked.
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
                /** @description Key id. */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working with the next request. Callbacks of requests that it created are still signed with it.
         *     Revoking a key twice is not an error.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /**
         * Edit an API key
         * @description Limits the key to actions, sets or ends its limit of open requests, or names who holds its token. If the organization
         *     needs a second admin for changes, a lower limit, a first list of actions and a shorter one are set at once.
         *     Everything else waits, also together with one of these.
         */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/api/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id. */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an API key a second token
         * @description Both tokens work until you end one of them. Id, scopes, limits and Idempotency-Keys are those of the key. Only this
         *     answer contains the new token. Posts to a callback are signed with the token that made the request and with every
         *     token that works. A key has at most two tokens that work.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}/tokens/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id. */
                id: components["parameters"]["ApiKeyId"];
                /** @description Number of the token. */
                number: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a token of an API key
         * @description The token stops working with the next request. The other token and the key stay. Callbacks of requests that it made
         *     are still signed with it. Ending a token twice is not an error.
         */
        delete: operations["endToken"];
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
         * @description Sorted by id, with their policies.
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
                /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        /**
         * Read an action
         * @description Returns the action with its current policy.
         */
        get: operations["getAction"];
        /**
         * Create or replace an action
         * @description Creates the action, or replaces its complete policy with a new version. Open requests keep the version under which
         *     they were made.
         */
        put: operations["putAction"];
        post?: never;
        /**
         * Delete an action
         * @description After this, nobody can propose requests under the action. Open requests continue. If you create the action again,
         *     its versions continue from the last one.
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
                /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview who would be asked
         * @description Checks a proposal against the current policy, or against the policy in the body, exactly as the create call does,
         *     without creating a request.
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
                /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a policy against past requests
         * @description Checks the newest requests of the action, at most 500, against another policy, and returns the requests for which
         *     the result would be different. Operators who were asked at that time count as enabled.
         */
        post: operations["backtestAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/powers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who can make an action happen
         * @description Returns for each action, and for each of its rules, who alone can get a verdict and which pairs can. With `change`, the
         *     answer is as if that change were made. It warns and refuses nothing. An operator gets 60 answers a minute.
         */
        get: operations["getPowers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups
         * @description Sorted by id, with their members and the actions that name them.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Group id: `grp_` and up to 40 lower-case letters, digits, `_` and `-`. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Create or replace a group
         * @description Requests that are created from then on use the new members. A removed member keeps their seats in open requests.
         */
        put: operations["putGroup"];
        post?: never;
        /**
         * Delete a group
         * @description Only a group that no action names can be deleted.
         */
        delete: operations["deleteGroup"];
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
         * @description Sorted by id, including disabled operators.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Add an operator
         * @description Then make a sign-in link for the operator, and add them to the rosters of their actions. If the organization needs no
         *     second admin for changes, you must have signed in within the last five minutes.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List when operators signed in
         * @description Returns when each operator last signed in and how many passkeys they have.
         */
        get: operations["listOperatorAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite operators
         * @description Adds up to 50 operators in one edit, all or none, and mails each of them a sign-in link, which works once within 24
         *     hours. A second admin approves all of it with one key. If the organization needs no second admin for changes, you must have
         *     signed in within the last five minutes.
         */
        post: operations["inviteOperators"];
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
                /** @description Operator id. */
                id: components["parameters"]["OperatorId"];
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
         * @description If you disable an operator, their seats are out of every open request before the call answers. If the organization needs
         *     no second admin for changes, you must have signed in within the last five minutes, except to disable or demote somebody.
         */
        patch: operations["updateOperator"];
        trace?: never;
    };
    "/api/operators/{id}/sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Operator id. */
                id: components["parameters"]["OperatorId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a sign-in link
         * @description The link opens one session of this operator, once, within 24 hours. The audit chain records that it was made.
         *     If the organization needs a second admin for changes, no admin gets the link: it is mailed to the operator.
         *     If it needs none, and always for a link of your own, you must have signed in within the last five minutes.
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
                /** @description Operator id. */
                id: components["parameters"]["OperatorId"];
            };
            cookie?: never;
        };
        /**
         * List an operator's passkeys
         * @description Lists the passkeys with which the operator can sign in, oldest first.
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
                /** @description Operator id. */
                id: components["parameters"]["OperatorId"];
                /** @description Passkey id, from the list. */
                passkey: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an operator's passkey
         * @description Nobody can sign in with it again. Sessions that it opened stay valid. To end them too, revoke all access of the
         *     operator.
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
         * @description Lists an operator's valid sessions, oldest first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Revoke all access
         * @description Ends all access of this operator: sessions, unopened sign-in links, and passkeys (somebody with a stolen link may
         *     have added one). If you revoke your own access, only the session of this call stays valid: enrol a new passkey in
         *     it. For that you must have signed in within the last five minutes. The owner is told by mail, and so are all admins if the
         *     owner is an admin. Any other operator needs a new sign-in link from an admin.
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
                /** @description Session id, from the list. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description The session stops working with the next request. To end another session of your own, you must have signed in within the
         *     last five minutes. The owner is told by mail, and so are all admins if the owner is an admin.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Finish a company sign-in
         * @description Opens a session of the operator to whom the account is connected, by issuer and subject. The session ends when the
         *     sign-in at the provider is older than the organization allows, and after 12 hours at the latest. In such a session,
         *     edits that need a fresh sign-in need a passkey or a link first.
         */
        put: operations["finishCompanySignIn"];
        /**
         * Start a company sign-in
         * @description The browser goes to the identity provider of the organization and comes back to the page `/sign-in/company`, which calls
         *     finishCompanySignIn. Nothing is stored until then. An unknown organization answers as one without company sign-in.
         */
        post: operations["startCompanySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/company-sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read company sign-in
         * @description The identity provider of the organization, and whether the caller has connected an account.
         */
        get: operations["getCompanySignIn"];
        /**
         * Set company sign-in
         * @description Sets the identity provider of the organization, or ends company sign-in (`null`). The provider is asked for its metadata
         *     first. Ending it is made at once, unless sign-in links by mail were forbidden.
         */
        put: operations["setCompanySignIn"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/company-sign-in/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Connect your company account
         * @description Connects the account of the provider, by issuer and subject, to the operator who is signed in. It can sign in as this
         *     operator from now on. An operator has one account.
         */
        put: operations["connectOwnIdentity"];
        /**
         * Start to connect your company account
         * @description As startCompanySignIn, but the account is connected to the operator who is signed in, in this session only. It needs a
         *     sign-in with a passkey or a link in the last five minutes.
         */
        post: operations["startOwnIdentity"];
        /**
         * Disconnect your company account
         * @description The account opens no session from now on. Sessions that it opened stay.
         */
        delete: operations["disconnectOwnIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operators/{id}/identity": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Operator id. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Connect an account to an operator
         * @description Connects an account of the organization’s provider, by its subject, to an operator, whose seats in open requests are
         *     struck. It creates nobody and changes no group and no role.
         */
        put: operations["connectIdentity"];
        post?: never;
        /**
         * Disconnect the account of an operator
         * @description The account opens no session from now on. The operator’s seats in open requests are struck.
         */
        delete: operations["disconnectIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename the organization
         * @description The name that people read on every page and in every mail. The id stays.
         */
        put: operations["renameOrganization"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes-turn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set how changes are approved
         * @description Whether another admin who approves a change of the configuration signs it with a passkey. It goes on by itself once every
         *     admin has a countersigned key. Setting `code_and_passkey` takes effect at once; `code` needs another admin.
         */
        put: operations["setChangesTurn"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes that wait
         * @description Returns the changes of the configuration that wait for the key of another admin.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the request that carries the change. Anything else is 404. */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Read a change
         * @description Returns what a change of the configuration would do, field by field, and what that means for approvals.
         */
        get: operations["getChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/changes/{id}/key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the change. */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collect an approved API key
         * @description Creates the API key that another admin approved, and returns its token. Only the admin who requested the key can do
         *     this, once, within 24 hours after the approval. Only this answer contains the token.
         */
        post: operations["collectKey"];
        delete?: never;
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
         * @description Entries in the order of the chain.
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
         * @description One JSON entry for each line, in the order of the chain. If the chain is larger than 4 MiB, `Audit-Continue-After`
         *     has the `after` of the next part. The parts joined together are the chain.
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
         * Read the last published head of the chain
         * @description Heads are signed and published outside the service's table, at most every five minutes. Keep one where nobody can change it:
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
         * @description Returns the requests by outcome, by day and by action, each verdict with the time that it took, the open requests
         *     by the time that is left, the operators whose keys are missing, the deliveries, and the health of every endpoint.
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
            /** @description The operator's name. */
            name: string;
            /**
             * @description An admin can also configure the organization.
             * @enum {string}
             */
            role: "operator" | "admin";
        };
        /**
         * @description How the session began. One that began with a `mailed_link`, which the operator requested, can read, write questions, refuse
         *     and abort; every other write is 403.
         * @enum {string}
         */
        Began: "passkey" | "link" | "mailed_link" | "identity";
        SessionAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            operator: components["schemas"]["Me"];
            /** @description Organization id. Every console route shows only this organization. */
            org: string;
            /** @description What people call the organization. Its id if it has no name. */
            org_name: string;
            /** @description Identifies the session in lists. It is not the secret in the cookie. */
            session_id: string;
            began: components["schemas"]["Began"];
            /**
             * Format: int64
             * @description Until when this sign-in is fresh, epoch ms, for what needs a fresh one. Null if it never is.
             */
            fresh_until: number | null;
            /**
             * Format: int64
             * @description When the session expires, epoch ms.
             */
            expires_at: number;
            /**
             * @description The ways to sign in that the organization has beside passkeys and links from admins. The browser remembers them, so that
             *     its sign-in page offers them. Without a session, nothing says them.
             */
            ways: ("company_account" | "mailed_link")[];
        };
        SignIn: {
            /** @description The `token` of a sign-in link. This call uses it up. */
            token: string;
            /**
             * @description Whether this call can replace a valid session of this browser. The default is true. A page that was opened by a
             *     link sends `false`, because somebody may have sent the link to make this browser act as another operator.
             */
            replace?: boolean;
        };
        /** @description The call succeeded. There is nothing else to return. */
        Done: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
        };
        MailedLinkRequest: {
            /** @description Organization id. */
            org: string;
            /** @description The operator's e-mail address. */
            address: string;
        };
        MailedLinksAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Whether operators without a passkey can request a sign-in link by mail. */
            allowed: boolean;
        };
        MailedLinks: {
            /** @description Whether operators without a passkey can request a sign-in link by mail. */
            allowed: boolean;
        };
        ChangeDifference: {
            /** @description What differs. */
            field: string;
            /** @description How, in words, for example `2 → 1`. */
            text: string;
        };
        Change: {
            /** @description Id of the request that carries the change. Another admin turns a key on it, as on any other request. */
            id: string;
            /** @description What is changed, in one line. */
            title: string;
            /** @description One entry for each difference. */
            differences: components["schemas"]["ChangeDifference"][];
            /** @description The admins who were asked. One of them is enough. */
            waiting_for: string[];
            /**
             * Format: int64
             * @description When the change lapses if nobody has approved it, epoch ms.
             */
            expires_at: number;
        };
        ChangeAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            change: components["schemas"]["Change"];
        };
        /** @description An empty object. You can also leave the body out. */
        Nothing: Record<string, never>;
        PasskeyOptions: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Pass this to the browser unchanged. Its challenge is valid for 5 minutes and for one response. */
            options: {
                [key: string]: unknown;
            };
        };
        /** @description The result of `navigator.credentials.get`, as JSON. */
        AuthenticationResponse: {
            /** @description Credential id, base64url. */
            id: string;
            /** @description The same value as `id`. */
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
            /** @description The operator's name for the device. */
            name: string;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
            /**
             * @description Whether its key can sign decisions. `ssh-keygen` verifies only ES256, so enrolment requests an ES256 key first. An
             *     authenticator that offers another key can sign in, but cannot sign decisions. It is about the key alone: at an IP
             *     address, no passkey can be used.
             */
            can_sign: boolean;
            /**
             * @description `unproven`: it did not sign its enrolment, so nobody can countersign it. `waiting`: it waits for an admin.
             *     `countersigned`: an admin signed that it is its operator's. Null if it cannot sign, and at an IP address.
             */
            standing: ("unproven" | "waiting" | "countersigned") | null;
            /** @description Of its key, as `ssh-keygen -l` prints it. Null if it cannot sign, and at an IP address. */
            fingerprint: string | null;
        };
        PasskeyList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first. An operator can have at most 10. */
            passkeys: components["schemas"]["Passkey"][];
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
        };
        /** @description The result of `navigator.credentials.create`, as JSON. */
        RegistrationResponse: {
            /** @description Credential id, base64url. */
            id: string;
            /** @description The same value as `id`. */
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
            /** @description The operator's name for the device. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
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
        SigningPasskey: {
            /** @description Passkey id, `psk_` followed by 24 hex characters. */
            id: string;
            /** @description The authenticator's own id, base64url. */
            credential_id: string;
            /** @description How the browser can reach the authenticator. */
            transports: string[];
        };
        KeyStatementAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /**
             * @description What is signed: canonical JSON (RFC 8785). The challenge is what OpenSSH calls "to be signed" over it, in the
             *     namespace `enrolment@ras`. It is valid for 5 minutes and for one signature.
             */
            statement: string;
            /** @description The caller's passkeys that can sign it. */
            passkeys: components["schemas"]["SigningPasskey"][];
        };
        /**
         * @description A passkey's signature over the statement of this decision (`getStatement`). Only actions whose `turn` is
         *     `code_and_passkey` look at it: turning a key needs it, and refusing or aborting works without it.
         */
        Signature: {
            /** @description Passkey id, `psk_` followed by 24 hex characters. */
            passkey: string;
            response: components["schemas"]["AuthenticationResponse"];
        };
        SignedKeyStatement: {
            /** @description The text that was signed, as it was read. */
            statement: string;
            signature: components["schemas"]["Signature"];
        };
        /**
         * @description What turning a key takes. `code`: the code that was sent to the operator. `code_and_passkey`: also a signature by the
         *     operator's passkey over a statement of the decision, which `ssh-keygen` verifies.
         * @enum {string}
         */
        TurnNeeds: "code" | "code_and_passkey";
        SigningKey: {
            /** @description Passkey id, `psk_` followed by 24 hex characters. */
            id: string;
            /** @description The id of the operator whose key it is. */
            operator: string;
            /** @description The operator's name for the device. */
            name: string;
            /** @description As `ssh-keygen -l` prints it. */
            fingerprint: string;
            /** @description The public key, as in `allowed_signers`. */
            key: string;
            /**
             * @description `unproven`: the key did not sign its enrolment, so nobody can countersign it. `waiting`: it waits for an admin.
             *     `countersigned`: an admin signed that it is this operator's.
             * @enum {string}
             */
            standing: "unproven" | "waiting" | "countersigned";
            /**
             * Format: int64
             * @description When the passkey was added, epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description When the key signed its enrolment, epoch ms.
             */
            enrolled_at: number | null;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            countersigned_at: number | null;
            /** @description The id of the admin. `admin-command` after a rescue. */
            countersigned_by: string | null;
            /** @description How a browser can reach the authenticator, such as `internal` or `usb`. */
            transports: string[];
        };
        SigningKeyList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Whether keys that nobody has countersigned sign turns. It ends when two admins have a countersigned key. */
            bootstrap: boolean;
            changes_turn: components["schemas"]["TurnNeeds"];
            /** @description Oldest first. */
            keys: components["schemas"]["SigningKey"][];
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
        };
        AllowedSigners: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description The text of an `allowed_signers` file. */
            allowed_signers: string;
        };
        Device: {
            /** @description Device id, `dev_` followed by 24 hex characters. */
            id: string;
            /**
             * @description What the browser said when it was added, for people. Most iPads say `mac`.
             * @enum {string}
             */
            device: "windows" | "mac" | "linux" | "chromeos" | "iphone" | "ipad" | "android" | "unknown";
            /** @description SHA-256 of the endpoint, in hex. A page finds by it which device is its own browser. */
            endpoint_sha256: string;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description When its push service last accepted a push, accurate to the day, epoch ms. Null if it never did.
             */
            accepted_at: number | null;
        };
        /**
         * @description What a notification shows. `text`: the subject and the first lines of the mail, never the code. `no_text`: only that there is
         *     something to do.
         * @enum {string}
         */
        PushShows: "text" | "no_text";
        DeviceList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first. An operator can have at most 10. It leaves out those that have ended, because access was ended or they subscribed with an earlier `public_key`. */
            devices: components["schemas"]["Device"][];
            /** @description The key with which a browser subscribes (`applicationServerKey`), base64url. Null until the service has published it. Ask again after a few seconds. */
            public_key: string | null;
            shows: components["schemas"]["PushShows"];
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
        };
        NewDevice: {
            /** @description The `endpoint` of the browser's subscription. It must be an https URL of a push service that the deployment allows, without a port, credentials or fragment. */
            endpoint: string;
            /** @description The `keys` of the browser's subscription. */
            keys: {
                /** @description A point of P-256, 65 bytes as base64url. */
                p256dh: string;
                /** @description 16 bytes as base64url. */
                auth: string;
            };
            /** @description The `public_key` with which the browser subscribed. */
            public_key: string;
        };
        DeviceAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            device: components["schemas"]["Device"];
        };
        NewPushText: {
            shows: components["schemas"]["PushShows"];
        };
        PushTextAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            shows: components["schemas"]["PushShows"];
        };
        /** @description Who is signed in, and until when. */
        SessionFacts: {
            operator: components["schemas"]["Me"];
            /** @description Organization id. Every console route shows only this organization. */
            org: string;
            /** @description What people call the organization. Its id if it has no name. */
            org_name: string;
            /** @description Identifies the session in lists. It is not the secret in the cookie. */
            session_id: string;
            began: components["schemas"]["Began"];
            /**
             * Format: int64
             * @description Until when this sign-in is fresh, epoch ms, for what needs a fresh one. Null if it never is.
             */
            fresh_until: number | null;
            /**
             * Format: int64
             * @description When the session expires, epoch ms.
             */
            expires_at: number;
        };
        /**
         * @description Counts of open requests. If more than 600 are in question and the query has no filter and sorts by `end`, only its
         *     page is read, and what only the records say is null. The counts of a search are complete if `unread` is 0.
         */
        InboxCounts: {
            /** @description How many wait for the caller's key. Null if only a page was read. */
            mine: number | null;
            /** @description In how many the caller has a seat, also where their key is already turned. */
            asked: number;
            /** @description How many are open in the organization. */
            open: number;
            /** @description How many match the query. Null if only a page was read. */
            matching: number | null;
            /** @description How many match the query and have a warning. Null if only a page was read. */
            unusual: number | null;
            /** @description How many match the query and end within 15 minutes. Null if only a page was read. */
            soon: number | null;
            /**
             * @description How many of those in question were not read. A search reads at most 1,000: those of the chosen action before
             *     others, then those in which the caller has a seat, then those that end first.
             */
            unread: number;
        };
        Choice: {
            /** @description The value to filter by. */
            id: string;
            /** @description What people call it. */
            name: string;
            /** @description How many requests match with this value and the other filters. Null if they were not counted. */
            count: number | null;
        };
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
        ShownLine: {
            /** @description The key of the param. */
            param: string;
            /** @description The same, with marks for what does not show. */
            key: string;
            /** @description The words before it; null if the display does not list the param. */
            label: string | null;
            /**
             * @description Its format.
             * @enum {string}
             */
            type: "money" | "number" | "bytes" | "duration" | "date" | "time" | "operator" | "link" | "code" | "text";
            /** @description The value as it is shown; null if the request has no such param. */
            value: string | null;
            /** @description The value as it was sent, if that is another text. */
            raw: string | null;
            /** @description Whether the value fits its format. If not, it is shown as it was sent. */
            fits: boolean;
            /** @description Where a link leads. */
            href: string | null;
        };
        /**
         * @description The lines that one renderer makes of a display and the params. Pages lay them out and make no others. Values have marks
         *     such as `[U+200B]` for what does not show, and stand between « and ».
         */
        Shown: {
            /** @description The pieces of the title, in order. */
            title: ({
                /** @description Words of the template. */
                words: string;
            } | {
                /** @description The param. */
                param: string;
                /** @description The value of the param; null if the request has no such param. */
                value: string | null;
            })[];
            /** @description One for each param of the request and of the display. */
            lines: components["schemas"]["ShownLine"][];
        };
        /**
         * @description How the document is shown. `diff` is a unified diff.
         * @enum {string}
         */
        EvidenceKind: "text" | "diff" | "json" | "markdown";
        /** @description A document that people read beside the request. */
        EvidenceView: {
            /** @description Its name in the display. */
            name: string;
            kind: components["schemas"]["EvidenceKind"];
            /** @description The value of the param `evidence.NAME`: `sha256:` and 64 hex digits. Null if the request has no such document. */
            digest: string | null;
            /**
             * @description `stored`: it can be read, and has its digest. `absent`: the request has no such document. `missing`: it was not
             *     stored yet. `expired`: it was stored, and is not kept any more. `changed`: what is stored has another digest.
             *     `unknown`: nobody looked, as in lists, or the store did not answer. A turn is refused while a document is
             *     missing, expired or changed.
             * @enum {string}
             */
            state: "stored" | "absent" | "missing" | "expired" | "changed" | "unknown";
        };
        /** @description An API key, with the name that people read. */
        ProgramView: {
            /** @description The id of the API key. */
            id: string;
            /** @description Its name, which never changes. */
            name: string;
        };
        /**
         * @description `coincident`: the keys must be turned within `coincidence_seconds` of the first.
         * @enum {string}
         */
        Mode: "independent" | "coincident";
        /** @description Group id: `grp_` and up to 40 lower-case letters, digits, `_` and `-`. */
        GroupId: string;
        /** @description One operator who was asked. */
        SeatView: {
            /** @description Operator id. */
            operator: string;
            /** @description The operator's name, or the id if the name is not known. */
            name: string;
            /** @description The groups of the policy in which the operator was when the request was created. */
            groups: components["schemas"]["GroupId"][];
            /**
             * @description `asked`: the key is not turned. `turned`: the key counts. `locked`: 5 wrong codes were entered; the seat stays
             *     locked until the next round or until an admin re-issues the code. `out`: the operator was disabled after the
             *     request was made.
             * @enum {string}
             */
            state: "asked" | "turned" | "locked" | "out";
            /**
             * Format: int64
             * @description When the key was turned, epoch ms. Null otherwise.
             */
            turned_at: number | null;
            /** @description How many times an admin re-issued this seat's code. */
            issue: number;
        };
        RequestGroup: {
            id: components["schemas"]["GroupId"];
            /** @description The group's name when the request was created. */
            name: string;
            /** @description The group's revision when the request was created. */
            revision: number;
        };
        RequirementView: {
            group: components["schemas"]["GroupId"];
            /** @description The group's name when the request was created. */
            name: string;
            /** @description How many members of the group must turn a key. */
            keys: number;
            /** @description How many keys count for it. Each operator counts for one requirement. */
            turned: number;
        };
        OptionView: {
            /**
             * @description The command.
             * @enum {string}
             */
            action: "turn" | "refuse" | "abort" | "withdraw" | "restart" | "stop" | "reissue";
            /** @description Whether the caller can run it now. */
            allowed: boolean;
            /** @description Why the command is not allowed, or a warning, for people. Null if there is nothing to say. */
            why: string | null;
        };
        /**
         * @description `person`: an operator. `program`: the program that requested it. `service`: the service itself. `restore`: the service was
         *     taken back to an earlier instant, so the request never runs again.
         * @enum {string}
         */
        EndedBy: "person" | "program" | "service" | "restore";
        /** @description Who reached the verdict. */
        DecisionView: {
            /** @description The approvers in the order of their turns, or the operator who refused or aborted the request. Empty if it expired, or if the system or its program aborted it. */
            by: string[];
            /**
             * Format: int64
             * @description When the verdict was reached, epoch ms.
             */
            at: number;
            /** @description Who ended the request without an approval, or took back what was approved. Null if nobody did. */
            ended_by: components["schemas"]["EndedBy"] | null;
            /** @description What the operator who refused or aborted the request wrote. */
            note: string | null;
            /** @description Why the service aborted or ended it. */
            reason: string | null;
        };
        /**
         * @description What of an authorized request may have run: it was claimed, or its integration's call has begun. Absent if nothing has.
         *     Unlike `execution`, it stays after the lease.
         */
        BegunView: {
            /**
             * Format: int64
             * @description When a worker last claimed the intent, epoch ms. Null for an integration's call.
             */
            from: number | null;
            /**
             * Format: int64
             * @description When that claim's lease ends or ended, epoch ms. Null for an integration's call.
             */
            until: number | null;
        };
        /**
         * @description The kind of edit. After the approval of `create_key` and `rotate_key` their requester collects a token.
         * @enum {string}
         */
        ChangeKind: "put_action" | "put_group" | "create_operator" | "invite_operators" | "update_operator" | "send_sign_in_link" | "create_key" | "update_key" | "rotate_key" | "reissue_code" | "set_changes_turn" | "rename_organization" | "set_mailed_links" | "set_identity_provider" | "connect_identity";
        /**
         * @description What the change means for approvals. `lowers`: fewer keys, or an easier way to them, can be enough. `changes_who`: other
         *     people decide. `gives_access`: a program can ask for approvals, or run what was approved. `raises`: it only makes approvals stricter. A change that does several of these is named by the first.
         * @enum {string}
         */
        ChangeEffect: "lowers" | "raises" | "changes_who" | "gives_access";
        /** @description What a request that is a change of the configuration would do, as it was when it was requested. */
        RequestedChange: {
            kind: components["schemas"]["ChangeKind"];
            /** @description Null if the change concerns no approval, for example a title. */
            effect: components["schemas"]["ChangeEffect"] | null;
        };
        /** @description The state of the ceremony, and what the caller can do. */
        CeremonyView: {
            /** @description The proposer's summary, cut to 200 characters. It is plain text, never markup. */
            summary: string | null;
            /** @description The action's title when the request was made. */
            title: string;
            /** @description What people are shown of the request, by the display of its own policy version. Null if that has none. */
            shown: components["schemas"]["Shown"] | null;
            /** @description The documents that the display of its own policy version declares. Read one with `getRequestEvidence`. */
            evidence: components["schemas"]["EvidenceView"][];
            /** @description Name of the operator on whose behalf the request was made. */
            requester_name: string;
            /**
             * @description The API key with which the request was made. Null if no program made it. Only the answer for a single request has
             *     this field.
             */
            program?: components["schemas"]["ProgramView"] | null;
            /** @description How many distinct operators must turn a key. */
            quorum: number;
            mode: components["schemas"]["Mode"];
            /** @description How long a round lasts from its first turn. Null in independent mode. */
            coincidence_seconds: number | null;
            /** @description Number of the current round, from 1. When a round collapses, the next one begins with new codes. Send this number with the code. */
            round: number;
            /**
             * Format: int64
             * @description When the current round collapses, epoch ms. Null if no key is turned in it.
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
            turn: components["schemas"]["TurnNeeds"];
            /** @description The deployment's integration that is called at the last key. Null if none is. */
            integration: string | null;
            /** @description Whether the request has a sealed intent. Lists do not include the intent itself. */
            has_intent: boolean;
            /** @description The first request of the organization with the same intent digest, if it is a different request: the same envelope was proposed before. Null if there is none. Only the answer for a single request has this field. */
            intent_first_used_in?: string | null;
            /** @description All operators who were asked. */
            seats: components["schemas"]["SeatView"][];
            /** @description How many turned keys count. */
            turned: number;
            /** @description How many more keys are needed at least. 0 after the verdict. */
            needed: number;
            /** @description The groups that the policy names, as they were when the request was created. */
            groups: components["schemas"]["RequestGroup"][];
            /** @description How many keys each required group has turned. Empty if the policy requires none. */
            requirements: components["schemas"]["RequirementView"][];
            /** @description Operators whose key can count. */
            eligible: string[];
            /** @description Operators whose key can count and is not turned. Empty after the verdict. */
            waiting_for: string[];
            /** @description The caller. */
            you: {
                /** @description Whether the caller was asked and can still act. */
                seat: boolean;
                /** @description How many more keys are needed at least after the caller's. 0 if theirs is the last one. Null if they have none to turn. */
                needed_after: number | null;
                /** @description As `requirements`, after the caller's key. Empty if the policy requires no group, or if they have no key to turn. */
                requirements_after: components["schemas"]["RequirementView"][];
                /** @description All commands, each with whether it is allowed and the reason if it is not. */
                options: components["schemas"]["OptionView"][];
            };
            /** @description Null until there is a verdict. */
            decided: components["schemas"]["DecisionView"] | null;
            begun?: components["schemas"]["BegunView"];
            /**
             * @description Who stopped what was approved. Absent if nobody did.
             * @enum {string}
             */
            stopped_by?: "person" | "program";
            change?: components["schemas"]["RequestedChange"];
        };
        /** @description Something to know before anything else. The page of the request says it in full. */
        Remark: {
            /**
             * @description `warn`: look twice. `note`: good to know.
             * @enum {string}
             */
            level: "warn" | "note";
            /** @description A few words for a list. Null if a list needs none. */
            short: string | null;
        };
        OpenRequest: {
            request: components["schemas"]["AuthorizationRequest"];
            view: components["schemas"]["CeremonyView"];
            /** @description The gravest first. They compare the request as `getRequestView` does. */
            remarks: components["schemas"]["Remark"][];
            /** @description How many other open requests have the same operation hash. Null if they were not counted. */
            same: number | null;
        };
        Inbox: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            session: components["schemas"]["SessionFacts"];
            /** @description The last entry of the audit chain before the requests were read. `watchInbox` waits for a later one. */
            seq: number;
            /**
             * @description Whether the caller is an admin of an organization without an open request, an action, an API key and a second
             *     enabled admin. The console then opens its guide.
             */
            new_organization: boolean;
            counts: components["schemas"]["InboxCounts"];
            /** @description The actions to choose from, the most frequent first. Without counts, a name can be the id. */
            actions: components["schemas"]["Choice"][];
            /** @description The requesters to choose from, the most frequent first. Without counts, any operators. */
            requesters: components["schemas"]["Choice"][];
            /** @description The page. `request.intent` is always null here. */
            requests: components["schemas"]["OpenRequest"][];
            /** @description The `offset` of the next page. Null if there is none. */
            next: number | null;
        };
        Watched: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Whether the organization's audit chain has an entry after `after`. Then read the inbox again. */
            changed: boolean;
            /** @description Whether this call could wait. If not, ask again after 15 seconds. */
            may_wait: boolean;
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
            /** @description The requests. `request.intent` is always null here. See `view.has_intent`. */
            requests: components["schemas"]["RequestWithView"][];
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
            /** @description How far this page looked. */
            searched: {
                /** @description How many requests it looked at. */
                count: number;
                /**
                 * Format: int64
                 * @description When the oldest of them was made, epoch ms. Null if there are no older ones.
                 */
                back_to: number | null;
            };
        };
        RemarkLink: {
            /** @description Request id. */
            request: string;
            /** @description The sentence after it. */
            next: string;
        };
        /** @description Something to know before a decision. */
        FullRemark: {
            /**
             * @description `warn`: look twice. `note`: good to know.
             * @enum {string}
             */
            level: "warn" | "note";
            /** @description Whether it is also said in the dialog before a turn if other remarks are graver. */
            always: boolean;
            /** @description What the text continues, as a quotation, because somebody else can have written it. Null if the text is a sentence. */
            about: string | null;
            /** @description What there is to know. */
            text: string;
            /** @description A request that the text ends with. Null if there is none. */
            link: components["schemas"]["RemarkLink"] | null;
        };
        /**
         * @description Only approved requests make anything ordinary. A request is compared with the newest 50 that were approved until now, or
         *     until its own verdict. They are searched in the newest 200 of the action and the newest 5,000 of the organization.
         */
        Comparison: {
            /** @description With how many approved requests it was compared. */
            approved: number;
            /** @description The gravest first. The last one says with how many requests it was compared. */
            remarks: components["schemas"]["FullRemark"][];
            /** @description The newest approved one. Null if there is none. */
            last: components["schemas"]["RequestWithView"] | null;
        };
        Question: {
            /** @description Its number in the request, from 1. */
            number: number;
            /** @description Operator id. */
            author: string;
            /** @description The operator's name, or the id if the name is not known. */
            author_name: string;
            /** @description Whether the requester wrote it, so that it answers the questions before it. */
            is_requester: boolean;
            /**
             * Format: int64
             * @description When it was written, epoch ms.
             */
            at: number;
            /** @description The text as it was written. Show it as other people's words. */
            text: string;
        };
        QuestionList: {
            /**
             * Format: int64
             * @description The server's clock, epoch ms.
             */
            server_now: number;
            questions: components["schemas"]["Question"][];
            /** @description Whether the requester has written nothing since the last question. */
            unanswered: boolean;
            /** @description Whether the caller can write. */
            may_write: boolean;
        };
        /**
         * @description Who it is. `person`: an operator. `program`: an API key, or the claim of a worker. `service`: the service itself.
         *     `set_up`: what made the organization. `command`: somebody with access to the deployment.
         * @enum {string}
         */
        ActorKind: "person" | "program" | "service" | "set_up" | "command";
        /** @description A thing by its id. A page shows its name, if it knows one. */
        WordReference: {
            /**
             * @description What it is.
             * @enum {string}
             */
            kind: "operator" | "group" | "action" | "key" | "endpoint";
            /** @description Its id. */
            id: string;
        };
        WordInstant: {
            /**
             * Format: int64
             * @description An instant, epoch ms.
             */
            at: number;
        };
        /** @description What people read, in pieces. Each is a text, a thing by its id, or an instant. */
        Words: (string | components["schemas"]["WordReference"] | components["schemas"]["WordInstant"])[];
        /** @description What an entry tells people. */
        Told: {
            /** @description Who did it. Null if `what` is a whole sentence. */
            who: components["schemas"]["WordReference"] | null;
            what: components["schemas"]["Words"];
            detail: components["schemas"]["Words"];
            /**
             * @description `good` and `bad` are ends; `warn` needs the attention of people.
             * @enum {string}
             */
            tone: "good" | "bad" | "warn" | "plain";
        };
        HistoryEntry: {
            /** @description Position in the audit chain. Null until the entry is recorded, which takes a moment. */
            seq: number | null;
            /**
             * Format: int64
             * @description When it happened, epoch ms.
             */
            at: number;
            /** @description What happened, for example `key.turned`. */
            kind: string;
            /** @description The id of who did it. Only `actor_kind` says whose id it is. */
            actor: string;
            actor_kind: components["schemas"]["ActorKind"];
            /** @description Details. The fields depend on `kind`. */
            data: {
                [key: string]: unknown;
            };
            told: components["schemas"]["Told"];
        };
        History: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Entries in the order in which they happened. */
            entries: components["schemas"]["HistoryEntry"][];
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
        };
        /**
         * @description What happened.
         * @enum {string}
         */
        EventType: "request.authorized" | "request.denied" | "request.expired" | "request.aborted" | "request.failed" | "request.executed" | "request.execution_failed";
        DeliveryTry: {
            /** @description Number of the attempt, from 1. Sending again continues the count. */
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
            /** @description The receiver's HTTP status. Null if it did not answer. */
            status: number | null;
            /**
             * @description How the attempt ended.
             * @enum {string}
             */
            outcome: "delivered" | "refused" | "refused_address" | "unreachable" | "timed_out" | "not_sent";
            /** @description What went wrong, for people. */
            error: string | null;
            /**
             * @description Why the attempt was made.
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
            /** @description The request of the event. For a test event, this request does not exist. */
            request_id: string;
            /** @description `callback`, `integration` or an endpoint id. */
            receiver: string;
            /**
             * @description `delivered`, `pending` (it is still retried), or `failed` (it is not retried automatically).
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /** @description Why it failed permanently. Null otherwise. */
            reason: string | null;
            /** @description A test event, which is never retried. */
            test: boolean;
            /**
             * Format: int64
             * @description When the event happened, epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description When the next attempt is made, epoch ms. Null if there is none or if it is made immediately.
             */
            next_attempt_at: number | null;
            /** @description All attempts, in order. */
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
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
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
        /** @description Operators of a group who must turn a key, beside the quorum. One operator counts for one requirement. */
        Requirement: {
            group: components["schemas"]["GroupId"];
            /** @description How many of them. */
            keys: number;
        };
        /**
         * @description Which groups must turn how many keys, beside the quorum. All are met by distinct operators. The sum of `keys` is a
         *     floor of the quorum. With those of all rules, at most four groups.
         */
        Requirements: components["schemas"]["Requirement"][];
        RuleCondition: {
            /** @description Which param is looked at. */
            param: string;
            /**
             * @description How it is compared. `gt`, `gte`, `lt` and `lte` compare plain decimals exactly. If the param is absent or is not a
             *     plain decimal, these four count as matching, but a rule that matches only for this reason never lowers the quorum
             *     below the default. If the param is absent, `ne` matches, and `eq`, `in`, `prefix` and `present` do not.
             * @enum {string}
             */
            op: "eq" | "ne" | "in" | "prefix" | "gt" | "gte" | "lt" | "lte" | "present";
            /** @description A list for `in`, nothing for `present`, one string for the others. */
            value?: string | string[];
        };
        /**
         * @description If all conditions hold, this many keys are needed. Of several rules that match, the highest quorum counts. Every rule
         *     that matches adds its requirements; for one group the highest number counts.
         */
        ParamRule: {
            /** @description All must hold. */
            when: components["schemas"]["RuleCondition"][];
            /** @description How many keys are then needed. */
            quorum: number;
            requires?: components["schemas"]["Requirements"];
        };
        /**
         * @description How a value is shown. A value that does not fit is shown as it was sent, and marked. `money` needs `currency` and
         *     `unit`, `duration` needs `unit`, `time` needs `from` and `zone`, `link` needs `url`; the others have no further field.
         */
        DisplayFormat: {
            /**
             * @description What the value is.
             * @enum {string}
             */
            type: "money" | "number" | "bytes" | "duration" | "date" | "time" | "operator" | "link" | "code" | "text";
            /** @description Either `code` or `param`. */
            currency?: {
                /** @description An ISO 4217 code. */
                code?: string;
                /** @description The param that has the code. */
                param?: string;
            };
            /**
             * @description What the value counts. `minor` and `major` are for money, the others for a duration.
             * @enum {string}
             */
            unit?: "minor" | "major" | "seconds" | "milliseconds";
            /**
             * @description The form of a time.
             * @enum {string}
             */
            from?: "epoch_ms" | "epoch_s" | "rfc3339";
            /** @description `UTC`, or a difference such as `+05:45`. */
            zone?: string;
            /** @description `https://`, one of the hosts, a path, and `{}` in the place of the value, which is percent-encoded. */
            url?: string;
        };
        DisplayParam: {
            /** @description The key of the param. */
            param: string;
            /** @description The words before it. */
            label: string;
            format: components["schemas"]["DisplayFormat"];
        };
        DisplayHost: {
            /** @description The name of the host. */
            host: string;
            /** @description What people are shown in place of the name. */
            words: string;
        };
        EvidenceDocument: {
            /** @description The name of the document, which its param has after `evidence.`. */
            name: string;
            kind: components["schemas"]["EvidenceKind"];
        };
        /**
         * @description How the requests of an action are shown. A part of the policy version, so each request is shown by the display under
         *     which it was made.
         */
        Display: {
            /**
             * @description The form of this object.
             * @constant
             */
            v: 1;
            /**
             * @description The version of the renderer that makes the lines.
             * @constant
             */
            renderer: 1;
            /** @description Words and `{param}`: `Refund {amount} · order {order}`. Each param must be in the list. */
            title: string;
            /** @description The params in the order in which they are shown. Params that are not listed follow, by their keys. */
            params: components["schemas"]["DisplayParam"][];
            /** @description The hosts to which links may lead. */
            hosts: components["schemas"]["DisplayHost"][];
            /**
             * @description Documents that people read beside the request. The param `evidence.NAME` has the digest of the document, and the
             *     proposer stores it with `PUT /v1/evidence/{digest}`. Leave it out if there are none. Make the param required if
             *     the document is.
             */
            evidence?: components["schemas"]["EvidenceDocument"][];
        };
        Action: {
            /** @description Action id, as proposers name it. */
            id: string;
            /** @description One higher with every edit. A request keeps the version it was made under. */
            version: number;
            /** @description What operators are told the action is. */
            title: string;
            /** @description Ids of the operators and of the groups who are asked. */
            roster: string[];
            quorum: components["schemas"]["QuorumBounds"];
            requires: components["schemas"]["Requirements"];
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
            turn: components["schemas"]["TurnNeeds"];
            /** @description How many requests of this action may wait for keys at the same time; null for no limit. */
            max_open: number | null;
            /** @description The integration that makes the action's one call, or null. */
            integration: string | null;
            /** @description How its requests are shown, or null. */
            display: components["schemas"]["Display"] | null;
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
        ChangeField: {
            /** @description Name of the field. */
            field: string;
            /** @description Its present value. Null if there is none, if it was edited since the change was requested, or if `after` says both. */
            before: components["schemas"]["Words"] | null;
            after: components["schemas"]["Words"];
        };
        ActionAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            action: components["schemas"]["Action"];
            /** @description The policy in words. */
            lines: components["schemas"]["ChangeField"][];
        };
        /** @description Who is asked, how many must agree, and in which mode. */
        PolicyFields: {
            /** @description What operators are told the action is. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
            title: string;
            /** @description Ids of the operators and of the groups who are asked. */
            roster: string[];
            quorum: components["schemas"]["QuorumBounds"];
            /** @default [] */
            requires?: components["schemas"]["Requirements"];
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
             * @description Params that a request must carry with at least one visible character.
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
            /** @default code */
            turn?: components["schemas"]["TurnNeeds"];
            /**
             * @description How many requests of this action may wait for keys at the same time; null for no limit. A create above it
             *     answers 429 with `Retry-After`. The limit counts as reached when about 4,000 requests of the organization are open.
             *     Creates at the same moment can exceed it.
             * @default null
             */
            max_open?: number | null;
            /**
             * @description The integration that makes the action's one call, only for a platform action: the deployment declares the action's
             *     id together with its integration, and saving it here enables it. Null for every other action.
             * @default null
             */
            integration?: string | null;
            /**
             * @description How its requests are shown; null to show their params as they were sent.
             * @default null
             */
            display?: components["schemas"]["Display"] | null;
        };
        /** @description A policy, as it is tried before it is saved. */
        PolicyBody: components["schemas"]["PolicyFields"];
        HeaviestField: {
            /** @description Its name in `fields`. */
            field: string;
            /** @description What people call it. */
            called: string;
        };
        /** @description What a change would do, read from its complete document. */
        ChangeDetail: {
            /** @description Id of the request that carries the change. */
            id: string;
            /** @description The change in one line. */
            title: string;
            /** @description The action whose policy is changed. Null for every other change. */
            action: string | null;
            /** @description Null if the change concerns no approval, for example a title. */
            effect: components["schemas"]["ChangeEffect"] | null;
            /** @description Whether what is changed was edited since the change was requested, or the change was made. */
            base_moved: boolean;
            /** @description The present policy. Null if there is none, if it was edited since, or if no policy is changed. */
            before: components["schemas"]["PolicyBody"] | null;
            /** @description The policy once the change is made. Null if no policy is changed. */
            after: components["schemas"]["PolicyBody"] | null;
            /** @description Each line that people approve. A line whose text is not in the params of the request is not what was approved. */
            fields: components["schemas"]["ChangeField"][];
            /** @description The one of `fields` that affects approvals most. Null if that field has no present value. */
            heaviest: components["schemas"]["HeaviestField"] | null;
            /** @description Every line of the policy once the change is made. Empty if no policy is changed. */
            policy: components["schemas"]["ChangeField"][];
        };
        NamedThing: {
            /** @description Its id. */
            id: string;
            /** @description What people read in its place. */
            name: string;
        };
        /**
         * @description What the page of a request shows beside it, each as its own operation returns it. Absent without `page=true`, and from
         *     the answer to a command.
         */
        RequestPage: {
            questions: components["schemas"]["QuestionList"];
            history: components["schemas"]["History"];
            /** @description The attempts to deliver its events. Null for other operators than admins, and before the verdict. */
            deliveries: components["schemas"]["DeliveryList"] | null;
            /** @description The action as it is now. Null if it was deleted, and for a change of the configuration. */
            action: components["schemas"]["ActionAnswer"] | null;
            /** @description What it changes, if it is a change of the configuration. Null if its document cannot be read. */
            change: components["schemas"]["ChangeDetail"] | null;
            /**
             * @description All operators; for a change of the configuration all groups; and for admins the API keys and endpoints that the
             *     history and the deliveries mention.
             */
            names: components["schemas"]["NamedThing"][];
        };
        RequestViewAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            request: components["schemas"]["AuthorizationRequest"];
            view: components["schemas"]["CeremonyView"];
            /** @description What to read first about the request itself, the gravest first. */
            remarks: components["schemas"]["FullRemark"][];
            /**
             * @description With earlier requests of the action. Null without `compare=true`, and for a change of the configuration, because each
             *     of them is different.
             */
            comparison: components["schemas"]["Comparison"] | null;
            page?: components["schemas"]["RequestPage"];
        };
        /**
         * @description What went wrong, for programs.
         *
         *     | kind | status | meaning |
         *     |---|---|---|
         *     | `invalid` | 400, 405, 422 | Malformed body, query parameter or cursor; a method that the path does not accept; 422: a policy that is not valid. |
         *     | `not_found` | 404 | The organization has no such object. |
         *     | `refused` | 422 | The input is well formed but not acceptable. |
         *     | `conflict` | 409 | Somebody else changed it first, the edit would leave no admin, or no other admin can approve it. |
         *     | `sign_in_again` | 409 | It needs a sign-in with a passkey or an admin's link of the last five minutes. The same call succeeds after one. |
         *     | `decided` | 409 | The request already has a verdict. The message says who decided it. |
         *     | `stale_round` | 409 | The code belongs to a round that has collapsed. |
         *     | `already_turned` | 409 | The key of this seat is already turned. |
         *     | `not_turned` | 409 | The caller has no turned key to take back. |
         *     | `seat_locked` | 409 | Too many wrong codes in this round. |
         *     | `not_signed` | 409 | The action needs a signature by the caller's passkey, and there is none that holds. The code does not count as wrong. |
         *     | `no_evidence` | 409 | A document that people must be able to read is missing, expired or changed. The code does not count as wrong, and can be used again. |
         *     | `evidence_missing` | 404 | The document is not stored yet. |
         *     | `evidence_expired` | 404 | The document was stored, and is not kept any more. |
         *     | `not_coincident` | 409 | Only a coincident request has a round to restart. |
         *     | `nothing_to_stop` | 409 | The request is not approved, its run is over, or the service runs nothing of it. |
         *     | `too_large` | 413 | A body over the route's limit. |
         *     | `unsupported_media_type` | 415 | A body that is not application/json. |
         *     | `internal` | 500 | The server failed; retry. |
         *     | `unavailable` | 503 | The store of documents does not answer. Nothing was written; retry. |
         * @enum {string}
         */
        ConsoleProblemKind: "invalid" | "not_found" | "refused" | "conflict" | "sign_in_again" | "decided" | "stale_round" | "already_turned" | "not_turned" | "seat_locked" | "not_signed" | "no_evidence" | "evidence_missing" | "evidence_expired" | "not_coincident" | "nothing_to_stop" | "too_large" | "unsupported_media_type" | "internal" | "unavailable";
        ConsoleProblem: {
            /** @description What went wrong and what to do, for people. The wording can change. */
            error: string;
            kind: components["schemas"]["ConsoleProblemKind"];
        };
        StatementAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /**
             * @description What the caller signs: canonical JSON (RFC 8785). The challenge is what OpenSSH calls "to be signed" over it, in the
             *     namespace `turn@ras`. It is the same text each time, until the round, the code or the caller's turn changes.
             */
            statement: string;
            /** @description The document whose digest the statement names, as canonical JSON. */
            policy: string;
            /**
             * @description The display whose digest the statement names as `display`, as canonical JSON. `shown` is the digest of what it shows
             *     of the request. Null if the request has none.
             */
            display: string | null;
            /** @description The caller's passkeys that can sign. Empty if there are none. */
            passkeys: components["schemas"]["SigningPasskey"][];
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
        TurnKey: {
            /** @description The 8 digits that were sent to the operator. Spaces and hyphens are ignored. */
            code: string;
            /** @description The round that the screen showed. If it is an earlier round, the answer says so, and the code does not count as wrong. */
            round?: number;
            signature?: components["schemas"]["Signature"];
        };
        Refusal: {
            /** @description The reason, for the history. The request object never has it. */
            note?: string;
            /**
             * @description What the program is told, as `outcome_reason` of the request object. Absent if nothing.
             * @enum {string}
             */
            outcome_reason?: "wrong_target" | "wrong_amount" | "too_much_at_once" | "ask_first" | "not_now" | "never";
            signature?: components["schemas"]["Signature"];
        };
        AbortNote: {
            /** @description The reason, for the history. */
            note?: string;
            /**
             * @description The caller did not make this request, although it is in their name. Only they can say so. The request is aborted
             *     with the reason `misuse_reported` instead of a note, nothing is signed, and all admins are told which API key was
             *     used, at most once for each key and hour.
             * @default false
             */
            misuse?: boolean;
            signature?: components["schemas"]["Signature"];
        };
        StopReason: {
            /** @description The reason, for the history. */
            note?: string;
        };
        ReissueCode: {
            /** @description The operator whose code is re-issued. */
            operator: string;
        };
        NewQuestion: {
            /** @description A question, or the requester's answer. Plain text. */
            text: string;
        };
        DeliveryPost: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /**
             * @description True: exactly what the attempt posted. False: what an attempt would post now, without the signature, because the
             *     attempt was not named or posted nothing.
             */
            posted: boolean;
            /** @description The headers that the service sets. */
            headers: {
                [key: string]: string;
            };
            /** @description The exact text. */
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
            /** @description Where events are posted, or the ARN of the event bus or queue to which they are sent. */
            url: string;
            /** @description The event types that it accepts. Null means every type. */
            types: components["schemas"]["EventType"][] | null;
            /** @description What the endpoint is for, as the admin described it. */
            description: string;
            /** @description Whether new events are posted. Pending deliveries to a disabled endpoint fail on their next attempt. */
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
             * @description Until when posts are also signed with the previous secret, epoch ms. Null if they are not.
             */
            previous_secret_expires_at: number | null;
            /**
             * Format: int64
             * @description Since when it has accepted no event, epoch ms. Null while it accepts some. It is set after five minutes, and then admins are told.
             */
            failing_since: number | null;
            /** @description Whether it is a destination on AWS that waits for the token of its test event. It is not enabled before. */
            unverified: boolean;
        };
        EndpointList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first, without deleted endpoints. An organization can have at most 50. */
            endpoints: components["schemas"]["Endpoint"][];
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
        };
        NewEndpoint: {
            /**
             * @description An https URL whose every address is public; where the deployment allows it, http to a loopback address. Or the ARN of an EventBridge event bus
             *     or of an SQS queue, in an AWS account and region to which the deployment sends.
             */
            url: string;
            /** @description The event types that it accepts. Leave it out for every type. */
            types?: components["schemas"]["EventType"][];
            /** @description What it is for. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
            description?: string;
        };
        EndpointSecretAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            endpoint: components["schemas"]["Endpoint"];
            /** @description `whsec_` followed by 43 characters. It is shown only here. The complete text is the key of the signature; a library of Standard Webhooks wants its base64 after `whsec_`. */
            secret: string;
        };
        /** @description The health of a webhook endpoint. */
        EndpointHealth: {
            /** @description Endpoint id. */
            id: string;
            /** @description The URL or ARN to which events are sent. Only admins see more of a URL than its scheme and host, and more of an ARN than its service, region and account. */
            url: string;
            /** @description What the endpoint is for, as the admin described it. */
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
            /** @description The error of the last attempt, for people. Null unless the endpoint is failing. */
            last_error: string | null;
            /** @description The HTTP status of the last attempt. Null if there was no answer. */
            last_status: number | null;
            /**
             * Format: int64
             * @description When the next attempt is due, epoch ms. Null if none is planned.
             */
            next_attempt_at: number | null;
            /** @description Events that are not delivered yet and may still be, among the newest 100. So 100 means 100 or more. */
            waiting: number;
        };
        EndpointHealthList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Every webhook endpoint that is not deleted. */
            endpoints: components["schemas"]["EndpointHealth"][];
        };
        EndpointAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            endpoint: components["schemas"]["Endpoint"];
        };
        /** @description Fields that you leave out do not change. */
        EndpointEdit: {
            /** @description The event types that it accepts. Null means every type. */
            types?: components["schemas"]["EventType"][] | null;
            /** @description What it is for. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
            description?: string;
            /** @description Whether new events are posted. Events from the time while it was disabled can be sent later. */
            enabled?: boolean;
        };
        RotateSecret: {
            /**
             * @description For how long posts are also signed with the old secret, so that the receiver has time to switch to the new one.
             * @default 0
             */
            overlap_seconds?: number;
        };
        VerifyEndpoint: {
            /** @description `verification_token` of the test event, as it arrived at the destination. */
            token: string;
        };
        TestEvent: {
            type?: components["schemas"]["EventType"];
        };
        RecoverRange: {
            /** @description Start of the range, epoch ms, inclusive. */
            since: number;
            /** @description End of the range, epoch ms, inclusive. Not before `since`. */
            until: number;
            /** @description The `cursor` of the previous call. Send it with the same `since` and `until`. */
            cursor?: string;
        };
        Recovered: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Number of failed deliveries that are sent again. */
            resent: number;
            /** @description Number of events that were never sent to this endpoint before. */
            created: number;
            /** @description Not null if there are more requests to process: call again with this cursor. */
            cursor: string | null;
        };
        /**
         * @description How a message is written.
         * @enum {string}
         */
        ChatFormat: "slack" | "teams" | "discord";
        ChatFailure: {
            /** Format: int64 */
            since: number;
            /** @description Why the chat did not take it, and what to do. */
            problem: string;
        };
        Chat: {
            format: components["schemas"]["ChatFormat"];
            /** @description The host of the URL. */
            host: string;
            /**
             * Format: int64
             * @description When the URL was set.
             */
            set_at: number;
            /** @description The first message that was given up since the chat took one. Null if it takes messages. */
            failing: components["schemas"]["ChatFailure"] | null;
        };
        ChatAnswer: {
            /** Format: int64 */
            server_now: number;
            /** @description Null if no messages are posted. */
            chat: components["schemas"]["Chat"] | null;
        };
        NewChat: {
            format: components["schemas"]["ChatFormat"];
            /** @description The incoming-webhook URL of a channel, https and public. It is stored encrypted and never shown again, because anybody who has it can post. */
            url: string;
        };
        ChatTestAnswer: {
            /** Format: int64 */
            server_now: number;
            /** @description Whether the chat took the message. */
            taken: boolean;
            /** @description Why not; null if it did. */
            problem: string | null;
        };
        /** @description What the key can be used for. */
        Scopes: ("propose" | "read" | "execute" | "audit")[];
        ApiToken: {
            /** @description From 1. It names the token, which is never shown again. */
            number: number;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
            /**
             * Format: int64
             * @description When it was ended, epoch ms. Null if it works.
             */
            ended_at: number | null;
            /**
             * Format: int64
             * @description The day of its last use, epoch ms.
             */
            last_used_at: number | null;
        };
        ApiKey: {
            /** @description Key id, `key_` followed by 24 hex characters. It is not the token. */
            id: string;
            /** @description What it is for. */
            name: string;
            scopes: components["schemas"]["Scopes"];
            /** @description The public key under which its worker signs reports. Null if it signs none. */
            signing_key: string | null;
            /** @description How many requests that it created may wait for keys at the same time. Null if there is no limit. */
            max_open: number | null;
            /** @description Ids of the only actions that it can be used for, sorted. Null if it can be used for every action. */
            actions: string[] | null;
            /** @description The operator who holds its token, as admins named them. Null counts as anybody in `/api/powers`. */
            holder: string | null;
            /**
             * Format: int64
             * @description Epoch ms.
             */
            created_at: number;
            /** @description Who made it. */
            created_by: string;
            created_by_kind: components["schemas"]["ActorKind"];
            /**
             * Format: int64
             * @description When it was revoked, epoch ms. Null if it is not revoked.
             */
            revoked_at: number | null;
            /**
             * Format: int64
             * @description The day of its last use, with any token, epoch ms.
             */
            last_used_at: number | null;
            /** @description Its tokens, oldest first. Tokens that ended stay in the list. */
            tokens: components["schemas"]["ApiToken"][];
        };
        ApiKeyList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Oldest first, including revoked keys. */
            keys: components["schemas"]["ApiKey"][];
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
        };
        NewApiKey: {
            /** @description What it is for. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
            name: string;
            scopes: components["schemas"]["Scopes"];
            /**
             * @description The public key under which the worker will sign its reports: Ed25519 or P-256, as in OpenSSH's `.pub` file. It stays
             *     with the API key. For another signing key, create another API key.
             */
            signing_key?: string;
            /**
             * @description How many requests that it creates may wait for keys at the same time. A create above it answers 429 with
             *     `Retry-After`. The limit counts as reached when about 4,000 requests of the organization are open. Creates at the
             *     same moment can exceed it. Without it there is no limit.
             */
            max_open?: number;
            /**
             * @description Ids of the only actions that it can be used for. Each must exist. Other requests do not exist for the key. Without it
             *     the key can be used for every action.
             */
            actions?: string[];
            /** @description The operator who holds its token. `/api/powers` counts a key without a holder as anybody's. */
            holder?: string;
        };
        ApiKeyTokenAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            key: components["schemas"]["ApiKey"];
            /** @description `rak_`, 43 characters, `_` and 6 check digits. It is shown only here. */
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
        ApiKeyPatch: {
            /** @description How many requests that it creates may wait for keys at the same time. Null ends the limit. */
            max_open?: number | null;
            /** @description Ids of the only actions that it can be used for. Each must exist. Null lets it be used for every action. */
            actions?: string[] | null;
            /** @description The operator who holds its token. Null names nobody. */
            holder?: string | null;
        };
        PlatformAction: {
            /** @description Action id. */
            action: string;
            /** @description The one integration that a policy of this action can name. */
            integration: string;
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
            /** @description The platform actions that this deployment declares. No other action can have an integration. */
            platform_actions: components["schemas"]["PlatformAction"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
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
            /** @description A policy to try in place of the saved one. The action does not need to exist. */
            policy?: components["schemas"]["PolicyBody"];
        };
        RuleVerdict: {
            /** @description Place of the rule in the policy, from 0. */
            index: number;
            /** @description How many keys the rule asks for. */
            quorum: number;
            requires: components["schemas"]["Requirements"];
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
        Preview: {
            /** @description The policy's version. */
            version: number;
            /** @description How many keys would be needed. */
            quorum: number;
            /**
             * @description What decided that.
             * @enum {string}
             */
            decided_by: "default" | "rule" | "requirements" | "requested";
            /** @description The rule behind it, if one matched. */
            rule: number | null;
            /** @description With rules or requirements, the lowest quorum that may be asked for. */
            floor: number | null;
            /** @description The requirements of the policy and of every rule that matches. */
            requires: {
                group: components["schemas"]["GroupId"];
                /** @description The group's name. */
                name: string;
                /** @description How many of its members must turn a key. */
                keys: number;
                /** @description How many of its members would be asked. */
                seats: number;
            }[];
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
            /** @description The enabled operators on the roster whose requests nobody could approve. */
            unapprovable: {
                /** @description Operator id. */
                requester: string;
                /** @description How many operators would be asked. */
                seats: number;
                /** @description How many keys would be needed. */
                quorum: number;
                /** @description The rule that needs so many keys; null if each of their requests does. */
                rule: number | null;
            }[];
        };
        PreviewAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            preview: components["schemas"]["Preview"];
        };
        BacktestBody: {
            policy: components["schemas"]["PolicyBody"];
            /** @description Only requests made at or after this instant, epoch ms; 30 days ago unless given. */
            since?: number;
        };
        BacktestSide: {
            /** @description How many keys. */
            quorum: number;
            mode: components["schemas"]["Mode"];
            turn: components["schemas"]["TurnNeeds"];
            /** @description Who is asked. */
            seats: string[];
            requires: components["schemas"]["Requirements"];
        };
        Backtest: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description What the policy changes, as a second admin would read it. */
            lines: components["schemas"]["ChangeField"][];
            /** @description How many past requests were judged again, the newest first; at most 500. */
            looked_at: number;
            /** @description Whether there are more than were looked at. */
            truncated: boolean;
            /** @description Those that would have been asked differently. */
            different: {
                /** @description The title of its action when it was made. */
                title: string;
                /** @description Its params, which say what it was about. */
                params: {
                    [key: string]: string;
                };
                /** @description What people were shown of it; null if its policy version had no display. */
                shown: components["schemas"]["Shown"] | null;
                /** @description The past request. */
                request_id: string;
                /**
                 * Format: int64
                 * @description When it was made, epoch ms.
                 */
                created_at: number;
                /** @description How it ended; null while it has no verdict. */
                outcome: components["schemas"]["Outcome"] | null;
                was: components["schemas"]["BacktestSide"];
                would_be: components["schemas"]["BacktestSide"];
                /** @description What the create call would have answered in its place; null where it would have been accepted. */
                refusal: components["schemas"]["Problem"] | null;
            }[];
        };
        /** @description One or two people who can get a verdict without anybody else. */
        PowersOf: {
            /** @description Operator ids. A person with several accounts is named by the first of them. */
            people: string[];
            /** @description One shortest way, in words. Null for operators who are no admins. */
            steps: string | null;
        };
        PowersCase: {
            /** @description The rule that matches, from 0. Null for requests that no rule matches. */
            rule: number | null;
            /** @description Everybody who can do it alone. */
            alone: components["schemas"]["PowersOf"][];
            /** @description With `change`, those who alone can do it after the change and cannot now. Otherwise empty. */
            newly_alone: string[];
            /** @description How many pairs can do it, of whom neither can do it alone. */
            pair_count: number;
            /** @description The first 20 of these pairs. */
            pairs: components["schemas"]["PowersOf"][];
            /**
             * @description The first 20 people and pairs without whom nobody can approve such a request. A list without anybody says that nobody
             *     can approve one now.
             */
            missing: string[][];
        };
        PowersOfAction: {
            /** @description Id of the action. */
            action: string;
            /** @description Its title. */
            title: string;
            /** @description One for each rule that a request can match, and one for requests that no rule matches. */
            cases: components["schemas"]["PowersCase"][];
        };
        KeyOfAnybody: {
            /** @description What the key is for. */
            name: string;
            /** @description Ids of the only actions that it can propose. Null if it can propose every action. */
            actions: string[] | null;
        };
        Powers: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Every action. */
            actions: components["schemas"]["PowersOfAction"][];
            /** @description The API keys that count as anybody's, because no holder is named. */
            keys_of_anybody: components["schemas"]["KeyOfAnybody"][];
            /** @description Who else could do it, and is not counted. */
            not_counted: string[];
        };
        Group: {
            id: components["schemas"]["GroupId"];
            /** @description What people call the group. */
            name: string;
            /** @description One higher with every edit. A request records the revision under which it was created. */
            revision: number;
            /** @description Everybody with a membership, also one that has ended or has not started. */
            members: {
                /** @description Operator id. */
                operator: string;
                /**
                 * Format: int64
                 * @description When the membership starts, epoch ms; null for always.
                 */
                starts_at: number | null;
                /**
                 * Format: int64
                 * @description When the membership ends, epoch ms; null for never.
                 */
                ends_at: number | null;
                /** @description Whether it counts in requests that are created now. */
                counts: boolean;
            }[];
            /** @description Ids of the actions that name the group. */
            actions: string[];
            /**
             * Format: int64
             * @description Epoch ms.
             */
            updated_at: number;
        };
        GroupList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description By id. */
            groups: components["schemas"]["Group"][];
            /** @description Where the next page begins; null at the end. */
            cursor: string | null;
        };
        Membership: {
            /** @description Operator id. */
            operator: string;
            /**
             * Format: int64
             * @description The membership counts in requests that are created from this instant on, epoch ms. Null means always.
             * @default null
             */
            starts_at?: number | null;
            /**
             * Format: int64
             * @description It does not count in requests that are created at this instant or later, epoch ms. Null means that it does not end.
             * @default null
             */
            ends_at?: number | null;
        };
        GroupEdit: {
            /** @description What people call the group. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
            name: string;
            /** @description Each operator once. */
            members: components["schemas"]["Membership"][];
            /** @description The revision this edit was made from; 0 if there was no group. If the group has changed since, nothing is saved (409). */
            if_revision?: number;
        };
        GroupAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            group: components["schemas"]["Group"];
        };
        Operator: {
            /** @description Operator id. */
            id: string;
            /** @description The operator's name. */
            name: string;
            /** @description Where codes are sent. */
            email: string;
            /**
             * @description An admin can also configure the organization.
             * @enum {string}
             */
            role: "operator" | "admin";
            /** @description A disabled operator cannot sign in, be asked, or be a requester. */
            enabled: boolean;
            /** @description Another account of the same person. Null if admins named none. */
            same_person: string | null;
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
            /** @description Sorted by id. */
            operators: components["schemas"]["Operator"][];
            /**
             * @description Whether changes of the configuration need the key of a second admin. True once the organization has had two
             *     enabled admins, and from then on.
             */
            four_eyes: boolean;
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
        };
        NewOperator: {
            /** @description The id that rosters and proposers use. It cannot be changed or used again. */
            id: string;
            /** @description The operator's name. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
            name: string;
            /** @description Where codes are sent. */
            email: string;
            /**
             * @description An admin can also configure the organization.
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
        OperatorAccessList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Every operator, including disabled ones. */
            operators: {
                /** @description Operator id. */
                id: string;
                /**
                 * Format: int64
                 * @description When a company account that signs the operator in was connected, epoch ms. Null without one.
                 */
                account_connected_at: number | null;
                /**
                 * Format: int64
                 * @description When the operator last signed in, epoch ms. Null if they never have.
                 */
                last_sign_in_at: number | null;
                /** @description How many passkeys sign the operator in. */
                passkeys: number;
            }[];
        };
        Invitation: {
            /** @description Everybody who is invited, with an id that nobody has. */
            operators: components["schemas"]["NewOperator"][];
        };
        InvitationAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Everybody who was invited. */
            operators: components["schemas"]["Operator"][];
        };
        /** @description Fields that you leave out do not change. */
        OperatorEdit: {
            /** @description The operator's name. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
            name?: string;
            /** @description Where codes are sent. */
            email?: string;
            /**
             * @description An admin can also configure the organization.
             * @enum {string}
             */
            role?: "operator" | "admin";
            /** @description Another account of the same person, for `/api/powers`. Null ends it. */
            same_person?: string | null;
            /**
             * @description If you disable an operator, their seats are taken out of every open request and their turned keys no longer
             *     count. A request whose quorum can no longer be reached is aborted. The operator's sessions, unopened sign-in
             *     links and passkeys also end. Enabling the operator again restores none of this: make a new sign-in link.
             */
            enabled?: boolean;
        };
        SignInLink: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description The link opens one session, once. Send it on a channel that only this operator can read. */
            sign_in_url: string;
            /**
             * Format: int64
             * @description When the link expires, epoch ms.
             */
            expires_at: number;
        };
        SessionItem: {
            /** @description Identifies the session. It is not the secret in the cookie. */
            id: string;
            /** @description The operator of the session. */
            operator: string;
            /** @description Whether it is the session of this call. */
            current: boolean;
            /**
             * @description What the browser said when it signed in, for people. Most iPads say `mac`.
             * @enum {string}
             */
            device: "windows" | "mac" | "linux" | "chromeos" | "iphone" | "ipad" | "android" | "unknown";
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
            /** @description Cursor of the next page. Null on the last page. */
            cursor: string | null;
        };
        /** @description What the identity provider put into the address of the console's page. */
        ProviderAnswer: {
            /** @description The code. The provider accepts it once. */
            code: string;
            /** @description The state. It begins with `in.` or `connect.`, which says what was started. */
            state: string;
            /** @description The issuer, if the provider names it (RFC 9207). */
            iss?: string;
        };
        StartCompanySignIn: {
            /** @description Organization id. */
            org: string;
        };
        CompanySignInStarted: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description The address of the identity provider at which the person signs in. */
            url: string;
        };
        /**
         * @description The issuer of the identity provider, exactly as its metadata names it. `/.well-known/openid-configuration` below it must
         *     be reachable from the internet.
         */
        Issuer: string;
        /** @description The id of this service at the provider. */
        ClientId: string;
        /**
         * @description Ways of signing in at the provider (`acr_values`). If the list is not empty, the provider must say in `acr` that one of
         *     them was used.
         */
        AcrValues: string[];
        /** @description How long a sign-in at the provider is enough, in seconds. A session ends this long after it, and after 12 hours at the latest. */
        MaxAge: number;
        CompanySignIn: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description The identity provider. Null if there is no company sign-in. */
            provider: {
                issuer: components["schemas"]["Issuer"];
                client_id: components["schemas"]["ClientId"];
                /** @description False for a public client. */
                has_secret: boolean;
                acr_values: components["schemas"]["AcrValues"];
                max_age_seconds: components["schemas"]["MaxAge"];
                /** @description Whether operators who were ever connected to an account get no sign-in link by mail. */
                forbids_mail_links: boolean;
            } | null;
            /** @description The address to register at the provider. */
            redirect_uri: string;
            /**
             * Format: int64
             * @description When the caller's account was connected, epoch ms. Null if none is.
             */
            connected_at: number | null;
        };
        Provider: {
            issuer: components["schemas"]["Issuer"];
            client_id: components["schemas"]["ClientId"];
            /** @description Null for a public client. Leave it out to keep the stored one. No answer contains it. */
            client_secret?: string | null;
            acr_values: components["schemas"]["AcrValues"];
            max_age_seconds: components["schemas"]["MaxAge"];
            /**
             * @description Whether operators who were ever connected to an account get no sign-in link by mail. The rescue of the administration
             *     command still makes one.
             */
            forbids_mail_links: boolean;
        };
        CompanySignInEdit: {
            /** @description The identity provider. Null ends company sign-in. */
            provider: components["schemas"]["Provider"] | null;
        };
        NewIdentity: {
            /** @description The subject (`sub`) of the account, as the provider's ID tokens name it. It is not an e-mail address. */
            subject: string;
        };
        NewOrganizationName: {
            /** @description The name, for people. Answered `invalid` if it has a control character or one that changes the reading direction, or only invisible characters. */
            name: string;
        };
        OrganizationAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description The name of the organization. */
            name: string;
        };
        ChangesTurn: {
            turn: components["schemas"]["TurnNeeds"];
        };
        ChangesTurnAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            turn: components["schemas"]["TurnNeeds"];
        };
        ChangeList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description The changes that wait for another admin, newest first. */
            changes: components["schemas"]["ChangeDetail"][];
            /** @description Cursor of the next page, which can be empty. Null on the last page. */
            cursor: string | null;
        };
        ChangeDetailAnswer: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            change: components["schemas"]["ChangeDetail"];
        };
        /**
         * @description One entry of the organization's chain, and its words. `hash` is the hex SHA-256 over the entry without `hash` and
         *     `told` in the JSON Canonicalization Scheme (RFC 8785); `prev` is the hash of the previous entry.
         */
        AuditEntry: {
            /** @description Position in the chain, from 1 without gaps. */
            seq: number;
            /**
             * Format: int64
             * @description When it happened (not when it was recorded), epoch ms.
             */
            at: number;
            /** @description What happened, for example `key.turned`. */
            kind: string;
            /** @description Id of the object that the entry is about. */
            subject: string;
            /** @description The id of who did it. Only `actor_kind` says whose id it is. */
            actor: string;
            actor_kind: components["schemas"]["ActorKind"];
            /** @description Details. The fields depend on `kind`. */
            data: {
                [key: string]: unknown;
            };
            /** @description Hash of the previous entry. The first entry has the organization's genesis hash. */
            prev: string;
            /** @description Hash of this entry. */
            hash: string;
            told: components["schemas"]["Told"];
        };
        AuditList: {
            /**
             * Format: int64
             * @description The server's clock when it answered, epoch ms.
             */
            server_now: number;
            /** @description Entries in the order of the chain, with their words. */
            entries: components["schemas"]["AuditEntry"][];
            /** @description Cursor of the next page. Null on the last page. */
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
            /** @description Counts the heads of the organization by one, from 1 on. */
            n: number;
            /** @description Place in the chain of the entry that the head covers, and with it every entry before. */
            seq: number;
            /** @description Hash of that entry. */
            hash: string;
            /**
             * Format: int64
             * @description When the head was signed, epoch ms.
             */
            at: number;
            /** @description Compact JWS (RFC 7515, ES256) over the head. Its payload also names the head before, and has the digest of the list of entries that is published beside it. */
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
            /** @description How many requests were counted: the newest ones, at most 1000. */
            requests: number;
            /** @description Whether there were more requests than were counted. */
            truncated: boolean;
            /** @description Number of the counted requests by outcome. */
            outcomes: {
                /** @description Requests that were authorized. */
                authorized: number;
                /** @description Requests that an operator refused. */
                denied: number;
                /** @description Requests that expired. */
                expired: number;
                /** @description Requests that were aborted. */
                aborted: number;
                /** @description Requests without a verdict yet. */
                pending: number;
            };
            /** @description The requests that wait now. */
            open: {
                /** @description Open requests of the organization, whatever their age. */
                count: number;
                /** @description How many of them `waiting_on` counts: those that have waited longest, at most 1000. */
                read: number;
            };
            /** @description How many of the authorized requests were not carried out, because the worker's run or the integration's call failed. */
            failed_runs: number;
            /** @description From creation to a verdict that people reached (authorized or denied). */
            time_to_verdict: {
                /** @description Half of the verdicts by operators took at most this long. Null if there are none. */
                p50_ms: number | null;
                /** @description 95% of the verdicts by operators took at most this long. Null if there are none. */
                p95_ms: number | null;
            };
            /** @description The verdicts that `time_to_verdict` is about, of the newest request first. */
            decisions: {
                /** @description Request id. */
                id: string;
                /**
                 * @description What people decided.
                 * @enum {string}
                 */
                outcome: "authorized" | "denied";
                /**
                 * Format: int64
                 * @description When, epoch ms.
                 */
                at: number;
                /** @description From creation to the verdict. */
                took_ms: number;
            }[];
            /**
             * @description The requests of `open.count` by the end of their current round, or their own end. Of those that were not read, only
             *     their own end is known.
             */
            time_left: {
                /** @description Open requests that end within 5 minutes. */
                minutes_5: number;
                /** @description Those that end later, and within 15 minutes. */
                minutes_15: number;
                /** @description Those that end later, and within an hour. */
                minutes_60: number;
                /** @description All others. */
                later: number;
            };
            /** @description Counts over the newest deliveries of each webhook endpoint, at most 100 of each, without test events. */
            deliveries: {
                /** @description Deliveries that arrived. */
                delivered: number;
                /** @description Deliveries that failed and are not retried automatically. */
                failed: number;
                /** @description Deliveries that may still arrive. */
                pending: number;
                /** @description Deliveries with at least one attempt. */
                attempted: number;
                /** @description Deliveries that arrived with their first attempt. */
                delivered_at_first: number;
            };
            /** @description The open request that has waited longest, whatever its age. Null if no request is open. */
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
            /** @description Days of the calendar in `zone`, the oldest first. The last one is today. */
            by_day: {
                /**
                 * Format: int64
                 * @description Start of the day, epoch ms. A day can have 23 or 25 hours.
                 */
                start: number;
                /** @description Requests made on this day. */
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
                /** @description Half of the verdicts by operators took at most this long. Null if there are none. */
                p50_ms: number | null;
            }[];
            /** @description Operators whose keys open requests wait for, the longest wait first. Counted in the requests of `open.read`. */
            waiting_on: {
                /** @description Operator id. */
                operator: string;
                /** @description The operator's name. */
                name: string;
                /** @description Open requests that wait for their key. */
                requests: number;
                /**
                 * Format: int64
                 * @description When the oldest of these was made, epoch ms.
                 */
                since: number;
            }[];
            /** @description Every webhook endpoint that is not deleted, with its health. */
            endpoints: components["schemas"]["EndpointHealth"][];
        };
        /** @description The caller is not allowed to do this. There is no `kind`. */
        ConsoleRefusal: {
            /** @description The reason, for people. */
            error: string;
        };
    };
    responses: {
        /** @description A query parameter is malformed or out of range, or the cursor does not come from this list. */
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
        /** @description The body cannot be read, lacks a field, has a field that is not allowed, or exceeds a limit. */
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
        /** @description There is no valid session, or its operator was disabled after signing in. */
        NotSignedIn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description Writes must come from the console's own origin. A session that began with a mailed link makes only the writes that need any session. */
        ForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The operator is not an admin. */
        AdminOnly: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The operator is not an admin, the write did not come from the console's own origin, or the session began with a mailed link. */
        AdminOnlyOrForeignOrigin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The path does not accept this method. `Allow` lists the methods that it accepts. HEAD works wherever GET does. */
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
        /** @description The server failed. Retry the same request after a pause. The server's log contains the incident's id. */
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
        /** @description There were too many refused attempts from this address. A valid link or passkey is never refused for this reason. */
        TooManyRefusedAttempts: {
            headers: {
                /** @description Seconds until the next attempt is accepted. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /**
         * @description The organization needs a second admin for this change. It is made as soon as another admin turns a key on its
         *     request.
         */
        WaitsForSecondAdmin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ChangeAnswer"];
            };
        };
        /** @description The caller has no such passkey. */
        NoSuchPasskey: {
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
        /** @description This console has no host name. */
        NoHostName: {
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
        /** @description There is no such key. */
        NoSuchSigningKey: {
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
        /** @description The caller had ten tests of devices within ten minutes. */
        TooManyTests: {
            headers: {
                /** @description Seconds until the next test is accepted. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The operator searched more than 120 pages within a minute. Lists without a search still work. */
        TooManySearches: {
            headers: {
                /** @description Seconds until the next page can be searched. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The organization has no such request. A malformed id and a request of another organization get the same answer. */
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
        /** @description The request is decided. */
        AlreadyDecided: {
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
        /**
         * @description The operator entered 20 wrong codes within an hour, in all requests together. No code is checked until the hour is
         *     over. The operator can still refuse and abort requests.
         */
        TooManyWrongCodes: {
            headers: {
                /** @description Seconds until the next code is checked. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The store of documents does not answer, so they could not be checked. Nothing was written. Retry after a pause. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleProblem"] & {
                    /** @enum {string} */
                    kind: "unavailable";
                };
            };
        };
        /** @description The organization has nothing with this id. A malformed id gets the same answer. */
        NoSuchEndpoint: {
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
        /** @description The endpoint is disabled. */
        EndpointDisabled: {
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
        /** @description The service does not post to this URL. */
        RefusedUrl: {
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
        /** @description No chat is set. */
        NoChat: {
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
        /** @description The organization has nothing with this id. A malformed id gets the same answer. */
        NoSuchApiKey: {
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
        /** @description The organization has nothing with this id. A malformed id gets the same answer. */
        NoSuchAction: {
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
        /** @description The operator asked more than 60 times within a minute who can make an action happen. */
        TooManyAnswers: {
            headers: {
                /** @description Seconds until the next answer. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleRefusal"];
            };
        };
        /** @description The organization has nothing with this id. A malformed id gets the same answer. */
        NoSuchOperator: {
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
        /** @description No head of this organization's audit chain has been published yet. One follows within minutes of the first entry. */
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
        /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
        Limit: number;
        /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
        Cursor: string;
        /** @description Passkey id. */
        PasskeyId: string;
        /** @description Words that the summary, the params, the names or the ids contain. Every word must be found; case does not matter. */
        Text: string;
        /** @description Only requests of this action. */
        OfAction: string;
        /** @description Only requests on behalf of this operator. */
        OfRequester: string;
        /**
         * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
         * @example req_acdcf8070763c1a1072b22d3
         */
        RequestId: string;
        /** @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404. */
        DeliveryId: string;
        /**
         * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
         * @example whe_0c5d9e4f7a1b2c3d4e5f6071
         */
        EndpointId: string;
        /** @description Key id. */
        ApiKeyId: string;
        /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
        ActionId: string;
        /** @description Operator id. */
        OperatorId: string;
        /** @description The operator. The default is the caller. Only an admin can name another operator. */
        OwnOrOperator: string;
    };
    requestBodies: never;
    headers: {
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
        /**
         * @description The methods that the path accepts, separated by commas.
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
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            /** @description The link is invalid, expired or already used. */
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
            /** @description `replace` is false and this browser has a valid session. The link stays valid. */
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
                    /** @description Deletes the cookie from the browser. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    requestMailedLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The organization and the address. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailedLinkRequest"];
            };
        };
        responses: {
            /** @description Accepted. It does not say whether a link is mailed. */
            202: {
                headers: {
                    /** @description The secret of this browser, as an HttpOnly, SameSite=Strict cookie for ten minutes. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Three links were requested from this network address within an hour, or there were too many refused attempts. */
            429: {
                headers: {
                    /** @description Seconds until the next attempt is accepted. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    getMailedLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailedLinksAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    setMailedLinks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The setting. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailedLinks"];
            };
        };
        responses: {
            /** @description Set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailedLinksAnswer"];
                };
            };
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first, or the change needs the key of another admin and there is none. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
        /** @description The browser's response, at most 64 KiB. */
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
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            /** @description The passkey was not accepted. */
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
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
        /** @description The name and the browser's response, at most 64 KiB. */
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
            /** @description This passkey is already enrolled, or another passkey was enrolled at the same time. The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
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
            /** @description The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "sign_in_again";
                    };
                };
            };
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
                /** @description Passkey id. */
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
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    getEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Passkey id. */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement, and the passkey that signs it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyStatementAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NoSuchPasskey"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The passkey has signed its enrolment, or has a key that cannot sign. */
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
            422: components["responses"]["NoHostName"];
            500: components["responses"]["Internal"];
        };
    };
    signEnrolment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Passkey id. */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        /** @description The statement and its signature, at most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignedKeyStatement"];
            };
        };
        responses: {
            /** @description Signed. */
            200: {
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
            404: components["responses"]["NoSuchPasskey"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The passkey has signed its enrolment, has a key that cannot sign, or was changed at the same time. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The signature does not hold, or this console has no host name. */
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
    listSigningKeys: {
        parameters: {
            query?: {
                /** @description Only keys of this standing. */
                standing?: "unproven" | "waiting" | "countersigned";
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
                    "application/json": components["schemas"]["SigningKeyList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            422: components["responses"]["NoHostName"];
            500: components["responses"]["Internal"];
        };
    };
    getCountersignature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Passkey id. */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement, and the caller's passkeys that can sign it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyStatementAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            404: components["responses"]["NoSuchSigningKey"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The key does not wait, is the caller's own, or the caller has no key that may countersign. */
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
            422: components["responses"]["NoHostName"];
            500: components["responses"]["Internal"];
        };
    };
    countersignKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Passkey id. */
                id: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        /** @description The statement and its signature, at most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignedKeyStatement"];
            };
        };
        responses: {
            /** @description Countersigned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchSigningKey"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The key does not wait, is the caller's own, the caller has no key that may countersign, or the key was changed at the same time. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The signature does not hold, or this console has no host name. */
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
    exportSigners: {
        parameters: {
            query?: {
                /** @description As of this instant, epoch ms. Without it, now. */
                at?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowedSigners"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The console was opened by an IP address, where there are no passkeys. */
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
    listDevices: {
        parameters: {
            query?: {
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of devices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    addDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The subscription. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDevice"];
            };
        };
        responses: {
            /** @description Added, or already there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /**
             * @description `public_key` is not the current one, the endpoint belongs to a subscription with other keys, or the caller's devices were
             *     edited at the same time. The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The caller has 10 devices. */
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
    setPushText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What they show. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPushText"];
            };
        };
        responses: {
            /** @description Set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushTextAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    deleteDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Device id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            /** @description The caller has no such device. */
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
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    testDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Device id. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Handed over. Whether the device gets it shows on the device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            /** @description The caller has no such device. */
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
            /** @description The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyTests"];
            500: components["responses"]["Internal"];
        };
    };
    getInbox: {
        parameters: {
            query?: {
                /** @description `mine`: requests that wait for the caller. `open`: all open requests. */
                view?: "mine" | "open";
                /** @description Words that the summary, the params, the names or the ids contain. Every word must be found; case does not matter. */
                text?: components["parameters"]["Text"];
                /** @description Only requests of this action. */
                action?: components["parameters"]["OfAction"];
                /** @description Only requests on behalf of this operator. */
                requester?: components["parameters"]["OfRequester"];
                /** @description Only requests in this state. */
                state?: "notified" | "staging";
                /** @description Only requests with a warning. */
                unusual?: boolean;
                /** @description Only requests that end within 15 minutes. */
                soon?: boolean;
                /** @description `end`: the least time left first. `age`: the newest first. `amount`: the largest `amount` first; requests without one are last. */
                sort?: "end" | "age" | "amount";
                /** @description How many requests the page has. */
                limit?: number;
                /** @description How many requests the page leaves out. `next` of the page before has it. Beyond the last one, the page is empty. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Inbox"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    watchInbox: {
        parameters: {
            query: {
                /** @description `seq` of the inbox that is shown. */
                after: number;
                /** @description How many seconds to wait at most. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether something changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watched"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only requests in this state. */
                state?: "notified" | "staging" | "authorized" | "executing" | "succeeded" | "failed" | "expired" | "aborted" | "denied";
                /** @description Only requests of this action. */
                action?: components["parameters"]["OfAction"];
                /** @description Only requests on behalf of this operator. */
                requester?: components["parameters"]["OfRequester"];
                /** @description Words that the summary, the params, the names or the ids contain. Every word must be found; case does not matter. */
                text?: components["parameters"]["Text"];
                /**
                 * @description Only requests with this result: `done`, `failed` (also if no worker claimed it in time), `open` (still to come),
                 *     `stopped` (somebody stopped it before its run was reported), `program` (left to the program that requested it) or
                 *     `none` (not approved).
                 */
                run?: "done" | "failed" | "stopped" | "open" | "program" | "none";
                /** @description Only requests that this operator decided. */
                decider?: string;
                /** @description Only requests made at or after this instant, epoch ms. */
                since?: number;
                /** @description Only requests made at or before this instant, epoch ms. */
                until?: number;
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
            429: components["responses"]["TooManySearches"];
            500: components["responses"]["Internal"];
        };
    };
    getRequestView: {
        parameters: {
            query?: {
                /** @description Also compares it with earlier requests, for somebody who is about to decide. */
                compare?: boolean;
                /** @description Also returns what the page of a request shows beside it, so that the page starts with one call. */
                page?: boolean;
            };
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
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NoSuchRequest"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    getStatement: {
        parameters: {
            query: {
                /** @description What is decided. */
                decision: "authorize" | "refuse" | "abort";
            };
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
            /** @description The statement, its policy, and the caller's passkeys that can sign it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementAnswer"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            /** @description The caller has no seat that can act. */
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
            409: components["responses"]["AlreadyDecided"];
            /** @description The request's policy needs no signature, or the console was opened by an IP address. */
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
    getRequestEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Request id, `req_` followed by 24 hex characters. Anything else is 404.
                 * @example req_acdcf8070763c1a1072b22d3
                 */
                id: components["parameters"]["RequestId"];
                /** @description The name of a document that the display of the request declares. Anything else is 404. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes of the document. Never show them as a page. */
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
            401: components["responses"]["NotSignedIn"];
            /** @description The organization has no such request, the request has no such document, or the document is not stored. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "not_found" | "evidence_missing" | "evidence_expired";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    getRequestProof: {
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
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NoSuchRequest"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request has no verdict yet. */
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** @description The code and the round that the screen showed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TurnKey"];
            };
        };
        responses: {
            /** @description Returns the request as it is now. */
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
            /** @description The code is wrong, the caller has no seat that can act, or the write came from another origin. */
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
            /** @description The request is decided, the code is from an earlier round, the key is already turned, the seat is locked, the action needs a signature that holds, or a document is missing, expired or changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "decided" | "stale_round" | "already_turned" | "seat_locked" | "not_signed" | "no_evidence";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyWrongCodes"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** @description The reason, for the history, and what the program is told. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        responses: {
            /** @description Returns the request as it is now. */
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
            /** @description The caller has no seat that can act, or the write came from another origin. */
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
            409: components["responses"]["AlreadyDecided"];
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** @description The reason, for the history; or that the caller did not make the request. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AbortNote"];
            };
        };
        responses: {
            /** @description Returns the request as it is now. */
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
            /** @description The caller has no seat that can act, or the write came from another origin. */
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
            409: components["responses"]["AlreadyDecided"];
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Returns the request as it is now. */
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
            /** @description The caller has no seat that can act, or the write came from another origin. */
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
            /** @description The request is decided, or the caller has not turned a key. */
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Returns the request as it is now. */
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
            /** @description The caller has no seat that can act, or the write came from another origin. */
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
    stopRequest: {
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
        /** @description The reason, for the history. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StopReason"];
            };
        };
        responses: {
            /** @description Returns the request as it is now. */
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
            /** @description The caller may not stop it, or the write came from another origin. */
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
            /** @description There is nothing to stop. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "nothing_to_stop";
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
                id: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        /** @description The operator of the seat. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReissueCode"];
            };
        };
        responses: {
            /** @description Returns the request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestViewAnswer"];
                };
            };
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchRequest"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The request is decided, the seat has turned its key, or nobody else can approve the change. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "decided" | "already_turned" | "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The named operator has no seat that can act. */
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
    listQuestions: {
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
            /** @description The questions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NoSuchRequest"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    writeQuestion: {
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
        /** @description The text. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewQuestion"];
            };
        };
        responses: {
            /** @description All questions, with the new one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionList"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            /** @description The caller is not concerned by the request, or the write came from another origin. */
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
            /** @description Others wrote at the same moment. Send it again. */
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
            /** @description The text has no visible character, or the request has 50 questions and answers. */
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
            /** @description The caller wrote 20 texts within ten minutes. */
            429: {
                headers: {
                    /** @description Seconds until the next text is accepted. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    requestDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
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
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
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
            query?: {
                /** @description The number of the attempt, from 1. */
                attempt?: number;
            };
            header?: never;
            path: {
                /** @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404. */
                id: components["parameters"]["DeliveryId"];
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
                    "application/json": components["schemas"]["DeliveryPost"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            /** @description The organization has no such delivery. */
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
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Delivery id, `dlv_` followed by 24 hex characters. Anything else is 404. */
                id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The delivery has started. */
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
            /** @description The organization has nothing with this id. A malformed id gets the same answer. */
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
            /** @description An attempt is running now. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The integration's one call has ended. It is never repeated. */
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
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
            /** @description Added, and enabled unless it is a destination on AWS, which waits for the token of its test event. */
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
            /** @description The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The service does not post to this URL, or the organization has too many endpoints. */
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
    listEndpointHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The health of each endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointHealthList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
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
                id: components["parameters"]["EndpointId"];
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
            404: components["responses"]["NoSuchEndpoint"];
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
                id: components["parameters"]["EndpointId"];
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
            404: components["responses"]["NoSuchEndpoint"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
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
            404: components["responses"]["NoSuchEndpoint"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description A destination on AWS that is not verified yet cannot be enabled in this way. */
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
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /** @description How long posts are also signed with the old secret. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description The secret is rotated. Only this answer contains the new secret. */
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
            404: components["responses"]["NoSuchEndpoint"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Posts are signed only with the current secret. */
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
            404: components["responses"]["NoSuchEndpoint"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    verifyWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /** @description The token. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEndpoint"];
            };
        };
        responses: {
            /** @description Verified and enabled. */
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
            404: components["responses"]["NoSuchEndpoint"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description This is not the token, or the endpoint needs none. */
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
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /** @description The event type. The default is `request.authorized`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestEvent"];
            };
        };
        responses: {
            /** @description The delivery has started. */
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
            404: components["responses"]["NoSuchEndpoint"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["EndpointDisabled"];
            500: components["responses"]["Internal"];
        };
    };
    webhookDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /**
                 * @description Endpoint id, `whe_` followed by 24 hex characters. Anything else is 404.
                 * @example whe_0c5d9e4f7a1b2c3d4e5f6071
                 */
                id: components["parameters"]["EndpointId"];
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
            404: components["responses"]["NoSuchEndpoint"];
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
                id: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        /** @description The range of time in which the events happened. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverRange"];
            };
        };
        responses: {
            /** @description The deliveries have started. */
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
            404: components["responses"]["NoSuchEndpoint"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["EndpointDisabled"];
            500: components["responses"]["Internal"];
        };
    };
    getChat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chat, or null. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    setChat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The format and the URL. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChat"];
            };
        };
        responses: {
            /** @description Messages are posted there from now on; it can take a minute. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["RefusedUrl"];
            500: components["responses"]["Internal"];
        };
    };
    removeChat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No messages are posted any more; it can take a minute. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    testChat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Whether the chat took the message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatTestAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoChat"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The key is created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyTokenAnswer"];
                };
            };
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The signing key is or was registered with another API key, or nobody else can approve the change. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The signing key is not an Ed25519 or P-256 public key, or one of the actions does not exist. */
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
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id. */
                id: components["parameters"]["ApiKeyId"];
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
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchApiKey"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id. */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        /** @description What to change. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyPatch"];
            };
        };
        responses: {
            /** @description The edited key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchApiKey"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The key is revoked, somebody else changed it at the same time, or nobody else can approve the change. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description One of the actions does not exist. */
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
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id. */
                id: components["parameters"]["ApiKeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key has a second token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyTokenAnswer"];
                };
            };
            /**
             * @description The organization needs a second admin for this change. You collect the token as soon as another admin turned a key
             *     on its request.
             */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchApiKey"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The key has two tokens that work, is revoked, or has had too many tokens; or nobody can approve the change. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    endToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Key id. */
                id: components["parameters"]["ApiKeyId"];
                /** @description Number of the token. */
                number: string;
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
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization has nothing with this id. A malformed id gets the same answer. */
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
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    listActions: {
        parameters: {
            query?: {
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
                /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
                id: components["parameters"]["ActionId"];
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
            404: components["responses"]["NoSuchAction"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    putAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        /** @description The policy, at most 64 KiB. */
        requestBody: {
            content: {
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
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first, or the change needs the key of another admin and there is none. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
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
                /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
                id: components["parameters"]["ActionId"];
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
                    "application/json": components["schemas"]["Done"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchAction"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    previewAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        /** @description The proposal. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewProposal"];
            };
        };
        responses: {
            /** @description The result under the policy. */
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
            404: components["responses"]["NoSuchAction"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SenselessPolicy"];
            500: components["responses"]["Internal"];
        };
    };
    backtestAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The action id that proposers use: letters, digits, `.`, `_` and `-`, at most 128 characters. */
                id: components["parameters"]["ActionId"];
            };
            cookie?: never;
        };
        /** @description The policy to test. */
        requestBody: {
            content: {
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
            404: components["responses"]["NoSuchAction"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SenselessPolicy"];
            500: components["responses"]["Internal"];
        };
    };
    getPowers: {
        parameters: {
            query?: {
                /** @description Id of a change that waits for another admin. */
                change?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer for every action. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Powers"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            /** @description The organization has nothing with this id. A malformed id gets the same answer. */
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
            429: components["responses"]["TooManyAnswers"];
            500: components["responses"]["Internal"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    putGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Group id: `grp_` and up to 40 lower-case letters, digits, `_` and `-`. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The group, at most 64 KiB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupEdit"];
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupAnswer"];
                };
            };
            /**
             * @description The organization needs a second admin for this change. Its differences list every action that names the group. It
             *     is made as soon as another admin turns a key on its request.
             */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first, or the change needs the key of another admin and there is none. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["SenselessPolicy"];
            500: components["responses"]["Internal"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Group id: `grp_` and up to 40 lower-case letters, digits, `_` and `-`. */
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
                    "application/json": components["schemas"]["Done"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization has nothing with this id. A malformed id gets the same answer. */
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
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    listOperators: {
        parameters: {
            query?: {
                /** @description The maximum number of operators. The largest limit gives all of them, because an organization has no more. */
                limit?: number;
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The id is already used, or nobody else can approve the change. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The organization has the most operators that it can have. */
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
    listOperatorAccess: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every operator's access. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccessList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnly"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    inviteOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The operators. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Invitation"];
            };
        };
        responses: {
            /** @description All are added and enabled, and their mails are on the way. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationAnswer"];
                };
            };
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description An id is already used or is there twice, or nobody else can approve the change. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description The admin who approves the change could not read all of it in one request, or the organization would have too many
             *     operators.
             */
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
    updateOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Operator id. */
                id: components["parameters"]["OperatorId"];
            };
            cookie?: never;
        };
        /** @description What changes. */
        requestBody: {
            content: {
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
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchOperator"];
            405: components["responses"]["MethodNotAllowed"];
            /**
             * @description The organization would have no enabled admin, somebody else changed the operator at the same time, or nobody else
             *     can approve the change. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
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
                /** @description Operator id. */
                id: components["parameters"]["OperatorId"];
            };
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The link. Only this answer contains it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            404: components["responses"]["NoSuchOperator"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first, or the change needs the key of another admin and there is none. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The operator is disabled, or was connected to a company account where mail links are forbidden. */
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
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                /** @description Operator id. */
                id: components["parameters"]["OperatorId"];
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
            404: components["responses"]["NoSuchOperator"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    deleteOperatorPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Operator id. */
                id: components["parameters"]["OperatorId"];
                /** @description Passkey id, from the list. */
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
                    "application/json": components["schemas"]["Done"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization has no such operator, or the operator has no such passkey. */
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
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description The operator. The default is the caller. Only an admin can name another operator. */
                operator?: components["parameters"]["OwnOrOperator"];
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
            /** @description Only an admin can list sessions of other operators. */
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
                /** @description The operator. The default is the caller. Only an admin can name another operator. */
                operator?: components["parameters"]["OwnOrOperator"];
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
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            /** @description Only an admin can end sessions of other operators, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            404: components["responses"]["NoSuchOperator"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    revokeSession: {
        parameters: {
            query?: {
                /** @description The operator. The default is the caller. Only an admin can name another operator. */
                operator?: components["parameters"]["OwnOrOperator"];
            };
            header?: never;
            path: {
                /** @description Session id, from the list. */
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
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            /** @description Only an admin can list sessions of other operators, or the write came from another origin. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleRefusal"];
                };
            };
            /** @description The organization has nothing with this id. A malformed id gets the same answer. */
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
            /** @description The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    finishCompanySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The provider's answer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderAnswer"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    /** @description The session, as an HttpOnly, SameSite=Strict cookie. What was pending is deleted. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            /** @description The answer proves nothing, the account is not connected, or the sign-in is too old. */
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
    startCompanySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The organization. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartCompanySignIn"];
            };
        };
        responses: {
            /** @description Where the browser goes. */
            200: {
                headers: {
                    /** @description What is pending, as a sealed, HttpOnly, SameSite=Lax cookie. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySignInStarted"];
                };
            };
            400: components["responses"]["BadBody"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description There is no company sign-in, or the identity provider cannot be used. */
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
    getCompanySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySignIn"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    setCompanySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The identity provider, or null. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanySignInEdit"];
            };
        };
        responses: {
            /** @description Set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySignIn"];
                };
            };
            /** @description The organization needs a second admin for this change. It is made as soon as another admin turns a key on its request. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first, or the change needs the key of another admin and there is none. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The provider cannot be used, or its secret is missing. */
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
    connectOwnIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The provider's answer. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderAnswer"];
            };
        };
        responses: {
            /** @description Connected. */
            200: {
                headers: {
                    /** @description Deletes what was pending. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySignIn"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /**
             * @description The account or the operator is already connected, somebody else changed it first, or the change needs the key of
             *     another admin and there is none. The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The answer proves nothing, or the sign-in at the provider is too old. */
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
    startOwnIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description Where the browser goes. */
            200: {
                headers: {
                    /** @description What is pending, as a sealed, HttpOnly, SameSite=Lax cookie. */
                    "Set-Cookie": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySignInStarted"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description There is no company sign-in, or the identity provider cannot be used. */
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
    disconnectOwnIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disconnected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["ForeignOrigin"];
            /** @description No account is connected. */
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
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    connectIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Operator id. */
                id: string;
            };
            cookie?: never;
        };
        /** @description The account. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewIdentity"];
            };
        };
        responses: {
            /** @description Connected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description The organization needs a second admin for this change. It is made as soon as another admin turns a key on its request. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeAnswer"];
                };
            };
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description The organization has nothing with this id, or no company sign-in. A malformed id gets the same answer. */
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
            /**
             * @description The account or the operator is already connected, somebody else changed it first, or the change needs the key of
             *     another admin and there is none. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
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
    disconnectIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Operator id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Disconnected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            /** @description No account is connected to an operator with this id. */
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
            /** @description Somebody else changed it first. Read it again, then repeat your edit if you still want it. The session did not begin with a passkey or an admin's link. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            500: components["responses"]["Internal"];
        };
    };
    renameOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganizationName"];
            };
        };
        responses: {
            /** @description Renamed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Somebody else changed it first, or the change needs the key of another admin and there is none. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    setChangesTurn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What approving a change takes. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangesTurn"];
            };
        };
        responses: {
            /** @description Set. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangesTurnAnswer"];
                };
            };
            202: components["responses"]["WaitsForSecondAdmin"];
            400: components["responses"]["BadBody"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["AdminOnlyOrForeignOrigin"];
            405: components["responses"]["MethodNotAllowed"];
            /**
             * @description An admin has no countersigned passkey, changes of this organization need no second admin, the change needs the key of
             *     another admin and there is none, or somebody else changed it first. The session did not begin with a passkey or an admin's link. Or it began more than five minutes ago, and no second admin has to approve the edit, or it adds a receiver, or it is about the caller's own access.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeList"];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["NotSignedIn"];
            405: components["responses"]["MethodNotAllowed"];
            500: components["responses"]["Internal"];
        };
    };
    getChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the request that carries the change. Anything else is 404. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeDetailAnswer"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description There is no such change in this organization. A malformed id gets the same answer. */
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
    collectKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the change. */
                id: string;
            };
            cookie?: never;
        };
        /** @description Nothing. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Nothing"];
            };
        };
        responses: {
            /** @description The key is created. */
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
            /** @description You have requested no API key under this id. A malformed id gets the same answer. */
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
            /** @description The key is not approved, its token was collected already, more than 24 hours have passed, or its signing key was registered with another API key. The session did not begin with a passkey or an admin's link within the last five minutes. A stolen session alone must not be able to do this. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleProblem"] & {
                        /** @enum {string} */
                        kind: "conflict" | "sign_in_again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["Internal"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Only entries after this position. Ignored if you send `cursor`. */
                after?: number;
                /** @description The maximum number of items. A page can contain fewer. Only a null `cursor` means that there are no more. */
                limit?: components["parameters"]["Limit"];
                /** @description The `cursor` of the previous page. Leave it out to start from the beginning. Any other value answers 400 `invalid`. */
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
                /** @description Only entries after this position. */
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
                    /** @description The `after` of the next part. Absent in the last part. */
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
                /** @description How many days of the calendar, with today. The default is 7. */
                days?: 7 | 30;
                /** @description IANA name of the time zone in which days begin and end. An unknown one is answered 400. */
                zone?: string;
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
