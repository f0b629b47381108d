import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openedEach } from '../../../contract-tests/testing/opened.ts';
import { systemPlane } from '../../domain/caller.ts';
import type { ConnectSession } from '../../domain/connect-session.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import { holdForChoice } from '../connect-sessions/authorized-tenants.ts';
import { advance, connect, drain, openEngine } from '../testing/engine.ts';

describe('connections that nobody chose', () => {
  const engine = openedEach(() => openEngine());

  /** A person consented for several tenants and must choose one; the link ends in half an hour. */
  async function choosing(): Promise<ConnectSession> {
    const { caller, ports, hands, storage, app } = engine;
    const session: ConnectSession = {
      id: ports.ids.next('cs'),
      organizationId: caller.organizationId,
      environment: 'test',
      state: 'open',
      tokenDigest: randomUUID(),
      stateDigest: randomUUID(),
      provider: 'ledger',
      providerAppId: app.id,
      externalAccountId: 'customer-1',
      accountName: null,
      syncFrom: null,
      locale: null,
      reconnects: null,
      redirectUri: 'https://app.example/back',
      retentionMode: 'cached',
      metadata: {},
      consentId: null,
      connectionId: null,
      result: null,
      requestId: caller.requestId,
      createdAt: hands.now,
      expiresAt: new Date(hands.now.getTime() + 1_800_000),
    };
    await storage.connectSessions.insert(session);
    const tokens = { accessToken: 'access', refreshToken: 'refresh', scopes: [] };
    return holdForChoice(ports, session, { ...tokens, expiresAt: hands.now, consentId: 'consent' });
  }

  async function purge(): Promise<void> {
    const { ports, storage, hands } = engine;
    const work = { id: ports.ids.next('op'), type: 'retention.purge', connectionId: null } as const;
    const input = { subject: 'unchosen_connections', input: { task: 'unchosen_connections' } };
    const draft = { ...systemPlane, ...work, ...input, requestId: ports.ids.next('req') };
    await storage.operations.insert([queueOperation(draft, hands.now)]);
    await drain(engine);
  }

  const statusOf = async ({ connectionId }: ConnectSession) => {
    if (connectionId === null) throw new Error('nothing waits for a choice');
    const found = await engine.storage.connections.find(engine.caller, connectionId);
    const credentials = await engine.storage.credentials.find(connectionId);
    return { status: found?.status, reason: found?.statusReason, sealed: credentials !== undefined };
  };

  it('are let go with their tokens soon after the link has ended, and not before', async () => {
    const session = await choosing();
    advance(engine, 30 * 60 + 5 * 60);
    await purge();
    expect(await statusOf(session)).to.deep.equal({ status: 'pending_selection', reason: null, sealed: true });
    advance(engine, 1);
    const later = await choosing();
    await purge();
    expect(await statusOf(session)).to.deep.equal({ status: 'disconnected', reason: 'not_chosen', sealed: false });
    expect(await statusOf(later)).to.include({ status: 'pending_selection', sealed: true });
    const kept = await engine.storage.connectSessions.findByTokenDigest(session.tokenDigest);
    expect(kept?.state).to.equal('done');
    expect(await engine.storage.connectSessions.listUnchosen(new Date(8.64e15), 9)).to.have.length(1);
  });

  it('many of them go batch by batch; what was chosen in time stays connected', async () => {
    const sessions: ConnectSession[] = [];
    for (let i = 0; i < 45; i++) sessions.push(await choosing());
    const active = await connect(engine);
    advance(engine, 3_600);
    await purge();
    for (const session of sessions) expect((await statusOf(session)).sealed).to.equal(false);
    expect((await engine.storage.connections.find(engine.caller, active.id))?.status).to.equal('active');
    expect(await engine.storage.credentials.find(active.id)).not.to.equal(undefined);
  });
});
