// Our engine beside the peers that teams choose, on one PostgreSQL with durable commits, in one run.
import { readFileSync } from 'node:fs';
import { type EngineOptions, type EnginePart, engineOptions, type Flags } from '../flags.ts';
import { entriesOf } from './fleet.ts';
import { latencies } from './latency.ts';
import type { BenchServer } from './server.ts';
import { showBar, showFigures, showLatencies, unbatchedPeer } from './tables.ts';
import { throughput } from './throughput.ts';
import { withServer } from './with-server.ts';

export async function benchEngine(flags: Flags): Promise<void> {
  const options = engineOptions(flags);
  await withServer('Engine', async (server) => {
    await showSetUp(options);
    for (const part of options.parts) {
      console.log(`\n${part}`);
      await deeds[part](server, options);
    }
  });
}

const deeds: Readonly<Record<EnginePart, (server: BenchServer, options: EngineOptions) => Promise<void>>> = {
  jobs: async (server, options) => {
    const figures = await throughput(server, 'one-step', options);
    const { processes } = options;
    showFigures(`One-step jobs a second, ${queuedText(options)}`, figures, processes);
    showBar(figures, processes, { times: 1.5, isRival: (name) => name === unbatchedPeer, text: unbatchedPeer });
  },
  steps: async (server, options) => {
    const figures = await throughput(server, 'two-step', options);
    const title = `Two-step workflows a second, each step's result kept durably, ${queuedText(options)}`;
    showFigures(title, figures, options.processes);
    showBar(figures, options.processes, { times: 3, isRival: (name) => name.startsWith('DBOS'), text: 'DBOS' });
  },
  latency: async (server, options) => {
    showLatencies(await latencies(server, options), options.processes, options.latencySeconds);
  },
};

const queuedText = ({ queued }: EngineOptions): string => `${queued.toLocaleString('en')} queued`;

async function showSetUp(options: EngineOptions): Promise<void> {
  const versions = ['@dbos-inc/dbos-sdk', 'graphile-worker'].map((name) => `${name} ${versionOf(name)}`);
  console.log(`\n${versions.join(', ')}`);
  console.log(
    'Workers are processes of their own on this machine, as is the server. Same payload for all, no log lines.',
  );
  for (const part of ['jobs', 'steps'] as const) {
    for (const { contender } of await entriesOf(options.contenders, part)) {
      console.log(`- ${part}: ${contender.name}: ${contender.settings}`);
    }
  }
}

function versionOf(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
