// Files that are attached while the service and the ledger are killed: each is there once in the end, as its caller sent it.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Ledgerport, LedgerportError } from '../../client/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { clientOf, connected, sandboxOf, textAt } from './client.ts';
import { freePort, type HostProcess, startHost } from './processes.ts';

const isLong = process.env['TEST_LONG'] !== undefined;
const kills = isLong ? 40 : 2;
const filesEach = 10;
const records = isLong ? 60 : 3;
/** After a kill, what the lost process held (a key, the files of a record) is free again this much later. */
const leaseSeconds = 61;

const bytesOf = (record: number, file: number) =>
  Buffer.from(`%PDF-1.7 file ${file} of ${record} ${'x'.repeat(file * 5_000)}`);

describe('uploads and kills', function () {
  this.timeout(isLong ? 1_200_000 : 120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-killed-uploads-'));
  let env: Record<string, string>;
  let service: HostProcess;
  let later = 0;

  const start = async () => {
    service = startHost('hosts/cli/main.ts', { ...env, TEST_CLOCK_OFFSET_SECONDS: String(later) }, ['start']);
    await until('the service to run', () => service.output().includes('Stop with Ctrl-C'), 60_000);
  };
  const killAndStart = async () => {
    await service.kill('SIGKILL');
    later += leaseSeconds;
    await start();
  };
  before(async () => {
    env = {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      NO_COLOR: '1',
      // Syncs of all families would have a large part of the calls that this walk wants.
      LEDGER_CAPABILITIES: 'attachments',
    };
    await start();
  });
  after(async () => {
    await service?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('end with each file there once, and none twice or lost', async () => {
    const [, apiKey = ''] = /test key +(\S+)/.exec(service.output()) ?? [];
    const baseUrl = `http://localhost:${env['PORT']}`;
    const sandbox = sandboxOf(`http://localhost:${env['SANDBOX_PORT']}`);
    const unlimited = () =>
      sandbox.control('POST', 'quirks', { limits: { minute: null, day: null, concurrent: null, app_minute: null } });
    const client = clientOf(baseUrl, apiKey);
    const [tenantId = ''] = await sandbox.tenants();
    const connection = await connected(client, sandbox, { externalAccountId: 'killed', tenantIds: [tenantId] });
    const contacts: string[] = [];
    for (let i = 0; i < records; i++) {
      const made = await client.expecting(201, 'POST', `/v1/connections/${connection}/contacts`, {
        name: `Killed ${i}`,
      });
      contacts.push(textAt(made, 'data.item.id'));
    }
    const lp = new Ledgerport({ apiKey, baseUrl, maxRetries: 0 });
    const todo = contacts.flatMap((contact, record) =>
      Array.from({ length: filesEach }, (_, file) => ({ contact, record, file, key: randomUUID() })),
    );
    let attempts = 0;
    let left = kills;
    const work = async () => {
      for (let one = todo.shift(); one; one = todo.shift()) {
        const { contact, record, file, key } = one;
        attempts++;
        const sent = { filename: `${file}.pdf`, idempotencyKey: key, waitSeconds: 20 };
        try {
          await lp.attachments.upload(connection, 'contacts', contact, bytesOf(record, file), sent);
        } catch (error) {
          if (!(error instanceof LedgerportError) || !error.retryable) throw error;
          todo.push(one);
          await pause(50);
        }
      }
    };
    const killing = (async () => {
      for (; left > 0; left--) {
        await unlimited();
        // While files are on their way: never at the same point.
        const before = attempts;
        await until('some uploads', () => attempts - before > 4 || todo.length === 0, 30_000).catch(() => {});
        await pause(Math.random() * 60);
        await killAndStart();
      }
      await unlimited();
    })();
    do {
      await Promise.all(Array.from({ length: 4 }, work));
      await pause(20);
    } while (left > 0 || todo.length > 0);
    await killing;
    await Promise.all(Array.from({ length: 4 }, work));

    for (const [record, contact] of contacts.entries()) {
      const { items } = await lp.attachments.list(connection, 'contacts', contact).page();
      const sizes = items.map(({ filename, size }) => `${filename} ${size}`).sort();
      const wanted = Array.from({ length: filesEach }, (_, i) => `${i}.pdf ${bytesOf(record, i).length}`).sort();
      expect(sizes, `record ${record}`).to.deep.equal(wanted);
      const file = record % filesEach;
      const { attachment_id = '' } = items.find(({ filename }) => filename === `${file}.pdf`) ?? {};
      const read = await lp.attachments.download(connection, 'contacts', contact, attachment_id);
      expect(Buffer.from(await read.bytes()).equals(bytesOf(record, file))).to.equal(true);
    }
    expect(attempts, 'kills that met nothing prove nothing').to.be.above(records * filesEach);
  });
});
