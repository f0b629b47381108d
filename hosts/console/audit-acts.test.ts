// Every administrative act that the core names is told in words on the audit page.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { actWords } from './web/words/audit-words.ts';

const core = path.resolve(import.meta.dirname, '../../core');

function actsOfTheCore(): readonly string[] {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts') && !file.includes('test'))
    // What a key was used for is no audited act.
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

// Types of operations, and the name of a route.
const told = new Set(['console.write', 'invoice.download_pdf', 'secrets.reencrypt']);

describe('the audit page', () => {
  it('has words for every act of the core', () => {
    const acts = actsOfTheCore().filter((name) => !told.has(name));
    expect(acts).to.include('api_key.created');
    const untold = acts.filter((act) => actWords(act, {}).toLowerCase() === act.replaceAll(/[._]/g, ' '));
    expect(untold).to.deep.equal([]);
  });
});
