import { deepEqual, equal } from 'node:assert/strict';
import type { Stores } from '#core/ports';
import type { Contract } from './contract.ts';
import { moment, sampleExportPart, samplePlane } from './samples.ts';

export const exportStoreContract: Contract<Pick<Stores, 'exports'>> = {
  port: 'ExportStore',
  clauses: [
    {
      name: 'exports: parts are found by their place and counted, by their own plane only',
      async check({ exports }) {
        const plane = samplePlane();
        const first = sampleExportPart(plane);
        const second = { ...first, id: `${first.id}+`, position: 1, createdAt: moment(2) };
        await exports.insert([first, second]);
        await exports.insert([sampleExportPart(plane)]);
        const { operationId } = first;
        deepEqual(await exports.find(plane, operationId, 1), second);
        equal(await exports.find(plane, operationId, 2), undefined);
        equal(await exports.count(plane, operationId), 2);
        for (const other of [samplePlane(), { ...plane, environment: 'live' } as const]) {
          equal(await exports.find(other, operationId, 0), undefined);
          equal(await exports.count(other, operationId), 0);
        }
      },
    },
    {
      name: 'exports: all but the newest of a plane are dropped, as many parts at a time as asked for',
      async check({ exports }) {
        const plane = samplePlane();
        const parts = [1, 2, 3].flatMap(() => {
          const first = sampleExportPart(plane);
          return [first, { ...first, id: `${first.id}+`, position: 1 }];
        });
        const live = sampleExportPart({ ...plane, environment: 'live' });
        await exports.insert([...parts, live]);
        const ids = [...new Set(parts.map(({ operationId }) => operationId))].sort();
        const counts = () => Promise.all(ids.map((id) => exports.count(plane, id)));
        equal(await exports.dropOlder(plane, 3, 9), 0);
        equal(await exports.dropOlder(plane, 1, 3), 3);
        equal(await exports.dropOlder(plane, 1, 3), 1);
        deepEqual(await counts(), [0, 0, 2]);
        equal(await exports.count(live, live.operationId), 1);
      },
    },
  ],
};
