/** The stock `ssh-keygen`, where it is installed. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_CI } from '../../scripts/support/ci.cjs';

export const HAS_SSH_KEYGEN = spawnSync('ssh-keygen', ['-?']).error === undefined;

if (!HAS_SSH_KEYGEN && IS_CI) throw new Error('CI verifies with ssh-keygen: install openssh-client');
if (!HAS_SSH_KEYGEN) console.warn('ssh-keygen is not installed: what a stock OpenSSH says is not tested here');

export const itWithSshKeygen = HAS_SSH_KEYGEN ? it : it.skip;

export interface Signed {
  readonly allowedSigners: string;
  readonly signer: string;
  readonly namespace: string;
  readonly signature: string;
  readonly message: string;
  /** `YYYYMMDDHHMMSSZ`. */
  readonly at?: string;
}

/** Whether `ssh-keygen -Y verify` says Good. */
export function isGood({ allowedSigners, signer, namespace, signature, message, at }: Signed): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'ssh-keygen-'));
  try {
    const [signers, sig] = [join(folder, 'allowed_signers'), join(folder, 'message.sig')];
    writeFileSync(signers, allowedSigners);
    writeFileSync(sig, signature);
    const time = at === undefined ? [] : [`-Overify-time=${at}`];
    const args = ['-Y', 'verify', '-q', ...time, '-f', signers, '-I', signer, '-n', namespace, '-s', sig];
    return spawnSync('ssh-keygen', args, { input: message }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
