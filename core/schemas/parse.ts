import * as v from 'valibot';
import { type FieldError, ServiceError } from '../domain/errors.ts';

const reportedIssues = 20;

/** The value in its schema's shape; throws BAD_REQUEST naming every field that is wrong (at most 20). */
export function parse<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  const errors = result.issues.slice(0, reportedIssues).map(describe);
  const first = errors[0];
  throw new ServiceError('BAD_REQUEST', first ? sentence(first) : 'the request is not valid', { errors });
}

function sentence({ path, message }: FieldError): string {
  return path === '' ? message : `${path}: ${message}`;
}

function describe(issue: v.BaseIssue<unknown>): FieldError {
  const path = (issue.path ?? []).reduce((text, { key }) => text + segment(key, text === ''), '');
  return { path, message: message(issue, path === '') };
}

function segment(key: unknown, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  return first ? String(key) : `.${String(key)}`;
}

function message(issue: v.BaseIssue<unknown>, whole: boolean): string {
  if (issue.type === 'strict_object') {
    if (issue.expected === 'never') return 'is not a field of this request';
    return whole
      ? 'the body must be a JSON object'
      : issue.received === 'undefined'
        ? 'is required'
        : 'must be an object';
  }
  if (issue.received === 'undefined') return 'is required';
  return issue.message;
}
