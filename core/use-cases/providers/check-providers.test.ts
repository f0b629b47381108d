import { expect } from 'chai';

import type { FamilyTraits, Provider, ProviderTraits } from '../../ports/provider.ts';
import { firstProvider } from '../testing/first-provider.ts';
import { portsOf, startingHands } from '../testing/hands.ts';
import { checkProviders } from './check-providers.ts';

const whole = firstProvider(portsOf({} as never, startingHands()));
const { traits } = whole;

const complaint = (provider: Provider, name = 'books'): string => {
  try {
    checkProviders({ providers: { [name]: provider } });
    return '';
  } catch (error) {
    return (error as Error).message.replace(`the provider ${name} cannot be used: `, '');
  }
};
const wrong = (part: object): Provider => ({ ...whole, traits: { ...traits, ...part } as ProviderTraits });
const wrongFamily = (type: 'contacts' | 'invoices' | 'tax_rates', part: Partial<FamilyTraits>): Provider => {
  const known = traits.families[type] as FamilyTraits;
  return wrong({ families: { ...traits.families, [type]: { ...known, ...part } } });
};
const listed = { template: '/Groups', methods: ['GET'], effect: 'read', query: [], scope: 'groups' };
const together = { reads: 0, creates: 0, updates: 0 };

function without<Gateway extends object>(gateway: Gateway, method: keyof Gateway & string): Gateway {
  return Object.fromEntries(Object.entries(gateway).filter(([name]) => name !== method)) as Gateway;
}

describe('the check of providers when a process starts', () => {
  it('takes a whole provider, one with contacts alone, and one that is polled and leaves marks', () => {
    const { contacts } = traits.families;
    const unnoticed = Object.entries(traits.families).map(([type, family]) => [type, { ...family, isNotified: false }]);
    const polled = {
      families: Object.fromEntries(unnoticed),
      polledSeconds: 60,
      repeats: { keySeconds: null, marks: { settleSeconds: 90 } },
    };
    for (const good of [whole, wrong({ families: { contacts } }), { ...wrong(polled), notifications: undefined }]) {
      expect(complaint(good)).to.equal('');
    }
  });

  const table: Readonly<Record<string, readonly [Provider, string]>> = {
    'no list of other names': [wrong({ aliases: undefined }), 'aliases must be a list'],
    'an empty title': [wrong({ title: ' ' }), 'title must not be empty'],
    'no title': [wrong({ title: undefined }), 'title must be a text'],
    'a limit of nothing': [
      wrong({ limits: { ...traits.limits, perMinute: 0 } }),
      'limits.perMinute must be a whole number from 1 to 1000000000',
    ],
    'no way to repeat': [
      wrong({ repeats: { keySeconds: null, marks: null } }),
      'repeats must have keySeconds or marks',
    ],
    'a short memory': [
      wrong({ repeats: { keySeconds: 1, marks: null } }),
      'repeats.keySeconds must be a whole number from 60 to 31536000',
    ],
    'news by nobody': [
      { ...whole, notifications: undefined },
      'polledSeconds must say how often it is read, because it has no notifications',
    ],
    'news twice': [wrong({ polledSeconds: 60 }), 'polledSeconds must be null, because it notifies'],
    'news of a family by nobody': [
      { ...wrong({ polledSeconds: 60 }), notifications: undefined },
      'families.contacts.isNotified needs notifications',
    ],
    'an unknown rounding': [wrong({ rounding: 'down' }), 'rounding must be one of half_up, half_even'],
    'an unknown trait': [wrong({ colour: 'red' }), 'colour is no trait'],
    'an unknown family': [wrong({ families: { projects: traits.families.contacts } }), 'families.projects is no trait'],
    'a family without its sync': [
      wrongFamily('contacts', { sync: undefined as never }),
      'families.contacts.sync must be one of changes, whole',
    ],
    'an unknown capability': [
      wrongFamily('contacts', { can: ['fly' as never] }),
      'families.contacts.can.0 must be one of list, read',
    ],
    'a capability twice': [
      wrongFamily('tax_rates', { can: ['read', 'read'] }),
      'families.tax_rates.can names a capability twice',
    ],
    'a list that cannot be read': [
      wrongFamily('tax_rates', { can: ['list'] }),
      'families.tax_rates.can lacks read, without which nothing else can be done',
    ],
    'a create of what is only read': [
      wrongFamily('tax_rates', { can: ['read', 'create'] }),
      'families.tax_rates.can has create, but the service only reads the family',
    ],
    'mail of contacts': [
      wrongFamily('contacts', { can: ['read', 'email'] }),
      'families.contacts.can has email, which is for invoices only',
    ],
    'PDFs of contacts': [
      wrongFamily('contacts', { can: ['read', 'pdf'] }),
      'families.contacts.can has pdf, but the service renders no records of the family',
    ],
    'allocations of invoices': [
      wrongFamily('invoices', { can: ['read', 'allocate'] }),
      'families.invoices.can has allocate, which is for credit_notes and prepayments and overpayments only',
    ],
    'allocations that the gateway does not make': [
      { ...whole, gateway: without(whole.gateway, 'removeAllocation') },
      'families.credit_notes.can has allocate, which the gateway lacks',
    ],
    'reports that the gateway does not read': [
      { ...whole, gateway: without(whole.gateway, 'readReport') },
      'reports names some, which the gateway lacks',
    ],
    'a report that nobody knows': [wrong({ reports: ['tax_return'] }), 'reports.0 must be one of'],
    'requests that the gateway does not pass on': [
      { ...whole, gateway: without(whole.gateway, 'passWrite') },
      'requests are listed, and the gateway cannot pass any on',
    ],
    'a read that is no GET': [
      wrong({ requests: { listed: [{ ...listed, methods: ['GET', 'PUT'] }], owned: [] } }),
      'requests.listed.0 must read by GET alone',
    ],
    'a path of a form that nobody knows': [
      wrong({ requests: { listed: [{ ...listed, template: '/Groups/{any}' }], owned: [] } }),
      'requests.listed.0.template has the segment "{any}", which is neither a word nor a known form',
    ],
    'files that the gateway does not attach': [
      { ...whole, gateway: without(whole.gateway, 'attach') },
      'families.contacts.can has attachments, which the gateway lacks',
    ],
    'reads together of what cannot be read': [
      wrongFamily('tax_rates', { can: [], together: { ...together, reads: 9 } }),
      'families.tax_rates.together.reads needs read',
    ],
    'bulk without creates together': [
      wrongFamily('invoices', { together }),
      'families.invoices.can has bulk, but together.creates is 0',
    ],
    'updates together without update': [
      wrongFamily('invoices', { can: ['read', 'create'] }),
      'families.invoices.together.updates needs update',
    ],
    'an identifier that finds nothing': [
      wrongFamily('contacts', { foundBy: ['name'] }),
      'families.contacts.foundBy lacks contact_number, by which a create finds its record',
    ],
    'a field that nobody has': [
      wrongFamily('contacts', { writableFields: ['name', 'shoe_size'] }),
      'families.contacts.writableFields has shoe_size, which is no field of its requests',
    ],
  };
  for (const [what, [provider, message]] of Object.entries(table)) {
    it(`stops at ${what}, in one sentence that names the trait`, () => {
      expect(complaint(provider)).to.match(new RegExp(`^${message.replace(/[.]/g, '\\.')}`));
    });
  }

  it('stops without a provider, and at a name that no address could hold', () => {
    expect(() => checkProviders({ providers: {} })).to.throw('a deployment needs at least one provider');
    expect(complaint(whole, 'Big Books')).to.equal('its name must be lower-case letters, digits and _, at most 50');
  });
});
