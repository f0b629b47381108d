import { withoutSecrets } from './redaction.ts';

const maxCauses = 5;
const maxStackLength = 8 * 1024;

/**
 * What a log line says of a thrown value: type, message, code, reason, stack and causes. Nothing else is taken over:
 * HTTP libraries hang requests, credentials and whole response bodies on their errors.
 */
export function errorFields(thrown: unknown, depth = 0): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: withoutSecrets(shortText(thrown)) };
  const fields: Record<string, unknown> = {
    type: thrown.name,
    message: withoutSecrets(thrown.message),
    stack: withoutSecrets((thrown.stack ?? '').slice(0, maxStackLength)),
  };
  if ('code' in thrown && typeof thrown.code === 'string') fields['code'] = thrown.code;
  const reason = reasonOf(thrown);
  if (reason !== undefined) fields['reason'] = reason;
  if (depth >= maxCauses) return fields;
  if (thrown.cause !== undefined) fields['cause'] = errorFields(thrown.cause, depth + 1);
  if (thrown instanceof AggregateError) {
    fields['errors'] = thrown.errors.slice(0, maxCauses).map((inner) => errorFields(inner, depth + 1));
  }
  return fields;
}

function reasonOf(thrown: Error): string | undefined {
  const details: unknown = 'details' in thrown ? thrown.details : undefined;
  if (typeof details !== 'object' || details === null || !('reason' in details)) return undefined;
  return typeof details.reason === 'string' ? details.reason : undefined;
}

/** Objects that are thrown as they are may hold anything, so only plain values are written out. */
function shortText(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null ? 'an object was thrown' : String(thrown).slice(0, 500);
}
