// Alerts over restarts: workers that are killed while a message is on its way, and a mail server and a chat that are away.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { AlertDestination } from '#core/ports';
import {
  hasMailServer,
  type MailServer,
  openMailServer,
  readLetter,
} from '../../adapters/mail-smtp/testing/mail-server.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { noteHappening, noteWell } from '../../core/use-cases/alerts/note-alerts.ts';
import { webhookPlace } from '../../core/use-cases/alerts/transmit.ts';
import { type Composition, compose } from '../composition/compose.ts';
import { offlineDefaults, readConfig } from '../composition/config.ts';
import { workerProcesses } from './testing/worker-processes.ts';

(hasMailServer ? describe : describe.skip)('alerts of worker processes', () => {
  const { start, end } = workerProcesses();
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-alerts-'));
  let mail: MailServer;
  let here: Composition;
  let env: Record<string, string>;
  const posted: string[] = [];
  let chat: Server;
  let chatAnswers = 503;

  before(async () => {
    mail = await openMailServer();
    chat = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        if (chatAnswers === 200) posted.push(String((JSON.parse(body) as { text: string }).text));
        response.writeHead(chatAnswers).end();
      });
    });
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    env = {
      ...offlineDefaults,
      ...{ DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/alerts.db`, LOG_LEVEL: 'silent' },
      ...{ ENCRYPTION_KEYS: `k1:${'A'.repeat(43)}=`, API_KEY_PEPPER: 'p'.repeat(32), SESSION_SECRET: 's'.repeat(32) },
      ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, ALERTS_FROM: 'alerts@example.com' },
    };
    here = await compose(readConfig(env), 'test');
  });

  after(async () => {
    await end();
    await here?.close();
    await mail?.close();
    chat?.closeAllConnections();
    chat?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are sent again by the next worker, under one Message-ID, and once by each way after an outage of both', async () => {
    const { core, ports } = here;
    const { id: organizationId } = await core.access.createOrganization({ name: 'Org', plan: 'paid' });
    const url = `http://127.0.0.1:${(chat.address() as { port: number }).port}/hook`;
    const slack = { id: ports.ids.next('alert'), organizationId };
    const now = ports.clock.now();
    const usual: Omit<AlertDestination, 'id' | 'kind' | 'address' | 'sealedAddress'> = {
      ...{
        organizationId,
        environments: ['live'],
        events: ['*'],
        weeklySummary: false,
        createdAt: now,
        updatedAt: now,
      },
      ...{ lastSentAt: null, lastError: null, hourFrom: null, hourSent: 0 },
    };
    const { alertDestinations } = ports.storage;
    await alertDestinations.insert({
      ...usual,
      ...slack,
      kind: 'slack',
      address: 'chat',
      sealedAddress: await ports.vault.seal(url, webhookPlace(slack)),
    });
    await alertDestinations.insert({
      ...usual,
      id: ports.ids.next('alert'),
      kind: 'email',
      address: 'oncall@example.com',
      sealedAddress: null,
    });
    const plane = { organizationId, environment: 'live' } as const;
    const subject = { type: 'webhook_endpoint', id: 'we_1', name: 'Warehouse' } as const;

    // The worker is killed when the message has arrived and before the server has accepted it.
    const first = await start(env);
    let killed: Promise<unknown> | undefined;
    mail.hands.arrived = async () => {
      killed ??= first.host.kill('SIGKILL');
      await killed;
    };
    await ports.storage.transaction((stores) =>
      noteHappening(stores, ports, { ...plane, event: 'endpoint.paused', subject, since: now, at: now }),
    );
    await until('the worker is killed', () => killed !== undefined && mail.letters.length === 1);
    await killed;
    const { port } = mail;
    await mail.close();

    // The next worker finds neither the mail server nor the chat.
    const second = await start(env);
    const errors = async () => (await alertDestinations.list(organizationId)).map(({ lastError }) => lastError);
    await until('both ways have failed', async () => (await errors()).every((error) => error !== null), 90_000);
    await second.host.kill('SIGKILL');

    const early = mail.letters.map((letter) => readLetter(letter).headers.get('message-id'));
    mail = await openMailServer({ port });
    chatAnswers = 200;
    await start(env);
    await until('both ways have told', async () => (await errors()).every((error) => error === null), 90_000);
    await ports.storage.transaction((stores) =>
      noteWell(stores, ports, { ...plane, events: ['endpoint.paused'], subjectId: 'we_1', at: ports.clock.now() }),
    );
    await until('the end is told', () => mail.letters.length === 2 && posted.length === 2, 60_000);
    const [again] = mail.letters.map((letter) => readLetter(letter).headers.get('message-id'));
    expect([again]).to.deep.equal(early);
    const subjects = mail.letters.map((letter) => readLetter(letter).headers.get('subject'));
    expect(subjects).to.deep.equal(['Deliveries to “Warehouse” are held', 'Deliveries to “Warehouse” are well again']);
    expect(posted.map((text) => text.split('\n')[0])).to.deep.equal(subjects.map((title) => `*${title}.*`));
  });
});
