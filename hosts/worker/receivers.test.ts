import { expect } from 'chai';
import type { WebhookEndpointId } from '#core';
import { answeringMost, createReceivers } from './receivers.ts';

const [one, two] = ['we_1' as WebhookEndpointId, 'we_2' as WebhookEndpointId];

function made() {
  const time = { nowMs: 1000 };
  return { time, receivers: createReceivers(() => time.nowMs) };
}

describe('receivers, as one worker sees them', () => {
  it('get one delivery before their first answer, then as many as there are', () => {
    const { time, receivers } = made();
    expect(receivers.began(one)).to.equal('stranger');
    expect(receivers.answering()).to.deep.equal([]);
    receivers.ended(one, true);
    expect([receivers.began(one), receivers.began(one)]).to.deep.equal(['known', 'known']);
    time.nowMs += 250;
    expect(receivers.answering()).to.deep.equal([one]);
  });

  it('get no more while they are silent, and again from the first answer on', () => {
    const { time, receivers } = made();
    receivers.began(one);
    receivers.ended(one, true);
    receivers.began(one);
    receivers.began(one);
    time.nowMs += 251;
    expect(receivers.answering()).to.deep.equal([]);
    receivers.ended(one, true);
    expect(receivers.answering(), 'the other one is as old').to.deep.equal([one]);
    time.nowMs += 251;
    expect(receivers.answering()).to.deep.equal([]);
  });

  it('slow ones are not held back as long as answers keep coming', () => {
    const { time, receivers } = made();
    receivers.began(one);
    receivers.ended(one, true);
    for (let i = 0; i < 20; i++) {
      receivers.began(one);
      time.nowMs += 100;
      if (i < 10) continue;
      receivers.ended(one, true);
      expect(receivers.answering()).to.deep.equal([one]);
    }
  });

  it('those that kept a delivery waiting for nothing get one at a time until they answer', () => {
    const { time, receivers } = made();
    receivers.began(one);
    receivers.ended(one, true);
    for (let i = 0; i < 3; i++) receivers.began(one);
    time.nowMs += 15_000;
    for (let i = 0; i < 3; i++) receivers.ended(one, false);
    expect(receivers.answering(), 'nothing is under way').to.deep.equal([]);
    expect(receivers.began(one)).to.equal('suspect');
    receivers.ended(one, true);
    expect([receivers.answering(), receivers.began(one)]).to.deep.equal([[one], 'known']);
  });

  it('are strangers again after a minute, and nobody pays for another', () => {
    const { time, receivers } = made();
    receivers.began(one);
    receivers.ended(one, true);
    receivers.began(two);
    receivers.ended(two, false);
    expect([receivers.began(one), receivers.answering()]).to.deep.equal(['known', [one]]);
    receivers.ended(one, true);
    time.nowMs += 60_001;
    expect(receivers.began(one)).to.equal('stranger');
  });

  it('are named in bounds, the latest to answer first', () => {
    const { receivers } = made();
    const ids = Array.from({ length: answeringMost + 5 }, (_, i) => `we_${i}` as WebhookEndpointId);
    for (const id of ids) {
      receivers.began(id);
      receivers.ended(id, true);
    }
    expect(receivers.answering()).to.deep.equal(ids.slice(5).reverse());
  });
});
