import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * A self-signed certificate for the given names. It is made when the tests run, so the repository contains no key and no
 * certificate that expires. It writes DER itself (X.690, RFC 5280), because Node can only read certificates.
 */
export function aCertificate(
  names: readonly string[],
  { daysLeft = 1 }: { daysLeft?: number } = {},
): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const algorithm = sequence(objectId('2a8648ce3d040302')); // ecdsa-with-SHA256
  const subject = sequence(tagged(0x31, sequence(objectId('550403'), tagged(0x0c, Buffer.from('test receiver')))));
  const altNames = sequence(...names.map((name) => tagged(0x82, Buffer.from(name))));
  const isCa = sequence(tagged(0x01, Buffer.from([0xff])));
  const toBeSigned = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    algorithm,
    subject,
    sequence(utcTime(now - 10 * DAY_MS), utcTime(now + daysLeft * DAY_MS)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(extension('551d11', altNames), extension('551d13', isCa))),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]));
  const der = sequence(toBeSigned, algorithm, signature);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const DAY_MS = 86_400_000;

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]));
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function extension(id: string, content: Buffer): Buffer {
  return sequence(objectId(id), tagged(0x04, content));
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}
