/** Fields of SSH's binary formats (RFC 4251 §5), and the forms of an ECDSA signature, two of which are made of them. */

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The length in four bytes and then the bytes. Text is written in UTF-8. */
export function sshString(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([uint32(bytes.length), bytes]);
}

/** A positive number in as few bytes as possible, with a zero byte before a high first bit. */
export function mpint(value: Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const first = bytes.findIndex((byte) => byte !== 0);
  const significant = first < 0 ? Buffer.alloc(0) : bytes.subarray(first);
  return sshString(significant[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), significant]) : significant);
}

/** The bytes do not have the format. It never leaves this folder, because parsers return null. */
export class MalformedError extends Error {}

export class SshReader {
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes);
  }

  take(count: number): Buffer {
    const end = this.at + count;
    if (end > this.bytes.length) throw new MalformedError('ends too early');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  uint32(): number {
    return this.take(4).readUInt32BE();
  }

  string(): Buffer {
    return this.take(this.uint32());
  }

  /** Accepts only valid UTF-8, so that two byte sequences never give the same text. */
  text(): string {
    const bytes = this.string();
    const text = bytes.toString('utf8');
    if (!Buffer.from(text, 'utf8').equals(bytes)) throw new MalformedError('not UTF-8');
    return text;
  }

  /** A positive number in its shortest form, as `size` bytes. */
  mpint(size: number): Buffer {
    const bytes = this.string();
    const padded = bytes[0] === 0;
    const significant = padded ? bytes.subarray(1) : bytes;
    const isShortest = significant.length > 0 && significant[0]! >= 0x80 === padded && significant[0] !== 0;
    if (!isShortest || significant.length > size) throw new MalformedError('not a number of this size');
    return Buffer.concat([Buffer.alloc(size - significant.length), significant]);
  }

  end(): void {
    if (this.at !== this.bytes.length) throw new MalformedError('goes on');
  }
}

/** The result of `read`; null if the bytes are malformed or not read to their end. */
export function readWhole<T>(bytes: Uint8Array, read: (reader: SshReader) => T): T | null {
  try {
    const reader = new SshReader(bytes);
    const value = read(reader);
    reader.end();
    return value;
  } catch (error) {
    if (error instanceof MalformedError) return null;
    throw error;
  }
}

/* P-256 signatures: r and s as 64 bytes (RFC 7518 §3.4), as ASN.1 DER, and as two numbers of SSH (RFC 5656 §3.1.2). */

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
  return readWhole(der, (reader) => {
    const isSequence = reader.byte() === SEQUENCE && reader.byte() === der.length - 2;
    const numbers = [derInteger(reader), derInteger(reader)].map((bytes) => readWhole(bytes, (each) => each.mpint(32)));
    return isSequence && numbers.every((each) => each !== null) ? Buffer.concat(numbers as Buffer[]) : null;
  });
}

/** As an SSH string, whose rule for numbers is DER's. */
function derInteger(reader: SshReader): Buffer {
  if (reader.byte() !== INTEGER) return Buffer.alloc(0);
  const length = reader.byte();
  return Buffer.concat([Buffer.from([0, 0, 0, length]), reader.take(length)]);
}
