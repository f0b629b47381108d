import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { until } from '../../../contract-tests/testing/until.ts';
import type { Core } from '../../create-core.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError, WriteDefect } from '../../domain/errors.ts';
import type { Json } from '../../domain/json.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { connected, write } from '../testing/connecting.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { Tenancy } from '../testing/service.ts';
import { givenService } from '../testing/worlds.ts';
import { changeOnce } from './change-once.ts';
import { ReplayedError } from './claim-key.ts';

describe('a write under an Idempotency-Key', () => {
  /** Runs before the next calls of the gateway. */
  let beforeSend: () => Promise<void>;

  const wrap = (ports: CorePorts): CorePorts =>
    withGateway(ports, {
      send: async (...call) => {
        await beforeSend();
        return gatewayOf(ports).send(...call);
      },
    });

  const { service, tenancy } = givenService({ shared: true, wrap });
  const connection = openedOnce(async () => connected(service, tenancy.test, await service.newTenant()));
  const twinProcess = openedOnce(() => service.another(wrap));
  beforeEach(() => {
    beforeSend = async () => {};
  });

  const contact = (name: string, key?: string, core: Core = service.core, caller: Caller = tenancy.test) =>
    core.resources.create(caller, { connectionId: connection.id, type: 'contacts', write: write({ name }, key) });
  /** Another key of the same organization and environment. */
  const otherKey = (): Caller => ({ ...tenancy.test, actor: service.ports.ids.next('key') });
  const contactsNamed = async (name: string) =>
    (await service.sandbox.documents(String(connection.providerTenantId), 'Contacts')).filter(
      (document) => document['Name'] === name,
    );
  type Work = () => Promise<string>;
  const run = (body: unknown, key: string | undefined, work: Work, keyRequired = true, ports = service.ports) =>
    changeOnce(ports, tenancy.test, write(body, key), {
      act: ['test'],
      keyRequired,
      async draft() {
        const value = await work();
        return { forReplay: value, apply: async () => value };
      },
      replay: async (kept) => `revived ${String(kept)}`,
    });

  it('makes one document of twenty simultaneous requests in two processes', async () => {
    beforeSend = () => new Promise((resolve) => setTimeout(resolve, 30));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        contact('Twenty', 'k-twenty', i % 2 ? twinProcess : service.core, i < 10 ? tenancy.test : otherKey()),
      ),
    );
    expect(answers.filter(({ replayed }) => !replayed)).to.have.length(1);
    expect(new Set(answers.map(({ value }) => JSON.stringify(value))).size).to.equal(1);
    expect(await contactsNamed('Twenty')).to.have.length(1);
    expect(answers[0]?.value.providerId).to.equal((await contactsNamed('Twenty'))[0]?.['ContactID']);
  });

  it('lets a twin wait for ten seconds, then says that the work is running', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    beforeSend = () => promise;
    const first = contact('Slow', 'k-slow');
    const refused = await refusalOf(contact('Slow', 'k-slow', twinProcess));
    expect(refused).to.deep.include({ code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true });
    expect(refused.details.retryAfterSeconds).to.equal(1);
    resolve();
    expect((await first).replayed).to.equal(false);
    expect((await contact('Slow', 'k-slow')).replayed).to.equal(true);
  });

  it('lets ten twins of one API key wait, refuses the eleventh, and other keys do not notice', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sent = false;
    beforeSend = () => {
      sent = true;
      return promise;
    };
    const first = contact('Twins', 'k-twins');
    await until('the first to be sent', () => sent);
    let settled = 0;
    const twins = Array.from({ length: 20 }, () => contact('Twins', 'k-twins').finally(() => settled++));
    const answers = Promise.allSettled(twins);
    await until('ten to be refused', () => settled === 10);
    const others = contact('Twins', 'k-twins', service.core, otherKey());
    resolve();
    expect((await first).replayed).to.equal(false);
    expect((await others).replayed).to.equal(true);
    const refused = (await answers).filter((answer) => answer.status === 'rejected');
    expect(refused).to.have.length(10);
    for (const { reason } of refused) {
      expect(reason).to.deep.include({ code: 'RATE_LIMITED', retryable: true });
      expect(reason.details).to.deep.equal({ reason: 'key_concurrency', retryAfterSeconds: 1 });
    }
    const all = await Promise.all(Array.from({ length: 20 }, () => contact('Twins', 'k-twins')));
    expect(all.every(({ replayed }) => replayed)).to.equal(true);
  });

  it('refuses the key with another request and leaves the first answer as it was', async () => {
    const first = await contact('First', 'k-reused');
    const to = { connectionId: connection.id, type: 'contacts' };
    const { resources } = service.core;
    const id = resourceIdOf('contacts', first.value.providerId);
    for (const other of [
      () => resources.create(tenancy.test, { ...to, write: write({ name: 'Other' }, 'k-reused') }),
      () => resources.update(tenancy.test, { ...to, resourceId: id, write: write({ name: 'First' }, 'k-reused') }),
    ]) {
      const clash = await refusalOf(other());
      expect(clash.code).to.equal('IDEMPOTENCY_KEY_REUSED');
    }
    expect((await contact('First', 'k-reused')).value).to.deep.equal(first.value);
    expect(await contactsNamed('Other')).to.have.length(0);
  });

  it('takes equal bodies for equal, whatever the order of their keys', async () => {
    await run({ a: 1, b: { c: 2, d: [3, 4] } }, 'k-order', async () => 'one');
    const again = await run({ b: { d: [3, 4], c: 2 }, a: 1 }, 'k-order', async () => 'two');
    expect(again).to.deep.equal({ value: 'revived one', replayed: true });
    const swapped = run({ a: 1, b: { c: 2, d: [4, 3] } }, 'k-order', async () => 'three');
    expect((await refusalOf(swapped)).code).to.equal('IDEMPOTENCY_KEY_REUSED');
  });

  it('keeps organizations and environments apart', async () => {
    const stranger = await service.newOrganization();
    const of = (plane: Tenancy['test'], said: string) =>
      changeOnce(service.ports, plane, write({}, 'k-apart'), {
        act: ['test'],
        keyRequired: true,
        draft: async () => ({ forReplay: said, apply: async (): Promise<Json> => said }),
        replay: async (kept) => kept,
      });
    for (const plane of [tenancy.test, tenancy.live, stranger.test]) {
      const said = `${plane.organizationId} ${plane.environment}`;
      expect(await of(plane, said)).to.deep.equal({ value: said, replayed: false });
      expect(await of(plane, 'another')).to.deep.equal({ value: said, replayed: true });
    }
  });

  it('needs a key of 1 to 255 characters where one is required', async () => {
    const sent = async () => 'sent';
    for (const key of ['', 'x'.repeat(256)]) {
      const refused = await refusalOf(run({}, key, sent));
      expect(refused.code).to.equal('BAD_REQUEST');
      expect(refused.message).to.contain('Idempotency-Key');
    }
    expect(await run({}, 'x'.repeat(255), sent)).to.deep.equal({ value: 'sent', replayed: false });
    expect((await run({}, '', sent, false)).replayed).to.equal(false);
    expect((await run({}, '', sent, false)).replayed).to.equal(false);
  });

  it('is forgotten after thirty days', async () => {
    await run({}, 'k-old', async () => 'one');
    service.advance(30 * 86_400 + 1, 'core');
    expect(await run({ other: true }, 'k-old', async () => 'two')).to.deep.equal({ value: 'two', replayed: false });
    service.advance(-30 * 86_400 - 1, 'core');
  });

  it('says that nobody knows what became of a change of which nobody knows whether it was committed', async () => {
    const { storage } = service.ports;
    const lost = new WriteDefect('unknown', new Error('the connection was lost'));
    const losing = (isStored: boolean): CorePorts['storage'] => ({
      ...storage,
      async transaction(work) {
        if (isStored) await storage.transaction(work);
        throw lost;
      },
      idempotency: {
        ...storage.idempotency,
        release: isStored ? () => Promise.reject(lost.cause) : storage.idempotency.release,
      },
    });
    for (const [key, isStored] of [
      ['k-stored', true],
      ['k-undone', false],
      ['', false],
    ] as const) {
      const ports = { ...service.ports, storage: losing(isStored) };
      const change = (of = service.ports) => run({}, key, async () => 'done', false, of);
      expect(await change(ports).catch((error: unknown) => error), key).to.include({ outcome: 'unknown' });
      expect((await change()).replayed, key).to.equal(isStored);
    }
  });

  it('is free again after a refusal before the provider was called', async () => {
    const refuse = async () => {
      throw new ServiceError('RATE_LIMITED', 'budget');
    };
    expect((await refusalOf(run({ a: 1 }, 'k-free', refuse))).details.outcome).to.equal('not_applied');
    expect(await run({ a: 2 }, 'k-free', async () => 'other')).to.deep.equal({ value: 'other', replayed: false });
  });

  it('is free again when the provider certainly did nothing', async () => {
    beforeSend = async () => {
      throw new ServiceError('PROVIDER_UNAVAILABLE', 'no connection', { outcome: 'not_applied' });
    };
    expect((await refusalOf(contact('Free', 'k-nothing'))).code).to.equal('PROVIDER_UNAVAILABLE');
    beforeSend = async () => {};
    expect((await contact('Freed', 'k-nothing')).replayed).to.equal(false);
  });

  it("gives the provider's refusal again, marked as replayed, without asking it again", async () => {
    await contact('Taken');
    const refused = await refusalOf(contact('Taken', 'k-refused'));
    expect(refused).to.not.be.instanceOf(ReplayedError);
    expect(refused.code).to.equal('PROVIDER_REJECTED');
    const sent = (await service.calls('PUT /api.xro/2.0/Contacts')).length;
    const again = await refusalOf(contact('Taken', 'k-refused', twinProcess));
    expect(again).to.be.instanceOf(ReplayedError);
    expect(again).to.deep.include({ code: refused.code, message: refused.message, details: refused.details });
    expect(await service.calls('PUT /api.xro/2.0/Contacts')).to.have.length(sent);
  });
});
