import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** An account for a server that refuses to run as root. */
export interface RunAs {
  readonly name: string;
  /** Words before the command. */
  readonly prefix: readonly string[];
  /** Absent for the own account. */
  readonly account?: { readonly uid: number; readonly gid: number };
}

/** Returns the possible accounts, the best first. */
export function runAsChoices(): readonly RunAs[] {
  if (process.getuid?.() !== 0) return [{ name: 'this user', prefix: [] }];
  return [...userNamespace(), ...['postgres', 'nobody'].flatMap(otherUser)];
}

/** Inside, the process is "nobody" to itself but still the owner on disk, so it can use private folders. */
function userNamespace(): readonly RunAs[] {
  const prefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
  const [program = '', ...words] = prefix;
  return spawnSync(program, [...words, 'true']).status === 0 ? [{ name: 'user namespace', prefix }] : [];
}

function otherUser(user: string): readonly RunAs[] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) return [];
  return [{ name: `user ${user}`, prefix: [], account: { uid: Number(uid), gid: Number(gid) } }];
}
