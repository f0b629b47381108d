// Two writers, as two processes have them, give one code to an item: it is made once, and nobody's item is changed by the other.
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Core } from '../../create-core.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { connected, write } from '../testing/connecting.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';
import { openBulkBooks, runOnce, untilEnded } from './testing/bulk-books.ts';

onBothDatabases('one code and two writers', (given) => {
  const service = openedOnce(() => openService({ open: given().open }));
  const books = openedEach(() => openBulkBooks(service));
  const documents = async () => (await books.documents('Items')).map(({ Code, Name }) => `${Code}: ${Name}`).toSorted();
  const all = async (id: Operation['id']) =>
    (await books.items(id)).map(({ status, error }) => error?.details.reason ?? status);
  const single = (core: Core, name: string, key: string) =>
    core.resources.create(books.caller, {
      ...{ connectionId: books.connection.id, type: 'items' },
      write: write({ code: 'CODE-1', name }, key),
    });
  const many = (name: string) => [
    // In the opposite order of another's, so that two who took them as they come would wait for each other.
    ...(name === 'First' ? ['CODE-2', 'CODE-1'] : ['code-1', 'CODE-2']).map((code) => ({ item_key: code, code, name })),
  ];
  const end = (core: Core, id: Operation['id'], caller = books.caller) => untilEnded({ ...service, core }, caller, id);

  /** Begins a bulk write over another connection to the same tenant: a connection's own wait for each other in the queue. */
  async function beginElsewhere(items: readonly object[]) {
    const { test: caller } = await service.newOrganization();
    const connection = await connected(service, caller, books.tenantId);
    const path = { connectionId: connection.id, type: 'items', write: write({ items }) };
    const { id } = (await service.core.bulk.create(caller, path)).value;
    const told = async () =>
      (await service.core.operations.items(caller, id, {})).items.map(
        ({ status, error }) => error?.details.reason ?? status,
      );
    return { id, caller, told };
  }

  /** A core of another process, whose next call with an item waits at the provider's door. */
  async function delayed() {
    let [arrive, go] = [() => {}, () => {}];
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const late = async <T>(send: () => Promise<T>): Promise<T> => {
      arrive();
      await gate;
      return send();
    };
    const wrap = (ports: CorePorts): CorePorts => {
      const { send, sendMany } = gatewayOf(ports);
      return withGateway(ports, {
        send: (...call) => late(() => send(...call)),
        sendMany: (...call) => late(() => sendMany(...call)),
      });
    };
    return { core: await service.another(wrap), arrived, go };
  }

  it('in bulk: the second waits until the first is answered, and is told that the codes are taken', async () => {
    const { core, arrived, go } = await delayed();
    const first = await books.begin('items', many('First'));
    const ended = end(core, first.id);
    await arrived;
    const second = await beginElsewhere(many('Second'));
    await runOnce(service, second.id);
    const { attempts } = await service.core.operations.find(second.caller, second.id);
    expect(attempts.at(-1)?.error?.reason).to.equal('record_busy');
    expect(await second.told()).to.deep.equal(['pending', 'pending']);
    expect(await documents()).to.deep.equal([]);
    go();
    expect((await ended).state).to.equal('succeeded');
    expect((await end(service.core, second.id, second.caller)).state).to.equal('failed');
    expect(await second.told()).to.deep.equal(['item_code_taken', 'item_code_taken']);
    expect(await documents()).to.deep.equal(['CODE-1: First', 'CODE-2: First']);
  });

  it('one by one while many are written: it is refused as busy, and then for the code', async () => {
    const { core, arrived, go } = await delayed();
    const ended = end(core, (await books.begin('items', many('First'))).id);
    await arrived;
    expect((await refusalOf(single(service.core, 'Second', 'one'))).details.reason).to.equal('record_busy');
    go();
    expect((await ended).state).to.equal('succeeded');
    expect((await refusalOf(single(service.core, 'Second', 'one'))).details.reason).to.equal('item_code_taken');
    expect(await documents()).to.deep.equal(['CODE-1: First', 'CODE-2: First']);
  });

  it('in bulk while one is written alone: that one stays as it is, the other code is taken', async () => {
    const { core, arrived, go } = await delayed();
    const made = single(core, 'First', 'one');
    await arrived;
    const { id } = await books.begin('items', many('Second'));
    await runOnce(service, id);
    expect(await all(id)).to.deep.equal(['pending', 'pending']);
    go();
    await made;
    await end(service.core, id);
    expect(await all(id)).to.deep.equal(['item_code_taken', 'succeeded']);
    expect(await documents()).to.deep.equal(['CODE-1: First', 'CODE-2: Second']);
  });

  it('in bulk, many at once: each code is one item, which has what its one writer sent', async () => {
    const codes = Array.from({ length: 12 }, (_, i) => `C-${i}`);
    const cores = [service.core, await service.another(), await service.another()];
    const begun = await Promise.all(
      cores.map((_, n) => {
        const asked = n % 2 === 0 ? codes : codes.toReversed();
        return beginElsewhere(asked.map((code) => ({ item_key: code, code, name: `of ${n}` })));
      }),
    );
    const ids = begun.map(({ id }) => id);
    const claimed = (await service.core.worker.claim(20)).filter(({ operation }) => ids.includes(operation.id));
    expect(claimed).to.have.length(cores.length);
    await Promise.all(claimed.map((leased, n) => cores[n]?.worker.run(leased, new AbortController().signal)));
    const made: string[] = [];
    for (const [n, { id, caller }] of begun.entries()) {
      await end(service.core, id, caller);
      for (const { itemKey, status } of (await service.core.operations.items(caller, id, {})).items)
        if (status === 'succeeded') made.push(`${itemKey}: of ${n}`);
    }
    expect(made.toSorted()).to.deep.equal(await documents());
    expect(made).to.have.length(codes.length);
  });

  for (const alone of [true, false])
    it(`a lost ${alone ? 'create' : 'call'} is not sent again by its key once another has the code`, async () => {
      await service.sandbox.control('POST', 'faults', {
        match: { method: 'PUT', path: '/api.xro/2.0/Items' },
        action: { drop: 'before' },
      });
      const id = alone ? null : (await books.begin('items', many('First'))).id;
      if (id === null) await refusalOf(single(service.core, 'First', 'lost'));
      else await runOnce(service, id);
      // The provider remembers the key for six minutes.
      service.advance(90);
      await service.sandbox.control('POST', 'items', {
        ...{ tenant_id: books.tenantId, code: 'CODE-1', document: { Name: 'Of somebody else' } },
      });
      if (id === null) {
        expect((await refusalOf(single(service.core, 'First', 'lost'))).details.reason).to.equal('write_unresolved');
        service.advance(400);
        const { details } = await refusalOf(single(service.core, 'First', 'lost'));
        expect(details).to.include({ reason: 'item_code_taken', outcome: 'unknown' });
        expect(await documents()).to.deep.equal(['CODE-1: Of somebody else']);
        return;
      }
      await end(service.core, id);
      expect(await all(id)).to.deep.equal(['succeeded', 'item_code_taken']);
      expect(await documents()).to.deep.equal(['CODE-1: Of somebody else', 'CODE-2: First']);
    });
});
