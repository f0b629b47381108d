// Our engine beside the peers that teams choose, on one PostgreSQL with durable commits, in one run.
import { readFileSync } from 'node:fs';
import { killChildren } from './children.ts';
import { benchBacklog, benchHistory } from './claims.ts';
import { benchFairness } from './fairness.ts';
import { entriesOf } from './fleet.ts';
import { latencies } from './latency.ts';
import { type EngineBenchOptions, type EngineFlagValues, engineOptions, type Part } from './options.ts';
import { type BenchServer, startServer } from './server.ts';
import { isUnbatched, showBar, showCpuBar, showFigures, showLatencies } from './tables.ts';
import { throughput } from './throughput.ts';

export async function benchEngine(flags: EngineFlagValues): Promise<void> {
  const options = engineOptions(flags);
  const server = await startServer();
  const interrupted = (): void => {
    killChildren();
    void server.stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    await showSetUp(server, options);
    for (const part of options.parts) {
      console.log(`\n${part}`);
      await deeds[part](server, options);
    }
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    killChildren();
    await server.stop();
  }
}

const deeds: Readonly<Record<Part, (server: BenchServer, options: EngineBenchOptions) => Promise<void>>> = {
  jobs: async (server, options) => {
    const figures = await throughput(server, 'one-step', options);
    const { processes } = options;
    showFigures(
      `One-step jobs a second, ${queuedText(options)} (bar: ≥ 1.5 × the best unbatched peer)`,
      figures,
      processes,
    );
    showBar(figures, processes, { text: 'at least 1.5 × the best unbatched peer', isRival: isUnbatched, times: 1.5 });
    showCpuBar(figures, processes, 150);
  },
  steps: async (server, options) => {
    const figures = await throughput(server, 'two-step', options);
    showFigures(
      `Two-step workflows a second, each step's result kept durably, ${queuedText(options)} (bar: ≥ 3 × DBOS)`,
      figures,
      options.processes,
    );
    showBar(figures, options.processes, {
      text: 'at least 3 × DBOS on two steps',
      isRival: (name) => name.startsWith('DBOS'),
      times: 3,
    });
  },
  latency: async (server, options) => {
    showLatencies(await latencies(server, options), options.processes, options.latencySeconds);
  },
  history: (server, { history }) => benchHistory(server, history),
  backlog: (server, { backlog }) => benchBacklog(server, backlog),
  fairness: benchFairness,
};

const queuedText = ({ queued }: EngineBenchOptions): string => `${queued.toLocaleString('en')} queued`;

async function showSetUp(server: BenchServer, options: EngineBenchOptions): Promise<void> {
  const settings = await server.settings();
  const versions = ['@dbos-inc/dbos-sdk', 'pg-boss', 'graphile-worker', 'pg', 'knex'].map(
    (name) => `${name} ${versionOf(name)}`,
  );
  console.log(`\n${versions.join(', ')}`);
  console.log(
    `PostgreSQL: ${Object.entries(settings)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  );
  if (settings['fsync'] !== 'on' || settings['synchronous_commit'] !== 'on') {
    throw new Error('this PostgreSQL does not commit durably; the figures would mean nothing');
  }
  console.log(
    `Workers are processes of their own on this machine, as is the server. Same payload for all, no log lines.`,
  );
  for (const part of ['jobs', 'latency'] as const) {
    for (const { contender } of await entriesOf(options.contenders, part)) {
      if (part === 'jobs' || !contender.parts.includes('jobs'))
        console.log(`- ${contender.name}: ${contender.settings}`);
    }
  }
}

function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
