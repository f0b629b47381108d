// `npm run bench http`: what the service adds to a cached list, a live read and a create, each against the least that
// could do the same, over the same load generator in the same run, on both databases.
import { killChildren } from '../engine/children.ts';
import { withServer } from '../engine/with-server.ts';
import { type Flags, type HttpOptions, type HttpPart, httpOptions } from '../flags.ts';
import { benchLists } from './lists.ts';
import { benchReads } from './reads.ts';
import { type HttpStage, openHttpStage, sqliteFiles, titleOf } from './stage.ts';
import { benchWrites } from './writes.ts';

const deeds: Readonly<Record<HttpPart, (stage: HttpStage, title: string, options: HttpOptions) => Promise<void>>> = {
  lists: benchLists,
  reads: benchReads,
  writes: benchWrites,
};

export async function benchHttp(flags: Flags): Promise<void> {
  const options = httpOptions(flags);
  console.log(
    `\nThe service with its real provider budget, floors, provider, SDK and load generator: each a process. ${options.connections} ` +
      'connections of apps of 50 take turns, so that neither the 60 calls a minute of a connection nor the 10,000 of an app are reached.',
  );
  if (options.databases.includes('sqlite')) {
    const files = sqliteFiles();
    try {
      await benchDatabase(files, titleOf.sqlite, options);
    } finally {
      killChildren();
      files.stop();
    }
  }
  if (options.databases.includes('postgres')) {
    await withServer(titleOf.postgres, (server) => benchDatabase(server, titleOf.postgres, options));
  }
}

async function benchDatabase(server: { fresh(): Promise<string> }, title: string, options: HttpOptions): Promise<void> {
  const stage = await openHttpStage(server, options);
  for (const part of options.parts) await deeds[part](stage, title, options);
  await stage.end();
}
