import { expect } from 'chai';
import type { ApiKey } from '../api/wire.ts';
import { keyScopes, keyState, limitsOf } from './key-words.ts';

const rights = { kind: 'backend', scopes: keyScopes, connection_ids: null, tools: null };
const key = { ...rights, revoked_at: null, expires_at: null } as unknown as ApiKey;
const now = new Date('2026-11-26T12:00:00Z');

describe('the words of an API key', () => {
  it('say whether it works', () => {
    const [past, future] = ['2026-11-26T12:00:00Z', '2026-11-26T12:00:01Z'];
    expect(keyState(key, now)).to.equal('active');
    expect(keyState({ ...key, expires_at: future }, now)).to.equal('active');
    expect(keyState({ ...key, expires_at: past }, now)).to.equal('expired');
    expect(keyState({ ...key, expires_at: past, revoked_at: past }, now)).to.equal('revoked');
  });

  it('say what it may not do', () => {
    expect(limitsOf(key)).to.equal(undefined);
    expect(limitsOf({ ...key, scopes: ['read', 'write'] })).to.equal('Only read, write');
    expect(limitsOf({ ...key, scopes: ['read'], connection_ids: ['conn_1'] })).to.equal(
      'Only read · 1 connection only',
    );
    const agent: ApiKey = { ...key, kind: 'agent', scopes: ['read'] };
    expect(limitsOf(agent)).to.equal('All connections');
    expect(limitsOf({ ...agent, connection_ids: ['conn_1'], tools: ['list_invoices', 'get_record'] })).to.equal(
      '1 connection only · 2 tools only',
    );
  });
});
