import { inspectDatabase } from '../composition/bind-database.ts';
import type { Config } from '../composition/config.ts';
import { secretsOf } from '../composition/development-secrets.ts';
import type { Report } from './commands.ts';
import { keyReport } from './key-report.ts';

interface Finding extends Readonly<Record<string, unknown>> {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Looks at what a host needs and says in words what is missing; changes nothing. */
export async function examine(config: Config): Promise<{ readonly healthy: boolean; readonly findings: Report }> {
  const findings = await Promise.all([
    check('runtime', async () => `Node ${process.versions.node}`),
    check('secrets', async () => {
      secretsOf(config);
      return config.production ? 'all set' : 'all set, or made for development';
    }),
    check('database', async () => {
      const { kind, version, expected } = await inspectDatabase(config);
      if (kind !== 'current') throw new Error(`schema is ${kind} (version ${version}, this build needs ${expected})`);
      return `${config.database.kind}, schema version ${version}`;
    }),
    check('stored secrets', () => keyReport(config)),
    check(
      'clock',
      async () => `${new Date().toISOString()}${config.clockOffsetSeconds === 0 ? '' : ' with a test offset'}`,
    ),
  ]);
  return { healthy: findings.every(({ ok }) => ok), findings };
}

async function check(name: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { check: name, ok: true, detail: await look() };
  } catch (error) {
    return { check: name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}
