import { expect } from 'chai';
import { permissionsOf } from '../../../../core/domain/organization.ts';
import { rights, roles } from './role-words.ts';

describe('role words', () => {
  it('tell what the API allows', () => {
    for (const role of roles) {
      const told = Object.entries(rights).flatMap(([name, right]) => (right.roles.includes(role) ? [name] : []));
      expect(told, role).to.deep.equal(permissionsOf(role));
    }
  });
});
