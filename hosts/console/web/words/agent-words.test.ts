import { expect } from 'chai';
import { agentWords } from './agent-words.ts';

describe('agent words', () => {
  it('knows the common browsers and systems', () => {
    const chrome = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0 Safari/537.36';
    expect(agentWords(chrome)).to.equal('Chrome on macOS');
    expect(agentWords(`${chrome} Edg/130.0`)).to.equal('Edge on macOS');
    expect(agentWords('Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0')).to.equal(
      'Firefox on Linux',
    );
    expect(agentWords('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1')).to.equal(
      'Safari on iOS',
    );
  });

  it('shows others as they come', () => {
    expect(agentWords('')).to.equal('Unknown browser');
    expect(agentWords('tool/1')).to.equal('tool/1');
  });
});
