import { isSecretName, secretMask, withoutSecrets } from '#core/ports';

const maxDepth = 6;

export function redacted(fields: object, depth = 0): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    copy[name] = isSecretName(name) && isTelling(value) ? secretMask : redactedValue(value, depth + 1);
  }
  return copy;
}

function redactedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (depth > maxDepth) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, depth + 1));
  return redacted(value, depth);
}

/** Counts and flags reveal no secret. */
function isTelling(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

const maxCauses = 5;
const maxStackLength = 8 * 1024;

/** Copies only these fields of an error, because HTTP libraries attach credentials and bodies to theirs. */
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

/** A thrown object may hold anything. */
function shortText(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null ? 'an object was thrown' : String(thrown).slice(0, 500);
}
