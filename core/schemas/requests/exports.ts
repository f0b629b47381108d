import * as v from 'valibot';
import { exportedNames, exportFormats } from '../../domain/export.ts';
import { string } from '../../families/request-fields.ts';

const pages = ['limit', 'page', 'cursor'];

/** `filter` has the parameters of the list; the id in the list's path is one of them. */
export const ExportRequest = v.strictObject({
  list: v.picklist(exportedNames, `must be one of ${exportedNames.join(', ')}`),
  filter: v.optional(
    v.pipe(
      v.record(v.string(), string(), 'must be an object'),
      v.check((filter) => !pages.some((name) => name in filter), `must not have ${pages.join(', ')}`),
    ),
    {},
  ),
  format: v.picklist(exportFormats, `must be one of ${exportFormats.join(', ')}`),
});
export type ExportRequest = v.InferOutput<typeof ExportRequest>;
