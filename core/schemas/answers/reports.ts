import * as v from 'valibot';
import { pseudoAccounts, reportRowKinds, reportWarningCodes } from '../../domain/report.ts';
import { reportBases, reportNames } from '../../domain/report-query.ts';
import { count, described, field, Timestamp } from '../../families/answer-fields.ts';
import { presenter } from './present.ts';

const ReportColumnAnswer = v.object({ key: v.string(), label: v.string(), from: field.date, to: field.date });

const ReportRowAnswer = v.object({
  kind: v.picklist(reportRowKinds),
  depth: count,
  section: field.text,
  label: v.string(),
  account_id: field.text,
  pseudo: v.nullable(v.picklist(pseudoAccounts)),
  document_id: field.text,
  values: described(
    v.record(v.string(), v.nullable(v.string())),
    'Amounts by the keys of the columns, as decimal texts with at least two places; null for an empty cell. Signs are the provider’s. Empty for a section.',
  ),
  texts: v.optional(
    described(
      v.record(v.string(), v.string()),
      'Cells that are no amounts, such as days and percentages, by the keys of the columns. Absent without any.',
    ),
  ),
});

const ReportWarningAnswer = v.object({
  code: v.picklist(reportWarningCodes),
  path: v.string(),
  message: v.string(),
});

/** A report as the provider computed it for this request. */
export const ReportAnswer = v.object({
  report: v.picklist(reportNames),
  basis: v.nullable(v.picklist(reportBases)),
  currency: field.text,
  from: field.date,
  to: v.pipe(v.string(), v.isoDate()),
  generated_at: Timestamp,
  columns: v.array(ReportColumnAnswer),
  rows: v.array(ReportRowAnswer),
  warnings: described(
    v.array(ReportWarningAnswer),
    'What a reader must know before relying on a figure; usually empty.',
  ),
});

export const presentReport = presenter(ReportAnswer);
