import { expect } from 'chai';
import { createEventSender } from './index.ts';

const production = createEventSender({ allowCidrs: [], allowHttp: false });
const development = createEventSender({ allowCidrs: ['127.0.0.0/8'], allowHttp: true });

describe('destination', () => {
  const refused: readonly [string, string][] = [
    ['', 'not an absolute URL'],
    ['/hook', 'not an absolute URL'],
    ['https://', 'not an absolute URL'],
    ['http://example.com/', 'must use https'],
    ['ftp://example.com/', 'must use https'],
    ['javascript:alert(1)', 'must use https'],
    ['https://user@example.com/', 'credentials'],
    ['https://user:pass@example.com/', 'credentials'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:25/', 'port 25'],
    ['https://example.com:6667/', 'port'],
    ['https://example.com:0/', 'port'],
    ['https://example.com:65536/', 'not an absolute URL'],
    ...[445, 1433, 1521, 2375, 2379, 3306, 3389, 5432, 5984, 6379, 9042, 9200, 11211, 27017].map(
      (port): [string, string] => [`https://example.com:${port}/`, `the port ${port} belongs to another protocol`],
    ),
    ['https://168.63.129.16/', 'not public'],
    ['https://localhost/', 'not public'],
    ['https://api.localhost./', 'not public'],
    ['https://127.0.0.1/', 'not public'],
    ['https://2130706433/', 'not public'],
    ['https://0x7f.1/', 'not public'],
    ['https://0177.0.0.1/', 'not public'],
    ['https://127.1/', 'not public'],
    ['https://[::1]/', 'not public'],
    ['https://[::ffff:10.0.0.1]/', 'not public'],
    ['https://[64:ff9b::a00:1]/', 'not public'],
    ['https://169.254.169.254/latest/meta-data', 'not public'],
  ];
  for (const [url, why] of refused) {
    it(`refuses ${url.slice(0, 60)}`, () => expect(production.refuses(url)).to.contain(why));
  }

  for (const url of [
    'https://example.com/hook?a=1',
    'https://example.com:8443/',
    'https://example.com:444/',
    'https://example.com:80/',
    'https://example.com:65535/',
    'https://8.8.8.8/',
    'HTTPS://EXAMPLE.com',
  ]) {
    it(`takes ${url}`, () => expect(production.refuses(url)).to.equal(undefined));
  }

  it('takes plain http and opened ranges in development, and nothing else more', () => {
    for (const url of ['http://localhost:8080/', 'http://127.0.0.1:9000/', 'http://example.com/']) {
      expect(development.refuses(url), url).to.equal(undefined);
    }
    expect(development.refuses('http://10.0.0.1/')).to.contain('not public');
    expect(development.refuses('http://localhost:25/')).to.contain('port');
  });
});
