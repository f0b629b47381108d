import { expect } from 'chai';
import { actorWords } from './actor-words.ts';

const names = new Map([['user_1', 'a@example.com']]);

describe('actor words', () => {
  it('tell who acted as people know them', () => {
    const nameless = (type: 'member' | 'api_key' | 'system', id: string) => actorWords({ type, id, name: null }, names);
    expect(actorWords({ type: 'member', id: 'user_2', name: 'b@example.com' })).to.equal('b@example.com');
    expect(actorWords({ type: 'api_key', id: 'key_1', name: 'Server' })).to.equal('API key “Server”');
    expect(actorWords({ type: 'customer', id: 'ps_1', name: 'Harbour Café' })).to.equal('The customer Harbour Café');
    expect(nameless('member', 'user_1')).to.equal('a@example.com');
    expect(nameless('member', 'user_gone42')).to.equal('A former member (gone42)');
    expect(nameless('api_key', 'key_9')).to.equal('key_9');
    expect(nameless('system', 'system')).to.equal('The service itself');
    expect(nameless('system', 'operator')).to.equal('An operator of the service');
  });
});
