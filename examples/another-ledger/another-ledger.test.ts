// Proven by the service's contract suite: `npm run build`, then `npx -c 'node --test examples/another-ledger/*.test.ts'`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ledgerGatewayContract, verify } from 'ledgerport/contract-tests';
import { createCornerShop } from './provider.ts';

async function open() {
  const folder = mkdtempSync(path.join(tmpdir(), 'corner-shop-'));
  const { gateway, traits, connect } = createCornerShop(folder);
  if (connect.kind !== 'form') throw new Error('it is connected by a form');
  const { accessToken } = await connect.open({ books: 'shop' });
  return {
    subject: { gateway, traits, accessToken, tenantId: 'shop' },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

verify(ledgerGatewayContract, { open }, { describe, it });
