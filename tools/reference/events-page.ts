// Makes docs/reference/events.md from the OpenAPI document, with events that were really sent.
import { defaultRetentionDays, deliveredTypes, isOperational, operationalEvents } from '#core';
import { routes } from '../../hosts/koa/routes/routes.ts';
import { openApiDocument } from '../openapi/document.ts';
import { eventName } from '../openapi/schemas.ts';

interface Shape {
  readonly $ref?: string;
  readonly description?: string;
  readonly anyOf?: readonly Shape[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
}
interface Sent {
  readonly summary: string;
  readonly requestBody: {
    readonly content: Readonly<Record<string, { readonly example?: { readonly data: unknown } }>>;
  };
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Shape>> };
  readonly webhooks: Readonly<Record<string, { readonly post: Sent }>>;
}

/** The events that the declarations of families bring. */
const recordTypes = deliveredTypes.filter((type) => type.endsWith('.changed'));

export function eventsPage(): Readonly<Record<string, string | number>> {
  const { components, webhooks } = JSON.parse(JSON.stringify(openApiDocument(routes, 'http://localhost'))) as Document;
  const fields = (name: string, ...opened: readonly string[]) => {
    const rows = rowsOf(components.schemas, `#/components/schemas/${name}`, '', opened);
    return ['| field of `data` | means |', '|---|---|', ...rows].join('\n');
  };
  const sample = (type: string) => dataOf(webhooks[type]?.post);
  return {
    eventDays: defaultRetentionDays.events,
    ...Object.fromEntries(
      sequenced
        .filter((type) => !recordTypes.includes(type))
        .map((type) => [type.replace('.', '_'), meaningOf(webhooks[type]?.post)]),
    ),
    record_rows: recordTypes.map((type) => `| \`${type}\` | ${meaningOf(webhooks[type]?.post)} |`).join('\n'),
    record_fields: fields('CreditNoteChangedEventData', 'record'),
    record_sample: sample('contact.changed'),
    envelope: fields('InvoicePaidEvent').replace('field of `data`', 'field'),
    connection_fields: fields('ConnectionEventData', 'previous'),
    connection_sample: sample('connection.updated'),
    invoice_fields: fields('InvoiceEventData', 'invoice', 'previous', 'document'),
    invoice_sample: sample('invoice.paid'),
    sync_fields: fields('SyncEventData'),
    sync_sample: sample('sync.completed'),
    automation_succeeded_fields: fields('AutomationSucceededEventData'),
    automation_succeeded_sample: sample('automation.succeeded'),
    automation_failed_fields: fields('AutomationFailedEventData', 'error'),
    automation_failed_sample: sample('automation.failed'),
    bulk_fields: fields('BulkCompletedEventData', 'counts'),
    bulk_sample: sample('bulk.completed'),
    operational_rows: operationalRows(),
    operational_fields: fields('EndpointPausedEventData', 'subject').split('\n').filter(isCommon).join('\n'),
    operational_own_fields: operationalTypes.flatMap((type) => ownFields(components.schemas, type)).join('\n'),
    operational_sample: sample('endpoint.disabled'),
    endpoint_test_sample: whole(webhooks['endpoint.test']?.post),
  };
}

const sequenced = deliveredTypes.filter((type) => !isOperational(type));
const operationalTypes = deliveredTypes.filter(isOperational);

/** A row for each operational event, from its declaration. */
function operationalRows(): string {
  return operationalTypes
    .map((type) => {
      const { means, once, subject, since, wellAgain } = operationalEvents[type];
      return `| \`${type}\` | ${means} | ${once} | \`${subject}\` | ${since} | ${wellAgain ?? 'nothing'} |`;
    })
    .join('\n');
}

const commonFields = ['environment', 'subject', 'reason', 'since'];
/** True for the heading of the table, and for the fields that every operational event has. */
function isCommon(row: string): boolean {
  const [, name] = /^\| `([a-z_]+)/.exec(row) ?? [];
  return name === undefined || commonFields.includes(name);
}

function ownFields(schemas: Document['components']['schemas'], type: string): readonly string[] {
  const rows = rowsOf(schemas, `#/components/schemas/${eventName(type)}Data`, '', []);
  return rows.filter((row) => !isCommon(row)).map((row) => `| \`${type}\` ${row}`);
}

function meaningOf(sent: Sent | undefined): string {
  const { summary = '' } = sent ?? {};
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}

function whole(sent: Sent | undefined): string {
  return JSON.stringify(sent?.requestBody.content['application/json']?.example, null, 2);
}

function dataOf(sent: Sent | undefined): string {
  return JSON.stringify({ data: sent?.requestBody.content['application/json']?.example?.data }, null, 2);
}

/** Makes a row per field, and rows for the fields inside `opened`. */
function rowsOf(
  schemas: Document['components']['schemas'],
  ref: string,
  prefix: string,
  opened: readonly string[],
): readonly string[] {
  const { properties = {} } = schemas[ref.split('/').at(-1) ?? ''] ?? {};
  return Object.entries(properties).flatMap(([name, shape]) => {
    const inner = shape.$ref ?? shape.anyOf?.find(({ $ref }) => $ref)?.$ref;
    const isOpened = inner !== undefined && opened.includes(name);
    const isNullable = shape.anyOf?.some(({ type }) => type === 'null') ?? false;
    const says = (shape.description ?? '').replaceAll('\n- ', ' · ').replaceAll('\n', ' ');
    const row = `| \`${prefix}${name}\` | ${says}${isNullable && !says.includes('null') ? ' May be null.' : ''} |`;
    return [row, ...(isOpened ? rowsOf(schemas, inner, `${prefix}${name}.`, []) : [])];
  });
}
