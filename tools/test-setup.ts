// Loaded before every test file. All share one PostgreSQL, which the first user starts.
import { startPostgres, type TestPostgres } from './test-postgres.ts';

let running: Promise<TestPostgres> | undefined;

const postgresIsOff = process.env['TEST_PG'] === 'off';

/** The URL of the tests' PostgreSQL; child processes find it in `TEST_DATABASE_URL`. */
export async function postgresUrl(): Promise<string> {
  if (postgresIsOff) throw new Error('TEST_PG=off: put this test into describePostgres');
  running ??= startPostgres();
  const { url } = await running;
  process.env['TEST_DATABASE_URL'] = url;
  return url;
}

/** A `describe` that shows as skipped with `TEST_PG=off`. */
export function describePostgres(name: string, body: () => void): void {
  if (postgresIsOff) describe.skip(`${name} (left out: TEST_PG=off)`, () => it('needs PostgreSQL'));
  else describe(name, body);
}

export async function mochaGlobalTeardown(): Promise<void> {
  if (postgresIsOff) process.stdout.write('\n  PostgreSQL was left out of these tests (TEST_PG=off).\n');
  const started = await running?.catch(() => undefined);
  await started?.stop();
  setTimeout(exitAnyway, lingerMs).unref();
}

const lingerMs = 30_000;

/** A child process or socket left by a failed test must not keep the run from ending. */
function exitAnyway(): void {
  process.stderr.write('\n  Something kept the tests from ending by themselves; they are ended.\n');
  process.exit();
}
