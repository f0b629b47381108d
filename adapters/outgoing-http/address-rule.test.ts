import { expect } from 'chai';
import { addressRule } from './address-rule.ts';

const refused = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['this network', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1', 'fec0::1'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['link-local, cloud metadata included', '169.254.0.1', '169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
  ['Azure’s host', '168.63.129.16', '::ffff:168.63.129.16', '2002:a83f:8110::1', '64:ff9b::168.63.129.16'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  [
    'documentation, tests, benchmarks',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '198.18.0.1',
    '2001:db8::1',
    '3fff::1',
  ],
  ['reserved', '240.0.0.1', '192.0.0.1', '192.88.99.1', '100::1', '4000::1', '5f00::1', '1::1'],
  ['IPv4 in IPv6, mapped or compatible', '::ffff:10.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '::ffff:0:10.0.0.1'],
  ['6to4 of a private address', '2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::'],
  ['NAT64 of a private address', '64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b:1::808:808'],
  ['Teredo, ORCHID and their like', '2001::1', '2001:10::1', '2001:20::1', '2001:2::1'],
  ['no address', '', 'localhost', '1.2.3', '1.2.3.4.5', '300.1.1.1', 'fe80::1%eth0', '8.8.8.8 '],
] as const;
const allowed = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '169.253.0.1',
  '168.63.129.17',
];
const allowedIpv6 = ['2606:4700:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8', '2002:808:808::1', '64:ff9b::8.8.8.8'];

describe('address rule', () => {
  const mayDial = addressRule([]);
  for (const [kind, ...addresses] of refused) {
    for (const address of addresses) {
      it(`refuses ${JSON.stringify(address)} (${kind})`, () => expect(mayDial(address)).to.equal(false));
    }
  }
  for (const address of [...allowed, ...allowedIpv6]) {
    it(`allows ${address}`, () => expect(mayDial(address)).to.equal(true));
  }

  it('opens the ranges it is given and no others', () => {
    const opened = addressRule(['127.0.0.0/8', ' ::1/128', '10.1.0.0/16']);
    const verdicts = ['127.0.0.1', '::1', '10.1.2.3', '::ffff:127.0.0.1', '10.2.0.1', '::2', '8.8.8.8'].map(opened);
    expect(verdicts).to.eql([true, true, true, true, false, false, true]);
  });

  it('refuses a range that is none', () => {
    expect(() => addressRule(['127.0.0.1/99'])).to.throw('CIDR');
    expect(() => addressRule(['localhost'])).to.throw('CIDR');
  });
});
