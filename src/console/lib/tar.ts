/** Puts text files into one archive that every Unix machine can open (POSIX.1-1988, ustar). */
import { joined, utf8 } from './bytes';

const BLOCK = 512;

/** `seconds`: the modification time of the files in the archive. */
export function tarOf(
  folder: string,
  files: Readonly<Record<string, string>>,
  seconds: number,
): Uint8Array<ArrayBuffer> {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const bytes = utf8(text);
    const body = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
    body.set(bytes);
    return [headerOf(`${folder}/${name}`, bytes.length, seconds), body];
  });
  return joined([...parts, new Uint8Array(2 * BLOCK)]);
}

function headerOf(path: string, size: number, seconds: number): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const write = (at: number, text: string) => header.set(utf8(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  write(0, path);
  write(100, '0000644\0');
  write(108, '0000000\0');
  write(116, '0000000\0');
  write(124, `${octal(size, 11)}\0`);
  write(136, `${octal(seconds, 11)}\0`);
  write(148, '        ');
  write(156, '0');
  write(257, 'ustar\0');
  write(263, '00');
  // The sum of the header's bytes. The bytes of the sum itself count as blanks.
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(148, `${octal(sum, 6)}\0 `);
  return header;
}
