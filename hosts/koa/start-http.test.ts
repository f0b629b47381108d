import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { compose } from '../composition/compose.ts';
import { readConfig } from '../composition/config.ts';
import { startHttp } from './start-http.ts';

describe('starting the HTTP host', () => {
  it('refuses a clock that is off, as workers do, and takes one that is right', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ledgerport-clock-'));
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', DATA_DIR: folder });
    const composition = await compose(config, 'http');
    const started = (apartMs: number) => {
      const clock = async () => new Date(composition.ports.clock.now().getTime() - apartMs);
      return startHttp(config, { ...composition, database: { ...composition.database, clock } });
    };
    try {
      for (const apartMs of [180_000, -180_000]) {
        const server = await started(apartMs).catch((error: Error) => error);
        if (!(server instanceof Error)) await server.close(0);
        expect(server)
          .to.be.an('error')
          .with.property('message')
          .that.matches(/^the clock is off: .* set both by NTP$/);
      }
      await (await started(1_000)).close(0);
    } finally {
      await composition.close();
      await rm(folder, { recursive: true });
    }
  });
});
