import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import {
  earlierPeriodsMost,
  type ReportName,
  type ReportParameter,
  reportNames,
  reportParameters,
} from '../../../../../core/domain/report-query.ts';
import { asFailure } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useProvider } from '../../api/use-provider.ts';
import type { Connection, Report } from '../../api/wire.ts';
import { SubmitButton } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/fields.tsx';
import { Form } from '../../parts/form.tsx';
import { Empty, FailureNote, Skeleton } from '../../parts/notes.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useClient } from '../../session/session.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { withQuery } from '../../words/query-state.ts';
import { reportLabels } from '../../words/report-words.ts';
import { ConnectionFrame } from './connection-frame.tsx';
import { ReportTable } from './report-table.tsx';

export function ReportsPage() {
  return <ConnectionFrame>{(connection) => <Reports connection={connection} />}</ConnectionFrame>;
}

function Reports({ connection }: { readonly connection: Connection }) {
  const { report: asked } = useRoute().params;
  const { to } = usePlace();
  const provider = useProvider(connection);
  if (provider === undefined) return <Skeleton lines={10} />;
  const offered = reportNames.filter((name) => provider?.reports.includes(name));
  const report = offered.find((name) => name === asked) ?? offered[0];
  if (!report) {
    return <Empty title="No reports">This provider computes none, or the operator has not switched them on.</Empty>;
  }
  const base = to(`connections/${connection.connection_id}/reports`);
  const tabs = offered.map((name) => ({
    label: reportLabels[name],
    href: `${base}/${name}`,
    isHere: name === report,
  }));
  return (
    <>
      <Tabs look="chips" label="Reports" tabs={tabs} />
      {/* The key ends what was asked of another report. */}
      <OneReport key={report} connection={connection} report={report} />
    </>
  );
}

type Asked = Readonly<Partial<Record<ReportParameter, string>>>;

/** Computed at the provider only when a person asks for it, and kept nowhere. */
function OneReport({ connection, report }: { readonly connection: Connection; readonly report: ReportName }) {
  const client = useClient();
  const { api } = usePlace();
  const { contact_id } = useLocation().query;
  const [asked, setAsked] = useState<Asked>(contact_id && report.startsWith('aged') ? { contact_id } : {});
  const [told, setTold] = useState<Report>();
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setPending] = useState(false);
  const read = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      const path = api(`connections/${connection.connection_id}/reports/${report}`);
      setTold((await client.get<{ readonly item: Report }>(withQuery(path, asked))).data.item);
    } catch (error) {
      setTold(undefined);
      setFailure(asFailure(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Form look="card pad report-form screen-only" onSubmit={read}>
        <div class="report-fields">
          {reportParameters[report].map((name) => (
            <ParameterField
              key={name}
              name={name}
              value={asked[name] ?? ''}
              onChange={(value) => setAsked((before) => ({ ...before, [name]: value || undefined }))}
              isOff={name === 'period' && asked.periods === undefined}
            />
          ))}
        </div>
        <p class="quiet">The provider computes it: each use is billable and counts against the provider budget.</p>
        <div>
          <SubmitButton words="Show the report" isPending={isPending} />
        </div>
      </Form>
      {failure && <FailureNote failure={failure} />}
      {told && <ReportTable connection={connection} report={told} />}
    </>
  );
}

interface ParameterFieldProps {
  readonly name: ReportParameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** It says nothing without another one. */
  readonly isOff: boolean;
}

type Choice = readonly (readonly [value: string, label: string])[];

const choices: Readonly<Partial<Record<ReportParameter, readonly [label: string, options: Choice]>>> = {
  periods: [
    'Earlier columns',
    [['', 'Usual'], ...Array.from({ length: earlierPeriodsMost + 1 }, (_, n) => [`${n}`, `${n}`] as const)],
  ],
  period: [
    'Apart by',
    [
      ['', 'a month'],
      ['quarter', 'a quarter'],
      ['year', 'a year'],
    ],
  ],
  basis: [
    'Basis',
    [
      ['', 'Accrual: what was invoiced'],
      ['cash', 'Cash: what was paid'],
    ],
  ],
  layout: [
    'Layout',
    [
      ['', 'Standard'],
      ['own', 'The organization’s own'],
    ],
  ],
};

const texts: Readonly<Partial<Record<ReportParameter, readonly [label: string, hint: string]>>> = {
  from: ['From', 'Empty: the first of the month'],
  to: ['To', 'Empty: today'],
  date: ['Date', 'Empty: today'],
  contact_id: ['Contact’s id', 'Ours or the provider’s'],
  tracking_option_id: ['Tracking option’s id', 'Empty: everything'],
};

function ParameterField({ name, value, onChange, isOff }: ParameterFieldProps) {
  const [label, options] = choices[name] ?? [];
  if (label !== undefined && options) {
    if (isOff) return null;
    const shown = options.map(([one, words]) => ({ value: one, label: words }));
    return <SelectField label={label} value={value} options={shown} onChange={onChange} />;
  }
  const [words = name, hint] = texts[name] ?? [];
  const isDay = name === 'from' || name === 'to' || name === 'date';
  return (
    <TextField
      label={words}
      hint={hint}
      type={isDay ? 'date' : 'text'}
      value={value}
      onInput={(text) => onChange(text.trim())}
      rest={{ required: name === 'contact_id', spellcheck: false }}
    />
  );
}
