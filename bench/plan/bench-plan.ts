// `npm run bench plan -- --connections 100000 --changes-a-day 5`: what such a deployment needs. `--json` prints it for programs,
// `--check` runs a small deployment and prints what the plan says of it beside what was measured.
import { table } from '../measure.ts';
import { constants } from './constants.ts';
import { flags, type PlanWords, readPlanWords } from './flags.ts';
import { type Plan, planOf } from './model.ts';

export async function benchPlan(words: readonly string[]): Promise<void> {
  let asked: PlanWords;
  try {
    asked = readPlanWords(words);
  } catch (error) {
    console.error((error as Error).message);
    console.error(
      `\nflags:\n${Object.entries(flags)
        .map(([name, { means }]) => `  --${name}  ${means}`)
        .join('\n')}`,
    );
    process.exitCode = 2;
    return;
  }
  if (asked.isCheck) {
    const { checkPlan } = await import('./check.ts');
    await checkPlan();
    return;
  }
  const plan = planOf(asked.load);
  if (asked.isJson) console.log(JSON.stringify({ load: asked.load, plan, constants }, null, 2));
  else show(plan);
}

const gigabytes = (bytes: number) => bytes / 1e9;

function show({ changesASecond, cores, disk, calls, egress, cells, warnings }: Plan): void {
  table(
    'What it needs, by the figures of docs/scale.md',
    ['what', 'how much', 'unit'],
    [
      [
        'changes: mean, at the peak',
        `${changesASecond.mean.toFixed(1)}, ${changesASecond.peak.toFixed(1)}`,
        'a second',
      ],
      ['cores of hosts and workers', cores.hosts, 'like the measured ones'],
      ['cores of PostgreSQL', cores.database, 'like the measured ones'],
      ...Object.entries(disk).map(([name, bytes]) => [`disk: ${name}`, gigabytes(bytes), 'GB'] as const),
      ['calls to the provider', calls.aDay, 'a day'],
      ['of a connection', calls.aDayOfConnection, 'a day'],
      ['at the peak', calls.aMinuteAtPeak, `a minute: ${calls.apps} app(s) at the provider`],
      ['egress', gigabytes(egress.bytesADay), 'GB a day'],
      ['cells', cells.total, `primaries: ${cells.byDisk} by disk, ${cells.byChanges} by changes`],
    ],
  );
  for (const warning of warnings) console.log(`\nNot possible: ${warning}`);
}
