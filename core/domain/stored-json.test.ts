import { expect } from 'chai';
import { jsonOfList, parsedWhenRead } from './stored-json.ts';

describe('a document of a list', () => {
  it('goes into the answer as it was stored, and is not parsed for that', () => {
    const [broken, spaced] = ['{"no": JSON', '{ "b" : 1.0 }'].map(parsedWhenRead);
    const answer = { items: [{ id: 1, input: broken, steps: [{ result: spaced }], none: undefined }, {}], total: null };
    expect(jsonOfList(answer)).to.equal(
      '{"items":[{"id":1,"input":{"no": JSON,"steps":[{"result":{ "b" : 1.0 }}]},{}],"total":null}',
    );
  });

  it('is to whoever looks into it what its text says', () => {
    for (const value of [{ a: [1, { b: 'é' }], toString: 1 }, {}, [1], 'text', null, 5]) {
      const read = parsedWhenRead(JSON.stringify(value));
      expect(read).to.deep.equal(value);
      expect(JSON.stringify({ read })).to.equal(JSON.stringify({ read: value }));
      expect(jsonOfList({ read })).to.equal(JSON.stringify({ read: value }));
    }
    const read = parsedWhenRead('{"a":1}') as object;
    expect(['a' in read, 'b' in read, { ...read }]).to.deep.equal([true, false, { a: 1 }]);
  });
});
