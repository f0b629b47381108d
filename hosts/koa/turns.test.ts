import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { turnsForEach, turnstile } from './shares.ts';

describe('turns', () => {
  it('are taken by owners one after the other, one in each turn of the event loop', async () => {
    const turn = turnstile();
    const begun: string[] = [];
    const begin = (owner: string) => void (turn(owner) ?? Promise.resolve()).then(() => begun.push(owner));
    for (const owner of ['many', 'many', 'many', 'many', 'few', 'few']) begin(owner);
    await nextTurn();
    expect(begun.length).to.be.at.most(2);
    while (begun.length < 6) await nextTurn();
    expect(begun).to.deep.equal(['many', 'many', 'few', 'many', 'few', 'many']);
  });

  it('are given back by work that fails', async () => {
    const take = turnsForEach();
    const fail = () => take('a', () => Promise.reject(new Error('fault')));
    for (let i = 0; i < 150; i++) expect(await fail().catch((error: Error) => error.message)).to.equal('fault');
    await nextTurn();
    expect(await take('a', async () => 'done')).to.equal('done');
  });
});
