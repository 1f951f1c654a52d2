/** One origin for the console and the API: CloudFront in front of the built files and of the HTTP API. */
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { SECURITY_HEADERS } from '../../src/lambda/console/security-headers';
import { EDGE_HEADERS } from '../../src/lambda/env';
import type { Config } from '../config';

export interface ConsoleSiteProps {
  readonly config: Config;
  /** The host name of the HTTP API. */
  readonly apiDomain: string;
  readonly edgeSecret: secretsmanager.ISecret;
}

export class ConsoleSite extends Construct {
  readonly distribution: cloudfront.Distribution;
  /**
   * Copy the built console here (docs/deploy.md), so that a deployment of the API does not wait for a build of the
   * pages.
   */
  readonly files: s3.Bucket;

  constructor(scope: Construct, id: string, { config, apiDomain, edgeSecret }: ConsoleSiteProps) {
    super(scope, id);
    this.files = bucket(this, 'Files', config);
    const api: cloudfront.BehaviorOptions = {
      origin: new origins.HttpOrigin(apiDomain, {
        protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
        // CloudFormation resolves this when it deploys; the template holds a reference.
        customHeaders: { [EDGE_HEADERS.secret]: edgeSecret.secretValue.unsafeUnwrap() },
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
      // Everything but Host, which must be the API's own.
      originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations: [{ function: viewerAddress(this), eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }],
    };
    this.distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: 'request authorization: console and API',
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      enableLogging: true,
      logBucket: bucket(this, 'AccessLogs', config, true),
      ...(config.domain === null
        ? {}
        : {
            minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
            domainNames: [config.domain.name],
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
  }
}

function bucket(scope: Construct, id: string, config: Config, logs = false): s3.Bucket {
  return new s3.Bucket(scope, id, {
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: config.protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    // CloudFront needs ACLs to write its logs.
    ...(logs
      ? { objectOwnership: s3.ObjectOwnership.OBJECT_WRITER, lifecycleRules: [{ expiration: Duration.days(90) }] }
      : {}),
  });
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

/**
 * Callers through CloudFront are counted by their own address. A header with which they claim another is overwritten.
 */
function viewerAddress(scope: Construct): cloudfront.Function {
  return new cloudfront.Function(scope, 'ViewerAddress', {
    runtime: cloudfront.FunctionRuntime.JS_2_0,
    code: cloudfront.FunctionCode.fromInline(
      `function handler(event) { var r = event.request; r.headers['${EDGE_HEADERS.viewer}'] = { value: event.viewer.ip }; return r; }`,
    ),
  });
}

/** All routes of the application lead to its one page. */
function pages(scope: Construct): cloudfront.Function {
  return new cloudfront.Function(scope, 'Pages', {
    runtime: cloudfront.FunctionRuntime.JS_2_0,
    code: cloudfront.FunctionCode.fromInline(
      "function handler(event) { var r = event.request; if (r.uri.lastIndexOf('.') < r.uri.lastIndexOf('/')) r.uri = '/index.html'; return r; }",
    ),
  });
}
