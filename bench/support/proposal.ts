export const PROPOSAL = {
  action: 'demo.solo',
  requester: 'op_alpha',
  params: { charge: 'ch_1', note: 'n'.repeat(200) },
  summary: 'Refund a charge',
};
