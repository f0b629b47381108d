import { type KeyUse, mayBeDropped } from '#core';
import { assertClock } from '../composition/clock-check.ts';
import { type Composition, compose } from '../composition/compose.ts';
import type { Config } from '../composition/config.ts';
import { inspectDatabase } from '../composition/open-database.ts';
import { sentenceOf } from '../composition/watch-database.ts';
import { examineReplica } from '../composition/watch-replica.ts';
import type { Report } from './input.ts';

/** Checks what a host needs and changes nothing; the exit code is 1 when something is missing. */
export async function examine(config: Config): Promise<Report> {
  const database = await check('database', () => databaseReport(config));
  const inside = (look: (composition: Composition) => Promise<string>) =>
    database.ok ? composed(config, look) : Promise.reject(new Error('not checked: the check needs the database'));
  const findings = [
    await check('runtime', async () => `Node ${process.versions.node}`),
    await check('secrets', async () => (config.production ? 'all set' : 'all set, or made for development')),
    database,
    await check('database history', () => inside(historyReport)),
    ...(config.database.kind === 'postgres' && config.database.readUrl !== undefined
      ? [await check('read replica', () => inside((composition) => replicaReport(config, composition)))]
      : []),
    await check('stored secrets', () => inside(keyReport)),
    await check('clock', () => inside((composition) => clockReport(config, composition))),
  ];
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
  return findings;
}

async function check(name: string, look: () => Promise<string>) {
  try {
    return { check: name, ok: true, detail: await look() };
  } catch (error) {
    return { check: name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

async function databaseReport(config: Config): Promise<string> {
  const { kind, version, expected } = await inspectDatabase(config);
  if (kind !== 'current') throw new Error(`schema is ${kind} (version ${version}, this build needs ${expected})`);
  return `${config.database.kind}, schema version ${version}`;
}

async function composed(config: Config, look: (composition: Composition) => Promise<string>): Promise<string> {
  const composition = await compose(config, 'admin');
  return look(composition).finally(() => composition.close());
}

/** Throws where a host would not start. */
async function clockReport(config: Config, { ports, database }: Composition): Promise<string> {
  await assertClock({ host: ports.clock.now, database: database.clock }, config.worker.clockToleranceSeconds * 1000);
  return ports.clock.now().toISOString();
}

async function historyReport({ database }: Composition): Promise<string> {
  const { wentBack, accepted } = await database.epoch.state();
  if (wentBack) throw new Error(sentenceOf(wentBack));
  return accepted ? `whole since ${accepted.until}, when a loss was accepted` : 'whole';
}

async function replicaReport(config: Config, { database }: Composition): Promise<string> {
  return (await examineReplica(config, database)) ?? 'none';
}

/** Names keys, never values; throws when a stored value needs a missing key. */
async function keyReport({ core }: Composition): Promise<string> {
  const uses = await core.secrets.keyUse();
  const report = uses.map(describe).join('; ');
  if (uses.some(({ inRing }) => !inRing)) throw new Error(report);
  return report;
}

function describe(use: KeyUse): string {
  const { keyId, values, inRing, seals } = use;
  const count = `${values} value${values === 1 ? '' : 's'}`;
  if (keyId === '') return `${count} not sealed in a known form: damaged`;
  if (!inRing) return `key ${keyId}: ${count}, and the key is missing from ENCRYPTION_KEYS`;
  if (seals) return `key ${keyId}: ${count}, seals what is new`;
  return `key ${keyId}: ${count}, ${mayBeDropped(use) ? 'may be dropped once every host seals with another' : 'still needed'}`;
}
