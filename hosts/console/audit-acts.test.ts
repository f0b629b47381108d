// The audit page has words for every administrative act that the core names.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { operationalEventTypes } from '#core';
import { actWords } from './web/words/audit-words.ts';

const core = path.resolve(import.meta.dirname, '../../core');

function actsOfTheCore(): readonly string[] {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts') && !file.includes('test'))
    // The use of a key is no audited act.
    .map((file) => readFileSync(path.join(core, file), 'utf8').replaceAll(/\bact: \['[a-z_.]+'/g, ''));
  return texts.flatMap((text) => [
    ...[...text.matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)].map(([, name = '']) => name),
    ...[
      ...text.matchAll(
        /'((?:webhook_endpoint|webhook_delivery|operation|session|member|api_key|provider_app|secrets)\.[a-z_]+)'/g,
      ),
    ].map(([, name = '']) => name),
  ]);
}

// Types of operations and of events, and a route's name.
const told = new Set<string>([
  ...['console.write', 'operation.replay_many', 'invoice.download_pdf', 'secrets.reencrypt'],
  ...operationalEventTypes,
]);

describe('the audit page', () => {
  it('has words for every act of the core', () => {
    const acts = actsOfTheCore().filter((name) => !told.has(name));
    expect(acts).to.include('api_key.created');
    const untold = acts.filter((act) => actWords(act, {}).toLowerCase() === act.replaceAll(/[._]/g, ' '));
    expect(untold).to.deep.equal([]);
  });
});
