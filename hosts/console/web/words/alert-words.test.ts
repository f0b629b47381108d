import { expect } from 'chai';
import type { AlertDestination } from '../api/wire.ts';
import { nobodyWords, wantedWords } from './alert-words.ts';

const one: AlertDestination = {
  ...{ alert_id: 'alert_1', kind: 'email', address: 'a@example.com', environments: ['test', 'live'], events: ['*'] },
  ...{ weekly_summary: false, created_at: '2026-01-01T00:00:00.000Z', last_sent_at: null, last_error: null },
};

describe('words of alerts', () => {
  it('say what a destination is told of', () => {
    expect(wantedWords(one)).to.equal('Everything');
    expect(wantedWords({ ...one, environments: ['live'], weekly_summary: true })).to.equal(
      'Everything, live only, weekly summary',
    );
    expect(wantedWords({ ...one, events: ['endpoint.paused'] })).to.equal('Deliveries to an endpoint are held');
    expect(wantedWords({ ...one, events: ['endpoint.paused', 'endpoint.disabled'] })).to.equal('2 kinds');
  });

  it('say when nobody would be told, and only then', () => {
    expect(nobodyWords({ destinations: 0, failing: 0 })).to.match(/no alert goes anywhere/);
    expect(nobodyWords({ destinations: 1, failing: 1 })).to.match(/the only destination/);
    expect(nobodyWords({ destinations: 3, failing: 3 })).to.match(/none of the 3/);
    expect(nobodyWords({ destinations: 3, failing: 2 })).to.equal(undefined);
  });
});
