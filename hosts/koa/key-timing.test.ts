// The time of a refusal does not show its reason: statistics over interleaved requests.
import { expect } from 'chai';
import { type LiveService, serveLive } from './testing/live-service.ts';

const rounds = 120;
/** Far above the real differences (tenths of a millisecond), and below what would help an attacker. */
const alikeMs = 2.5;

describe('the time that refusing a key takes', () => {
  let service: LiveService;
  let keys: Readonly<Record<string, string>>;

  before(async () => {
    service = await serveLive();
    const { test, organizationId } = await service.newOrganization();
    const issue = () => service.core.access.issueKey({ ...test, name: 'key' });
    const [revoked, forgotten] = [await issue(), await issue()];
    await service.core.access.revokeKey(organizationId, revoked.key.id);
    await service.database.knex('api_keys').where({ id: forgotten.key.id }).delete();
    keys = {
      none: '',
      garbage: 'Bearer garbage',
      unknown: `Bearer ${forgotten.secret}`,
      revoked: `Bearer ${revoked.secret}`,
    };
  });
  after(() => service.close());

  /** How far the slowest kind's median is above the fastest's. */
  async function spreadMs(): Promise<number> {
    const took = new Map(Object.keys(keys).map((kind): [string, number[]] => [kind, []]));
    for (let round = 0; round < rounds; round++) {
      for (const [kind, authorization] of Object.entries(keys)) {
        const began = performance.now();
        const { status } = await service.call(undefined, 'GET', '/v1/connections', { headers: { authorization } });
        expect(status).to.equal(401);
        took.get(kind)?.push(performance.now() - began);
      }
    }
    const medians = [...took.values()].map((times) => times.toSorted((a, b) => a - b)[rounds / 2] ?? Number.NaN);
    return Math.max(...medians) - Math.min(...medians);
  }

  it('is the same for each kind of wrong key', async () => {
    expect(await spreadMs()).to.be.below(alikeMs);
  });

  it('would be found to differ if it differed by 5 ms', async () => {
    const { access } = service.core;
    const { authenticate } = access;
    access.authenticate = async (header, requestId) => {
      if (header === keys['revoked']) await new Promise((resolve) => setTimeout(resolve, 5));
      return authenticate(header, requestId);
    };
    expect(await spreadMs()).to.be.above(alikeMs);
    access.authenticate = authenticate;
  });
});
