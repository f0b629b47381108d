import { expect } from 'chai';
import { jsonTokens, readable } from './json-tokens.ts';

describe('JSON tokens', () => {
  it('loses nothing', () => {
    const value = { a: [1, -2.5e-3, true, null, 'x": "y'], 'b\\"': { nothing: 'n', t: '12' }, empty: {} };
    const tokens = jsonTokens(value);
    expect(tokens.map(({ text }) => text).join('')).to.equal(JSON.stringify(value, null, 2));
    expect(tokens.filter(({ kind }) => kind === 'key').map(({ text }) => text)).to.include('"a"');
    expect(tokens.filter(({ kind }) => kind === 'number').map(({ text }) => text)).to.deep.equal(['1', '-0.0025']);
    expect(tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text)).to.deep.equal(['true', 'null']);
  });

  it('reads a body where it is JSON', () => {
    expect(readable('{"a":1}')).to.deep.equal({ a: 1 });
    expect(readable('<html>')).to.equal('<html>');
  });
});
