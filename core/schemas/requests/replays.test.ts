import { expect } from 'chai';
import { deliveryFilters, type ListFilters, operationFilters } from '../../domain/list-filter.ts';
import { DeliveryReplaysRequest, OperationReplaysRequest } from './replays.ts';

/** The console sends the filters of the page that it shows, so a filter that is missing here would be refused there. */
describe('replays by a filter', () => {
  const cases: readonly (readonly [string, ListFilters, { entries: { filter: unknown } }, readonly string[]])[] = [
    // Operations are replayed without deliveries anyway.
    ['operations', operationFilters, OperationReplaysRequest, ['exclude_type', 'exclude_routine']],
    // The page of one event has no replay of many.
    ['deliveries', deliveryFilters, DeliveryReplaysRequest, ['event_id']],
  ];
  for (const [list, declared, request, leftOut] of cases) {
    it(`take every filter of the list of ${list}`, () => {
      const { pipe } = request.entries.filter as {
        pipe: readonly { pipe?: readonly { entries?: object }[]; entries?: object }[];
      };
      const entries = pipe.map((one) => one.entries ?? one.pipe?.[0]?.entries).find((one) => one !== undefined) ?? {};
      const names = Object.values(declared).map(({ wire }) => wire);
      expect(Object.keys(entries)).to.have.members(names.filter((name) => !leftOut.includes(name)));
    });
  }
});
