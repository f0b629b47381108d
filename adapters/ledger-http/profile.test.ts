import { expect } from 'chai';
import { sandboxProfile, xeroProfile } from './index.ts';

describe('profile', () => {
  it('puts the sandbox’s addresses below its url', () => {
    expect(sandboxProfile('http://localhost:8090/')).to.include({
      apiUrl: 'http://localhost:8090/api.xro/2.0',
      authorizeUrl: 'http://localhost:8090/identity/connect/authorize',
      tokenUrl: 'http://localhost:8090/connect/token',
      connectionsUrl: 'http://localhost:8090/connections',
      tenantHeader: 'Ledger-Tenant-Id',
      signatureHeader: 'X-Ledger-Signature',
    });
  });

  it('names the same things in both profiles', () => {
    expect(Object.keys(xeroProfile)).to.eql(Object.keys(sandboxProfile('http://x')));
  });
});
