/** One origin for the console and the API: CloudFront in front of the built files and of the HTTP API. */
import { Duration, RemovalPolicy, SecretValue } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as s3deploy from 'aws-cdk-lib/aws-s3-deployment';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { SECURITY_HEADERS } from '../../src/lambda/console/security-headers';
import { EDGE_HEADERS } from '../../src/lambda/env';
import { consoleSource } from '../bundling/code';
import type { Config } from '../config';
import { CLOSED } from './data';
import { logsOf } from './removal';

export interface ConsoleSiteProps {
  readonly config: Config;
  /** The host name of the HTTP API. */
  readonly apiDomain: string;
  readonly edgeSecret: secretsmanager.ISecret;
}

export class ConsoleSite extends Construct {
  readonly distribution: cloudfront.Distribution;
  readonly files: s3.Bucket;

  constructor(scope: Construct, id: string, { config, apiDomain, edgeSecret }: ConsoleSiteProps) {
    super(scope, id);
    // This bucket needs no protection, because every deployment uploads the pages again.
    this.files = new s3.Bucket(this, 'Files', {
      ...CLOSED,
      encryption: s3.BucketEncryption.S3_MANAGED,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
    const api: cloudfront.BehaviorOptions = {
      origin: new origins.HttpOrigin(apiDomain, {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        customHeaders: { [EDGE_HEADERS.secret]: edgeSecretOf(edgeSecret, config) },
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      // Every header except Host, which must be the API's own.
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [{ function: viewerAddress(this), eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }],
    };
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: 'request authorization: console and API',
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      ...(config.domain === null
        ? {}
        : {
            minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
            ...(config.domain.alias === false ? {} : { domainNames: [config.domain.name] }),
            certificate: acm.Certificate.fromCertificateArn(this, 'Certificate', config.domain.certificateArn),
          }),
      defaultBehavior: {
        origin: origins.S3BucketOrigin.withOriginAccessControl(this.files),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: securityHeaders(this),
        functionAssociations: [{ function: pages(this), eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }],
      },
      additionalBehaviors: { '/v1/*': api, '/api/*': api },
    });
    this.deployPages(config);
  }

  /**
   * First uploads the files that index.html names. Their names change with their content, so they are kept, and an open
   * tab still finds those of the previous release. Then uploads index.html, which every browser requests again.
   */
  private deployPages(config: Config): void {
    const logGroup = logsOf(this, 'CopierLogs', config);
    const common = { destinationBucket: this.files, prune: false, memoryLimit: 256, logGroup };
    const hashed = new s3deploy.BucketDeployment(this, 'HashedFiles', {
      ...common,
      sources: [consoleSource('hashed')],
      cacheControl: [s3deploy.CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const fixed = new s3deploy.BucketDeployment(this, 'Index', {
      ...common,
      sources: [consoleSource('fixed')],
      cacheControl: [s3deploy.CacheControl.noCache()],
      distribution: this.distribution,
      distributionPaths: ['/*'],
    });
    fixed.node.addDependency(hashed);
  }
}

/**
 * CloudFormation resolves this at deployment; the template contains a reference. It resolves it again only if the
 * reference has changed, so a rotation names the secret's new version (docs/deploy.md).
 */
function edgeSecretOf(secret: secretsmanager.ISecret, { edgeSecretVersion }: Config): string {
  if (edgeSecretVersion === null) return secret.secretValue.unsafeUnwrap();
  return SecretValue.secretsManager(secret.secretArn, { versionId: edgeSecretVersion }).unsafeUnwrap();
}

/** The same headers as on one machine. */
function securityHeaders(scope: Construct): cloudfront.ResponseHeadersPolicy {
  const { 'content-security-policy': contentSecurityPolicy = '', 'permissions-policy': permissions = '' } =
    SECURITY_HEADERS;
  return new cloudfront.ResponseHeadersPolicy(scope, 'Headers', {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
        { header: 'permissions-policy', value: permissions, override: true },
      ],
    },
  });
}

/** Counts callers through CloudFront by their own address. Overwrites a header that claims another address. */
function viewerAddress(scope: Construct): cloudfront.Function {
  return new cloudfront.Function(scope, 'ViewerAddress', {
    runtime: cloudfront.FunctionRuntime.JS_2_0,
    code: cloudfront.FunctionCode.fromInline(
      `function handler(event) { var r = event.request; r.headers['${EDGE_HEADERS.viewer}'] = { value: event.viewer.ip }; return r; }`,
    ),
  });
}

/** All routes of the application return its one page. */
function pages(scope: Construct): cloudfront.Function {
  return new cloudfront.Function(scope, 'Pages', {
    runtime: cloudfront.FunctionRuntime.JS_2_0,
    code: cloudfront.FunctionCode.fromInline(
      "function handler(event) { var r = event.request; if (r.uri.lastIndexOf('.') < r.uri.lastIndexOf('/')) r.uri = '/index.html'; return r; }",
    ),
  });
}
