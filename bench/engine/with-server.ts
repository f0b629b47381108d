// The frame of a benchmark: one durable PostgreSQL, its settings printed, no process left behind.
import { killChildren } from './children.ts';
import { type BenchServer, startServer } from './server.ts';

export async function withServer(title: string, work: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await startServer();
  const interrupted = (): void => {
    killChildren();
    void server.stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    console.log(`\n${title}`);
    const settings = await server.settings();
    const shown = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
    console.log(`PostgreSQL: ${shown.join(', ')}`);
    if (settings['fsync'] !== 'on' || settings['synchronous_commit'] !== 'on') {
      throw new Error('this PostgreSQL does not commit durably; the figures would mean nothing');
    }
    await work(server);
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    killChildren();
    await server.stop();
  }
}
