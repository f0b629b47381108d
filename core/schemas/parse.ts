import * as v from 'valibot';
import { badRequest, type FieldError, refusedFields } from '../domain/errors.ts';
import { levelsMax } from '../domain/json.ts';
import { meant } from '../domain/near-word.ts';

export const reportedIssues = 20;

/** Throws BAD_REQUEST naming every wrong field, 20 at most; `faultsIn` finds what the schema cannot know. */
export function parse<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  faultsIn: (value: unknown) => readonly FieldError[] = () => [],
): v.InferOutput<S> {
  if (isDeeperThan(value, levelsMax)) {
    throw badRequest('', `the body is nested more than ${levelsMax} levels deep`);
  }
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  const errors = result.success
    ? listsForObjects(value, result.output, '')
    : result.issues
        .flatMap(unfolded)
        .slice(0, reportedIssues)
        .map((issue) => describe(issue, schema));
  const faults = faultsIn(value).filter(({ path }) => errors.every((error) => error.path !== path));
  if (result.success && errors.length + faults.length === 0) return result.output;
  throw refusedFields([...faults, ...errors].slice(0, reportedIssues));
}

/** A field may also be "": reports only the issues of its other alternatives. */
function unfolded(issue: v.BaseIssue<unknown>): readonly v.BaseIssue<unknown>[] {
  const { path = [], issues = [] } = issue;
  if (issue.type !== 'union' || path.length === 0) return [issue];
  return issues
    .filter(({ type }) => type !== 'literal')
    .map((inner) => ({
      ...inner,
      path: [...path, ...(inner.path ?? [])] as unknown as NonNullable<typeof inner.path>,
    }));
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (!isComposite(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** Finds lists given for objects: Valibot accepts a list and puts out an object. */
function listsForObjects(input: unknown, output: unknown, path: string): FieldError[] {
  if (input === output || !isComposite(input) || !isComposite(output)) return [];
  if (Array.isArray(input) !== Array.isArray(output)) {
    return [{ path, message: path === '' ? wholeBody : 'must be an object' }];
  }
  return Object.entries(output).flatMap(([key, inner]) =>
    listsForObjects(input[key], inner, path + segment(Array.isArray(output) ? Number(key) : key, path === '')),
  );
}

function isComposite(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const wholeBody = 'the body must be a JSON object';

function describe(issue: v.BaseIssue<unknown>, schema: unknown): FieldError {
  const keys = (issue.path ?? []).map(({ key }) => key);
  const path = keys.reduce<string>((text, key) => text + segment(key, text === ''), '');
  if (issue.type !== 'strict_object' || issue.expected !== 'never')
    return { path, message: message(issue, path === '') };
  const field = String(keys.at(-1));
  return { path, message: `is not a field of this request${meant(field, fieldsAt(schema, keys.slice(0, -1)))}` };
}

/** The fields at a path, in every alternative of the schema. */
function fieldsAt(schema: unknown, [key, ...rest]: readonly unknown[]): readonly string[] {
  if (!isComposite(schema)) return [];
  const { wrapped, options, item, entries } = schema;
  if (wrapped) return fieldsAt(wrapped, key === undefined ? [] : [key, ...rest]);
  if (Array.isArray(options)) return options.flatMap((one) => fieldsAt(one, key === undefined ? [] : [key, ...rest]));
  if (item) return fieldsAt(item, rest);
  if (!isComposite(entries)) return [];
  return key === undefined ? Object.keys(entries) : fieldsAt(entries[String(key)], rest);
}

function segment(key: unknown, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`;
  return first ? String(key) : `.${String(key)}`;
}

function message(issue: v.BaseIssue<unknown>, whole: boolean): string {
  if (issue.type === 'strict_object') {
    return whole ? wholeBody : issue.received === 'undefined' ? 'is required' : 'must be an object';
  }
  if (issue.received === 'undefined') return 'is required';
  return issue.message;
}
