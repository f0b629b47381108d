// A token and a place in the budget that a write reserves before it is stored and sent.

import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { connected } from '../testing/connecting.ts';
import { gatewayOf } from '../testing/first-provider.ts';
import { openService } from '../testing/service.ts';
import { type Ledger, openLedger } from './open-ledger.ts';

describe('a reserved call', () => {
  const contact = { kind: 'create', type: 'contacts', fields: { name: 'Hill Bakery' } } as const;
  let ledger: Ledger;
  let released: number;
  const release = () => {
    released += 1;
  };
  const service = openedOnce(() =>
    openService({
      wrap: (ports) => ({
        ...ports,
        budget: { ...ports.budget, acquire: async () => ({ kind: 'granted', release }) },
      }),
    }),
  );
  before(async () => {
    const { test: caller } = await service.newOrganization();
    const connection = await connected(service, caller, await service.newTenant());
    ledger = openLedger(service.ports, connection, { requestId: caller.requestId });
  });
  beforeEach(async () => {
    released = 0;
    await service.sandbox.control('DELETE', 'requests');
  });

  const inSeconds = (seconds: number) => new Date(service.ports.clock.now().getTime() + seconds * 1000);

  const create = async (key: string, sendBefore: Date) =>
    (await ledger.reserve()).make(sendBefore, (access) =>
      gatewayOf(service.ports).send(access, ledger.prepare(contact), key),
    );

  it('is not made when it is too late, and gives back its place in the budget', async () => {
    expect(await create('late', inSeconds(-1))).to.equal(undefined);
    expect(await service.calls('P')).to.deep.equal([]);
    expect(released).to.equal(1);
  });

  it('is made once more under a new token where the provider refuses the first, with a place of its own', async () => {
    const body = { Type: null, Title: 'Refused', Status: 401, Detail: 'TokenExpired: token expired' };
    const match = { path: '/api.xro/2.0/*' };
    await service.sandbox.control('POST', 'faults', { match, action: { status: 401, body }, times: 1 });
    const record = await create('again', inSeconds(20));
    expect(record?.fields['name']).to.equal('Hill Bakery');
    expect((await service.calls('PUT /api.xro/2.0/Contacts')).map(({ status }) => status)).to.deep.equal([401, 200]);
    expect(released).to.equal(2);
  });
});
