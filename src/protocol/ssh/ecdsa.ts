/** P-256 signatures: r and s as 64 bytes (RFC 7518 §3.4), as ASN.1 DER, and as two numbers of SSH (RFC 5656 §3.1.2). */
import { mpint, parsed, type SshReader } from './wire';

const INTEGER_BYTES = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

export function ecdsaBlob(raw: Uint8Array): Buffer {
  return Buffer.concat([mpint(raw.subarray(0, INTEGER_BYTES)), mpint(raw.subarray(INTEGER_BYTES))]);
}

export function readEcdsaBlob(reader: SshReader): Buffer {
  return Buffer.concat([reader.mpint(INTEGER_BYTES), reader.mpint(INTEGER_BYTES)]);
}

/** From DER, which authenticators and KMS use. Null if it is not the one DER form of two such numbers. */
export function rawFromDer(der: Uint8Array): Buffer | null {
  return parsed(der, (reader) => {
    const isSequence = reader.byte() === SEQUENCE && reader.byte() === der.length - 2;
    const numbers = [derInteger(reader), derInteger(reader)].map((bytes) => parsed(bytes, (each) => each.mpint(32)));
    return isSequence && numbers.every((each) => each !== null) ? Buffer.concat(numbers as Buffer[]) : null;
  });
}

/** As an SSH string, whose rule for numbers is DER's. */
function derInteger(reader: SshReader): Buffer {
  if (reader.byte() !== INTEGER) return Buffer.alloc(0);
  const length = reader.byte();
  return Buffer.concat([Buffer.from([0, 0, 0, length]), reader.take(length)]);
}
