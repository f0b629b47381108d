import { equal, match, notEqual } from 'node:assert/strict';
import type { Digester } from '#core/ports';
import type { Clause, Contract } from './contract.ts';

const clauses: readonly Clause<Digester>[] = [
  {
    name: 'a keyed digest is 64 lower-case hex digits, the same for the same text',
    async check({ keyed }) {
      match(keyed('api_key', 'secret'), /^[0-9a-f]{64}$/);
      equal(keyed('api_key', 'secret'), keyed('api_key', 'secret'));
      notEqual(keyed('api_key', 'secret'), keyed('api_key', 'Secret'));
    },
  },
  {
    name: 'the same text under another purpose has another digest, however the two are split',
    async check({ keyed }) {
      notEqual(keyed('a', 'text'), keyed('b', 'text'));
      notEqual(keyed('ab', 'c'), keyed('a', 'bc'));
      notEqual(keyed('a:', 'b'), keyed('a', ':b'));
      notEqual(keyed('', 'ab'), keyed('ab', ''));
    },
  },
  {
    name: 'a keyed digest is not the plain one, nor keyed by the purpose alone',
    async check({ keyed, sha256 }) {
      notEqual(keyed('', 'text'), sha256('text'));
      // HMAC-SHA256 of "text" under the key "purpose".
      notEqual(keyed('purpose', 'text'), '13a6d41bdc8697ab384c3c159ef433f2151b10db66ff68857e60153e15987a1a');
    },
  },
  {
    name: 'SHA-256 gives the published answers (FIPS 180-2), over UTF-8',
    async check({ sha256 }) {
      equal(sha256(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
      equal(sha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
      equal(sha256('é'), '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
      // The same, given as bytes; and bytes that are no text.
      equal(sha256(Uint8Array.of(0xc3, 0xa9)), '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
      equal(sha256(Uint8Array.of(0xff)), 'a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89');
    },
  },
  {
    name: 'a code challenge is that of RFC 7636, appendix B',
    async check({ codeChallenge }) {
      equal(
        codeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
        'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      );
    },
  },
];

export const digesterContract: Contract<Digester> = { port: 'Digester', clauses };
