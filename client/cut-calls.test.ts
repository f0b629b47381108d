// Writes whose connections are cut at every place of a call: each happens once, and each caller learns its outcome. A long
// run cuts ten thousand calls, a short one a hundred and twenty.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { payloadOf } from '../adapters/ledger-http/prepare.ts';
import type { CorePorts } from '../core/index.ts';
import type { LedgerGateway } from '../core/ports/ledger-gateway.ts';
import type { LedgerRecord } from '../core/ports.ts';
import { connected } from '../core/use-cases/testing/connecting.ts';
import { gatewayOf, withGateway } from '../core/use-cases/testing/first-provider.ts';
import { type LiveService, serveLive } from '../hosts/koa/testing/live-service.ts';
import { freePort } from '../tests/walk/processes.ts';
import { runsOf } from '../tools/run-length.ts';
import { Ledgerport, LedgerportError, type LedgerportOptions } from './index.ts';
import { type CuttingProxy, cutHeader, cuts, startCuttingProxy } from './testing/cutting-proxy.ts';

const calls = runsOf({ long: 10_000, short: 120 });
const inParallel = 16;

/** A ledger in memory without idempotency: a repeated write is written twice. */
function ledgerThatForgets(written: LedgerRecord[]): (ports: CorePorts) => CorePorts {
  return (ports) => {
    const send: LedgerGateway['send'] = async (_, write) => {
      const { type } = write;
      const [documents] = Object.values(JSON.parse(payloadOf(write).body)) as [LedgerRecord['native'][]];
      const fields = gatewayOf(ports).describe(type, documents[0] ?? {});
      const record = { type, providerId: randomUUID(), providerUpdatedAt: new Date(), fields, native: {} };
      written.push(record);
      return record;
    };
    return withGateway(ports, { send });
  };
}

describe('calls that are cut', () => {
  const written: LedgerRecord[] = [];
  let service: LiveService;
  let proxy: CuttingProxy;
  let connectionId: string;
  let apiKey: string;
  let nobody: string;

  before(async () => {
    service = await serveLive({ wrap: ledgerThatForgets(written) });
    const { test } = await service.newOrganization();
    connectionId = (await connected(service, test, await service.newTenant())).id;
    apiKey = await service.secretOf(test);
    proxy = await startCuttingProxy(service.url);
    nobody = `http://127.0.0.1:${await freePort()}`;
  });
  after(async () => {
    await proxy.close();
    await service.close();
  });

  /** The n-th try is cut at the n-th place; later tries succeed. */
  const clientCutAt = (places: readonly string[], options: Partial<LedgerportOptions> = {}) =>
    new Ledgerport({
      apiKey,
      baseUrl: proxy.url,
      backoffMs: 2,
      fetch: ((url: string, init: RequestInit) => {
        const isRefused = new Headers(init.headers).get(cutHeader) === 'refused';
        return fetch(isRefused ? url.replace(proxy.url, nobody) : url, init);
      }) as typeof fetch,
      hooks: { request: ({ headers, attempt }) => headers.set(cutHeader, places[attempt - 1] ?? 'nowhere') },
      ...options,
    });
  const contact_id = randomUUID();
  const bodyOf = (reference: string) => ({
    contact_id,
    external_reference: reference,
    line_items: [{ description: 'Bench', quantity: 1, unit_amount: 3, account_code: '200' }],
  });

  it(`leave no double of ${calls} invoices, wherever each was cut`, async function () {
    this.timeout(calls * 600);
    const got = new Map<string, string>();
    let next = 0;
    const work = async () => {
      while (next < calls) {
        const n = next++;
        // Every second call is cut twice, so that every pair of places occurs.
        const places = [cuts[n % 5], ...(n % 2 ? [cuts[Math.floor(n / 5) % 5]] : [])] as string[];
        const { provider_id, external_reference } = await clientCutAt(places).invoices.create(
          connectionId,
          bodyOf(`n-${n}`),
        );
        got.set(external_reference ?? '', provider_id);
      }
    };
    await Promise.all(Array.from({ length: inParallel }, work));
    expect(written).to.have.length(calls);
    expect(new Map(written.map(({ fields, providerId }) => [fields['external_reference'], providerId]))).to.deep.equal(
      got,
    );
    for (const cut of cuts.slice(1)) expect(proxy.made[cut], cut).to.be.at.least(calls / 5);
  });

  for (const place of cuts) {
    it(`tell what is known when every try is cut ${place}, and the key with which it can be repeated`, async () => {
      const before = written.length;
      const lp = clientCutAt([place, place], { maxRetries: 1 });
      const error = await lp.invoices.create(connectionId, bodyOf(place)).catch((reason: unknown) => reason);
      if (!(error instanceof LedgerportError)) throw new Error(`no LedgerportError but ${String(error)}`);
      expect(error).to.include({ code: 'CONNECTION_FAILED', retryable: true, attempts: 2 });
      expect(error.outcome).to.equal(place === 'refused' ? 'not_applied' : 'unknown');
      const { idempotencyKey } = error;
      const repeat = () => clientCutAt([]).invoices.create(connectionId, bodyOf(place), { idempotencyKey });
      const [one, other] = [await repeat(), await repeat()];
      expect(one.provider_id).to.equal(other.provider_id);
      expect(written.length).to.equal(before + 1);
    });
  }
});
