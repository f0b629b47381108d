import * as v from 'valibot';
import { connectSessionMinutes, connectSessionMinutesMost, locales } from '../../domain/connect-session.ts';
import { retentionModes } from '../../domain/connection.ts';
import { followMinutesLeast, followMinutesMost } from '../../domain/follow.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { syncScopes } from '../../domain/sync.ts';
import { described } from '../../families/answer-fields.ts';
import {
  atMost,
  day,
  flag,
  oneWord,
  requiredIdentifier,
  requiredText,
  string,
  wholeFrom,
} from '../../families/request-fields.ts';

export const metadataBytesMost = 16 * 1024;

export const metadata = v.optional(
  v.pipe(
    v.record(v.string(), v.unknown(), 'must be an object'),
    v.check(
      (value) => new TextEncoder().encode(JSON.stringify(value)).length <= metadataBytesMost,
      'must be at most 16 KiB of JSON',
    ),
    v.description('Your own data, at most 16 KiB of JSON.'),
  ),
);

const returnAddress = v.pipe(string(), v.url('must be an absolute URL'), atMost(2000));
const ofEveryLink = {
  retention_mode: v.optional(oneWord(retentionModes)),
  account_name: v.optional(requiredText(200)),
  locale: v.optional(described(oneWord(locales), 'The language of the hosted pages; without it the browser’s.')),
  expires_in_minutes: v.optional(wholeFrom(connectSessionMinutes, connectSessionMinutesMost)),
  sync_from: v.optional(day()),
  metadata,
};

export const ConnectSessionRequest = v.strictObject({
  provider: described(requiredText(50), 'The provider’s `id` in `GET /v1/providers`, or one of its `aliases`.'),
  external_account_id: requiredIdentifier(255),
  redirect_uri: returnAddress,
  provider_app_id: v.optional(v.nullable(string())),
  ...ofEveryLink,
});
export type ConnectSessionRequest = v.InferOutput<typeof ConnectSessionRequest>;

/** For a first connection by a link that a member made: it may end on a page of the service. */
export const MemberSessionRequest = v.strictObject({
  ...ConnectSessionRequest.entries,
  redirect_uri: v.optional(returnAddress),
});
export type MemberSessionRequest = v.InferOutput<typeof MemberSessionRequest>;

/** For a reconnect: customer and provider app follow from the connection. */
export const ReconnectSessionRequest = v.strictObject({
  connection_id: string(),
  redirect_uri: v.optional(returnAddress),
  ...ofEveryLink,
});
export type ReconnectSessionRequest = v.InferOutput<typeof ReconnectSessionRequest>;

/** For the page "Your connection". */
export const PortalSessionRequest = v.strictObject({
  connection_id: string(),
  return_url: v.optional(returnAddress),
  account_name: ofEveryLink.account_name,
  locale: ofEveryLink.locale,
  expires_in_minutes: ofEveryLink.expires_in_minutes,
});
export type PortalSessionRequest = v.InferOutput<typeof PortalSessionRequest>;

/** What a connection's owner may change of it. */
export const ConnectionChange = v.strictObject({
  follow: v.optional(
    v.nullable(
      v.strictObject({
        families: v.optional(
          v.union(
            [
              v.literal('all'),
              v.pipe(
                v.array(string(), 'must be a list of families, or all'),
                v.maxLength(resourceTypes.length, `must be at most ${resourceTypes.length}`),
              ),
            ],
            'must be a list of families, or all',
          ),
        ),
        minutes: v.optional(
          v.pipe(
            wholeFrom(0, followMinutesMost),
            v.check(
              (minutes) => minutes === 0 || minutes >= followMinutesLeast,
              `must be 0, which is off, or ${followMinutesLeast} to ${followMinutesMost}`,
            ),
          ),
        ),
      }),
    ),
  ),
});
export type ConnectionChange = v.InferOutput<typeof ConnectionChange>;

export const SyncRequest = v.strictObject({
  scope: v.optional(described(oneWord(syncScopes), '`all`: every family of records.'), 'invoices'),
  emit_invoice_snapshots: v.optional(
    described(flag(), 'Reads every invoice and announces `invoice.updated` for each, whether or not it changed.'),
    false,
  ),
});
export type SyncRequest = v.InferOutput<typeof SyncRequest>;
