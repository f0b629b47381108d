// A host for run-host.test.ts that fails as its argument says.
import { runHost } from '../run-host.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const [how] = process.argv.slice(2);

const ways: Readonly<Record<string, () => void>> = {
  rejects: () => void Promise.reject(new Error(`nobody handles ${secret}`)),
  throws: () => {
    throw new Error(`nobody catches ${secret}`);
  },
  rejectsWithout: () => void Promise.reject(undefined),
};

await runHost({ DATA_DIR: 'unused' }, async (_config, shutdown) => {
  if (how === 'refuses') throw new Error('no such place');
  const alive = setInterval(() => {}, 1000);
  setTimeout(() => ways[how ?? '']?.(), 20);
  shutdown.add('the host', async () => {
    process.stdout.write('closing\n');
    if (how?.startsWith('hangs')) await new Promise(() => {});
    clearInterval(alive);
  });
  process.stdout.write('started\n');
  // Sent before anything else can run.
  if (how?.startsWith('isTold')) process.kill(process.pid, 'SIGTERM');
  if (how === 'isToldWhileItStarts') {
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.stdout.write('open\n');
  }
  return how === 'hangsBriefly' ? 200 : 30_000;
});
