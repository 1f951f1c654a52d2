/** What is proposed, and what the queues that we compare with carry instead. */
export const PARAMS = { charge: 'ch_1', note: 'n'.repeat(200) };

export const PROPOSAL = { action: 'demo.solo', requester: 'op_alpha', params: PARAMS, summary: 'Refund a charge' };

/** Its intent is as long as the ciphertext that our own worker claims. */
export const JOB = { params: PARAMS, intent: 'A'.repeat(300) };
