/** `request-authorization-service/cdk`: the service as constructs for a CDK application of your own (docs/deploy.md). */
export { type Config, type ConfigInput, checkedConfig } from './config';
export {
  ApprovedWorkflow,
  type ApprovedWorkflowProps,
  onlyFromOrganization,
} from './constructs/consumer/approved-workflow';
export { RequestAuthorizationData, type RequestAuthorizationDataProps } from './constructs/data';
export { RequestAuthorizationEdge, type RequestAuthorizationEdgeProps } from './constructs/edge-logs';
export { RequestAuthorizationService, type RequestAuthorizationServiceProps } from './constructs/service';
