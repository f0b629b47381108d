// The floor of a sync: the same gateway walks the same list to its end, and keeps nothing.

import { createLedgerGateway, sandboxProfile } from '../../adapters/ledger-http/index.ts';
import { createSystemClock } from '../../adapters/system/index.ts';
import { type LedgerAccess, type ListPlace, placeAfter, placeAt, queryAt } from '../../core/ports.ts';
import { serveParent } from '../engine/serve-parent.ts';
import { peakMegabytes } from './memory.ts';

const [providerUrl = ''] = process.argv.slice(2);
const gateway = createLedgerGateway({ profile: sandboxProfile(providerUrl), clock: createSystemClock() });
const access: LedgerAccess = { accessToken: 'token', tenantId: crypto.randomUUID(), report: () => {} };
const pagesMax = 10_000;

serveParent({
  walk: async () => {
    const window = gateway.traits.families.invoices.listWindow;
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    let read = 0;
    let place: ListPlace | undefined = placeAt(null);
    for (let pages = 0; place && pages < pagesMax; pages += 1) {
      const from: ListPlace = place;
      const page = await gateway.list(access, 'invoices', queryAt(from, window));
      read += page.records.length;
      place = placeAfter(from, page, window);
    }
    const { user, system } = process.cpuUsage(cpu);
    const cpuMs = (user + system) / 1000;
    return { read, tookMs: performance.now() - began, cpuMs, peakMegabytes: peakMegabytes() };
  },
  close: async () => ({}),
});
