// An organization's long answers are compressed a few at a time, so that others' need not wait behind all of them.
import { randomBytes } from 'node:crypto';
import { get as httpGet } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { sampleCaller, sampleOperation } from './testing/sample-values.ts';
import { type ServedApp, serveApp, until } from './testing/served-app.ts';

const asks = 40;
/** Compressed a few at a time, in four threads: what others wait for is not half of them. */
const aheadMost = 15;

describe('long answers of an organization', () => {
  let app: ServedApp;
  before(async () => {
    app = await serveApp();
  });
  after(() => app.close(200));

  it('leave the threads that compress to others, and are all sent', async () => {
    const organizationOf = (header = '') => header.replace('Bearer ', '');
    app.core.access.authenticate = async (header) =>
      ({ ...sampleCaller, organizationId: organizationOf(header), actor: organizationOf(header) }) as never;
    const large = randomBytes(1024 * 1024).toString('hex');
    let read = 0;
    app.core.operations.list = async ({ organizationId }) => {
      read += 1;
      const metadata = { note: organizationId === ('org_many' as string) ? large : 'x'.repeat(2_000) };
      const request = { limit: 200, page: 1 };
      return { items: [{ ...sampleOperation, metadata }], total: 1, hasMore: false, next: null, request };
    };
    let sent = 0;
    const list = (organizationId: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { Authorization: `Bearer ${organizationId}`, 'Accept-Encoding': 'br' };
        httpGet(`${app.url}/v1/operations`, { headers, agent: false }, async (answer) => {
          expect(answer.headers).to.include({ 'content-encoding': 'br' });
          resolve((await buffer(answer)).length);
        }).on('error', reject);
      });
    const many = Array.from({ length: asks }, () => list('org_many').finally(() => sent++));
    await until(() => read >= 4);
    await list('org_few');
    expect(sent).to.be.below(aheadMost);
    for (const bytes of await Promise.all(many)) expect(bytes).to.be.above(large.length / 4);
  });
});
