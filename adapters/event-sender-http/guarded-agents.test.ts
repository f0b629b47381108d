import type { lookup as dnsLookup } from 'node:dns';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { addressRule } from './address-rule.ts';
import { guardedAgents } from './guarded-agents.ts';

/** Resolves every name to these addresses, as a hostile name server would. */
function resolving(...addresses: string[]): typeof dnsLookup {
  const answer = (_name: string, _options: unknown, callback: (error: null, found: unknown) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  return answer as unknown as typeof dnsLookup;
}

function reach(host: string, port: number, agents: ReturnType<typeof guardedAgents>): Promise<string> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: '/', agent: agents.http, timeout: 1000 }, (response) => {
      response.resume();
      resolve('reached');
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

describe('guarded agents', () => {
  const server = createServer((_request, response) => response.end('ok'));
  let port = 0;
  before((done) => {
    server.listen(0, '127.0.0.1', () => {
      port = (server.address() as AddressInfo).port;
      done();
    });
  });
  after(() => server.close());

  it('dials what the rule allows', async () => {
    const agents = guardedAgents(addressRule(['127.0.0.0/8']), resolving('127.0.0.1'));
    expect(await reach('hook.example', port, agents)).to.equal('reached');
    expect(await reach('127.0.0.1', port, agents)).to.equal('reached');
  });

  it('refuses a name that resolves to a forbidden address, at the socket', async () => {
    const agents = guardedAgents(addressRule([]), resolving('127.0.0.1', '::1', '10.0.0.1'));
    expect(await reach('hook.example', port, agents)).to.equal('REFUSED_ADDRESS');
  });

  it('refuses literals, which never reach the look-up', async () => {
    const agents = guardedAgents(addressRule([]), resolving('8.8.8.8'));
    for (const host of ['127.0.0.1', '::1', '[::1]', '::ffff:127.0.0.1']) {
      expect(await reach(host, port, agents), host).to.equal('REFUSED_ADDRESS');
    }
  });

  it('leaves the forbidden ones out of a mixed answer', async () => {
    const agents = guardedAgents(addressRule(['127.0.0.0/8']), resolving('10.0.0.1', '127.0.0.1', 'fe80::1'));
    expect(await reach('hook.example', port, agents)).to.equal('reached');
  });
});
