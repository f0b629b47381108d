// Whoever embeds the package, or writes an adapter, reads at each function what it takes, gives and throws.
import { expect } from 'chai';
import { withDocstrings } from '../tools/docstrings/core-declarations.ts';
import { publicFunctions } from '../tools/docstrings/public-functions.ts';

describe('the public functions', () => {
  it('have a docstring each', async () => {
    const all = await publicFunctions();
    expect(all.length).to.be.greaterThan(600);
    const mute = all.filter(({ docstring }) => docstring === '').map(({ name, file }) => `${file}: ${name}`);
    expect(mute).to.deep.equal([]);
  });

  it('of the core are put into the declarations, each above its own', () => {
    const inferred = [
      '{',
      '    list: () => 1;',
      '    keys: {',
      '        list: (of: {',
      '            keys: 1;',
      '        }) => 1;',
      '    };',
      '}',
    ];
    const told = withDocstrings(inferred.join('\n'), new Map([['keys.list', 'Of the\nkeys.']]));
    expect(told.split('\n')).to.deep.equal(inferred.toSpliced(3, 0, '        /** Of the keys. */'));
  });
});
