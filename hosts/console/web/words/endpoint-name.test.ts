import { expect } from 'chai';
import { endpointName } from './endpoint-name.ts';

describe('the name of an endpoint', () => {
  it('is its host and path', () => {
    for (const [url, name] of [
      ['https://app.example.com/hooks/v2?token=secret', 'app.example.com/hooks/v2'],
      ['http://localhost:4000/', 'localhost:4000'],
      ['https://hooks.example.com/services/accounting/2026/invoices', 'hooks.example.com/s…026/invoices'],
      ['nonsense', 'nonsense'],
    ] as const)
      expect(endpointName(url)).to.equal(name);
  });
});
