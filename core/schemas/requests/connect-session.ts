import * as v from 'valibot';
import { retentionModes } from '../../domain/connection.ts';
import { oneWord, requiredIdentifier, requiredText } from '../../families/request-fields.ts';
import { metadata } from './metadata.ts';

/** The create input of a connect session (the specification's "Connect session"). */
export const ConnectSessionRequest = v.strictObject({
  provider: requiredText(50),
  external_account_id: requiredIdentifier(255),
  redirect_uri: v.pipe(
    v.string('must be a string'),
    v.url('must be an absolute URL'),
    v.maxLength(2000, 'must have at most 2000 characters'),
  ),
  provider_app_id: v.optional(v.nullable(v.string('must be a string'))),
  retention_mode: v.optional(oneWord(retentionModes)),
  metadata: v.optional(metadata()),
});

export type ConnectSessionRequest = v.InferOutput<typeof ConnectSessionRequest>;
