import { type KeyUse, mayBeDropped } from '#core';
import { inspectDatabase } from '../composition/bind-database.ts';
import { compose } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';

/** Which keys stored values need, and which may go; throws in words when one is missing. Names keys, never values. */
export async function keyReport(config: Config): Promise<string> {
  // Composing brings a development database up to date, and who looks changes nothing.
  if ((await inspectDatabase(config)).kind !== 'current') throw new Error('not looked at: the schema is not current');
  const composition = await compose(config, 'admin');
  try {
    const uses = await composition.core.secrets.keyUse();
    const told = uses.map(tell).join('; ');
    const missing = uses.filter(({ inRing }) => !inRing).map(({ keyId }) => keyId);
    if (missing.length > 0) throw new Error(told);
    return told;
  } finally {
    await composition.close();
  }
}

function tell(use: KeyUse): string {
  const { keyId, values, inRing, seals } = use;
  const count = `${values} value${values === 1 ? '' : 's'}`;
  if (keyId === '') return `${count} not sealed in a known form: damaged`;
  if (!inRing) return `key ${keyId}: ${count}, and the key is missing from ENCRYPTION_KEYS`;
  if (seals) return `key ${keyId}: ${count}, seals what is new`;
  return `key ${keyId}: ${count}, ${mayBeDropped(use) ? 'may be dropped once every host seals with another' : 'still needed'}`;
}
