// The console's filters and sorts of records are those of the API.
import { expect } from 'chai';
import { allFamilies } from '#core/schemas';
import { recordListParameters } from '../koa/routes/query-parameters.ts';
import {
  amountsOf,
  daysOf,
  hasBankAccount,
  hasContact,
  hasKinds,
  hasSides,
  identifiersOf,
  ordersOf,
  partsOf,
  statusesOf,
} from './web/words/record-filters.ts';

describe('the filters and sorts of records in the console', () => {
  for (const { type, statuses } of Object.values(allFamilies)) {
    it(`of ${type} are all that the API has`, () => {
      const parameters = recordListParameters(type, type);
      const asked = [
        ...[...partsOf(type), ...daysOf(type), ...amountsOf(type)].map(([name]) => name),
        ...(hasContact(type) ? ['contact_id'] : []),
        ...(hasBankAccount(type) ? ['bank_account_id'] : []),
        ...(hasSides(type) ? ['type'] : []),
        ...(hasKinds(type) ? ['kind'] : []),
        ...(statusesOf(type).length > 0 ? ['status'] : []),
        'sort',
      ];
      expect(asked.toSorted()).to.deep.equal(parameters.map(({ name }) => name).toSorted());
      const { entries } = allFamilies[type].answer;
      const identifiers = ['number', 'external_reference'].filter((name) => Object.hasOwn(entries, name));
      expect(identifiersOf(type).map(([name]) => name)).to.deep.equal(identifiers);
      expect(statusesOf(type)).to.deep.equal(statuses ?? []);
      const sorts = new RegExp(String(parameters.find(({ name }) => name === 'sort')?.schema['pattern']));
      for (const [sort] of ordersOf(type)) expect(sort).to.match(sorts);
    });
  }
});
