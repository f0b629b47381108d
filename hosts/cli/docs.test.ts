// docs/cli.md and --help say the same.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { commands } from './commands.ts';
import { eventNames, happenings } from './happenings.ts';

const page = readFileSync('docs/cli.md', 'utf8');
const chapters = new Map(
  [...page.matchAll(/^### `ledgerport ([^`]+)`\n(.*?)(?=^##|$(?![\s\S]))/gms)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);

describe('the page of the command line', () => {
  it('has a chapter for each command, and no other', () => {
    expect([...chapters.keys()]).to.deep.equal(Object.keys(commands));
  });

  for (const [name, command] of Object.entries(commands)) {
    const { options = {} } = 'within' in command ? {} : command;
    it(`names the options of ${name}, and no other`, () => {
      const told = (chapters.get(name) ?? '').matchAll(/`--([a-z-]+)(?: [^`]*)?`/g);
      const [named, known] = [new Set([...told].map(([, option]) => option)), Object.keys(options)];
      expect([...named].sort()).to.deep.equal(known.sort());
    });
  }

  it('says what is done for each event', () => {
    const rows = [...page.matchAll(/^\| `(\w+\.\w+)` \| (.*) \|$/gm)].map(([, name, does]) => [name, does]);
    expect(rows).to.deep.equal(eventNames.map((name) => [name, happenings[name].does]));
  });
});
