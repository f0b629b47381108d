import { expect } from 'chai';
import type { JsonObject } from './json.ts';
import { categoryOf, lacksOptionIds, resolveTracking, withOptionIds } from './tracking.ts';

const option = (id: string, name: string, status = 'ACTIVE') => ({ id, name, status });
const categories = [
  categoryOf('c1', {
    name: 'Region',
    status: 'ACTIVE',
    options: [option('o1', 'North'), option('o2', 'South'), option('o3', 'West', 'ARCHIVED')],
  }),
  categoryOf('c2', { name: 'Project', status: 'ACTIVE', options: [option('o4', 'Café'), option('o5', 'North')] }),
  categoryOf('c3', { name: 'Team', status: 'ARCHIVED', options: [option('o6', 'Blue')] }),
];
const north = { tracking_category_id: 'c1', tracking_option_id: 'o1', name: 'Region', option: 'North' };
const cafe = { tracking_category_id: 'c2', tracking_option_id: 'o4', name: 'Project', option: 'Café' };

const resolved = (...tracking: readonly JsonObject[]) =>
  resolveTracking(categories, { number: '1', line_items: [{ quantity: 1 }, { tracking }] }, (id) =>
    id.replace('trk_', ''),
  );
const of = ({ fields }: ReturnType<typeof resolved>) =>
  (fields['line_items'] as readonly JsonObject[])[1]?.['tracking'];

describe('tracking that lines name', () => {
  const found: readonly (readonly [string, JsonObject, JsonObject])[] = [
    ['names', { name: 'Region', option: 'North' }, north],
    ['names in another case, with blanks', { name: ' region', option: 'NORTH ' }, north],
    ['letters composed otherwise', { name: 'Project', option: 'Cafe\u0301' }, cafe],
    ['the provider’s ids', { tracking_category_id: 'C1', tracking_option_id: 'o1' }, north],
    ['the service’s id of the category', { tracking_category_id: 'trk_c1', option: 'North' }, north],
    ['the id of the option alone', { tracking_option_id: 'o1' }, north],
    ['ids beside names of before', { tracking_category_id: 'c1', tracking_option_id: 'o1', name: 'Area' }, north],
    ['a name and the id of an option', { name: 'Region', tracking_option_id: 'o1' }, north],
  ];
  for (const [how, entry, all] of found) {
    it(`is found by ${how}, and has all names and ids`, () => {
      expect(resolved(entry, {})).to.deep.include({ faults: [] });
      expect(of(resolved(entry, {}))).to.deep.equal([all, {}]);
    });
  }

  const refused: readonly (readonly [string, readonly JsonObject[], string])[] = [
    [
      'an unknown category',
      [{ name: 'Regoin', option: 'North' }],
      '0.name: is no tracking category of the books; did you mean Region?',
    ],
    ['nothing like it', [{ name: 'Departments', option: 'North' }], '0.name: is no tracking category of the books'],
    [
      'an unknown id',
      [{ tracking_category_id: 'c9', option: 'North' }],
      '0.tracking_category_id: is no tracking category of the books',
    ],
    [
      'an unknown option',
      [{ name: 'Region', option: 'Noth' }],
      '0.option: is no option of Region; did you mean North?',
    ],
    [
      'an option of another category',
      [{ name: 'Region', tracking_option_id: 'o4' }],
      '0.tracking_option_id: is no option of Region',
    ],
    ['an unknown option id alone', [{ tracking_option_id: 'o9' }], '0.tracking_option_id: is no option of the books'],
    ['an archived option', [{ name: 'Region', option: 'West' }], '0.option: is archived in Region'],
    ['an archived option by id', [{ tracking_option_id: 'o3' }], '0.tracking_option_id: is archived in Region'],
    ['an archived category', [{ name: 'Team', option: 'Blue' }], '0.name: is archived: Team takes no new lines'],
    ['no option', [{ name: 'Region' }], '0.option: must name an option of Region'],
    ['no category', [{ option: 'North' }], '0.name: must name the category'],
    [
      'two of one category',
      [north, { name: 'region', option: 'South' }],
      '1.name: is the category of an earlier entry: a line has one of Region',
    ],
  ];
  for (const [what, entries, fault] of refused) {
    it(`is refused by its path: ${what}`, () => {
      const [one, ...others] = resolved(...entries).faults;
      expect([`${one?.path}: ${one?.message}`, others]).to.deep.equal([
        fault.replace(/^(\d)/, 'line_items[1].tracking[$1]').replace(']', ']'),
        [],
      ]);
    });
  }

  it('prefers an active one among those of one name', () => {
    const twice = [categoryOf('old', { name: 'Region', status: 'ARCHIVED', options: [] }), ...categories];
    expect(
      resolveTracking(twice, { line_items: [{ tracking: [{ name: 'Region', option: 'North' }] }] }, (id) => id).faults,
    ).to.eql([]);
  });

  it('leaves documents without lines or tracking as they are', () => {
    for (const fields of [{}, { line_items: 'x' }, { line_items: [null, 7, { tracking: null }, { tracking: [] }] }]) {
      expect(resolveTracking(categories, fields, (id) => id)).to.deep.equal({ fields, faults: [] });
      expect(lacksOptionIds(fields)).to.equal(false);
    }
  });

  it('is shown with the ids of options, archived ones, too; what the books do not know stays as it is', () => {
    const shown = (name: string, text: string) => ({
      tracking_category_id: null,
      tracking_option_id: null,
      name,
      option: text,
    });
    const fields = {
      line_items: [
        { tracking: [shown('Region', 'West'), shown('Team', 'Blue')] },
        { tracking: [shown('Region', 'Gone')] },
      ],
    };
    expect(lacksOptionIds(fields)).to.equal(true);
    const lines = withOptionIds(categories, fields)['line_items'] as unknown as readonly { tracking: JsonObject[] }[];
    expect(lines.map(({ tracking }) => tracking.map((one) => one['tracking_option_id']))).to.deep.equal([
      ['o3', 'o6'],
      [null],
    ]);
  });
});
