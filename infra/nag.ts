import type { Stack } from 'aws-cdk-lib';
export function acknowledge(_stack: Stack): void {}
