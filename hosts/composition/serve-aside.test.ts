import { expect } from 'chai';
import { type AsideServer, serveAside, serveIfWanted } from './serve-aside.ts';

describe('what a host serves aside', () => {
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(line);
  const log = { info: note, warn: note, error: note };
  const answers = { '/metrics': async () => new Response('none') };
  let taken: AsideServer;
  let port: number;

  before(async () => {
    taken = await serveAside('127.0.0.1', 0, answers);
    port = Number(new URL(taken.url).port);
  });
  after(() => taken.close());

  const asked = (more: object) => {
    const place = { host: '127.0.0.1', port, portIsDefault: false, variable: 'METRICS_PORT', ...more };
    return serveIfWanted(place, log, answers);
  };

  it('is an error where the port was chosen and is taken, in a sentence for operators', async () => {
    const error: unknown = await asked({}).catch((thrown: unknown) => thrown);
    expect(String(error)).to.equal(`Error: METRICS_PORT: 127.0.0.1:${port} is taken by another process`);
  });

  it('is left out where nobody chose the port, and where it is 0', async () => {
    expect(await asked({ portIsDefault: true })).to.equal(undefined);
    expect(lines).to.deep.equal([`/metrics not served: METRICS_PORT: 127.0.0.1:${port} is taken by another process`]);
    expect(await asked({ port: 0 })).to.equal(undefined);
    expect(lines).to.have.length(1);
  });
});
