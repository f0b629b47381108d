// What an agent proposes, and what became of it, as a person reads it.
import { amountWords } from './amounts.ts';
import { dayWords, itemsOf, labelOf, type Record, shapeOf, singularOf } from './record-shape.ts';
import { capital, type Tone } from './state-words.ts';

/** What a person reads before deciding. Its texts are an agent's or strangers'. */
export interface Proposed {
  readonly item: Record | null;
  readonly before: Record | null;
  readonly changes: readonly Change[];
  readonly names: Readonly<{ [id: string]: string }>;
}

interface Change {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface Asked {
  /** Of the operation. */
  readonly type: string;
  /** What a single write does; undefined for other work. */
  readonly act: unknown;
  readonly recordType: string | null;
}

/** Names the act in a few words of our own: `New bill`, `Cancelling an invoice`. No text of the agent is in them. */
export function proposalTitle({ type, act, recordType }: Asked, record: Record = {}): string {
  if (type.startsWith('automation.')) return `Automation: ${automationWords(type)}`;
  if (type === 'records.bulk')
    return recordType === null ? 'Many records' : `Many new ${recordType.replaceAll('_', ' ')}`;
  const one = recordType === null ? 'record' : singularOf(recordType, record);
  const verb = typeof act === 'string' ? verbs[act] : undefined;
  return verb === undefined ? `New ${one}` : `${verb} ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
}

interface Listed {
  readonly type: string;
  readonly input: Readonly<{ [name: string]: unknown }>;
  readonly proposal: { readonly record_type: string | null } | null;
  readonly about: { readonly side: string | null };
}

/** The title of a proposal in a list, which tells bills from invoices. */
export function listedTitle({ type, input, proposal, about }: Listed): string {
  return proposalTitle({ type, act: input['act'], recordType: proposal?.record_type ?? null }, { type: about.side });
}

const verbs: Readonly<{ [act: string]: string }> = {
  update: 'Change of',
  cancel: 'Cancelling',
  delete: 'Deleting',
};

/** `automation.invoice.record_payment` as `Invoice, record payment`. */
function automationWords(type: string): string {
  return capital(type.split('.').slice(1).join(', ').replaceAll('_', ' '));
}

/** Returns a value of a field for a table of changes, one text a line; ids by the names that are known. */
export function valueLines(
  value: unknown,
  names: Proposed['names'],
  currency: string | null = null,
): readonly string[] {
  if (value === null || value === undefined || value === '') return ['nothing'];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return [names[value] ?? dayWords(value)];
  if (Array.isArray(value)) {
    return value.length === 0 ? ['none'] : value.map((one) => valueLines(one, names, currency).join(', '));
  }
  const object = value as Record;
  return [isLine(object) ? lineWords(object, currency) : partsOf(object, names).join(', ')];
}

const isLine = (object: Record): boolean => 'quantity' in object || 'unit_amount' in object || 'line_amount' in object;

/** Such as `2 × 10.00 Bench (account 200)`. */
function lineWords(line: Record, currency: string | null): string {
  const { quantity, unit_amount: price, description, account_code: account, tax_type: tax, line_amount: amount } = line;
  const counted = typeof quantity === 'number' ? `${quantity} × ` : '';
  const sum = typeof amount === 'number' ? ` = ${amountWords(amount, currency)}` : '';
  const of = [account && `account ${String(account)}`, tax && `tax ${String(tax)}`].filter(Boolean).join(', ');
  return `${counted}${amountWords(price, null)} ${String(description ?? '')}${of === '' ? '' : ` (${of})`}${sum}`.trim();
}

function partsOf(object: Record, names: Proposed['names']): readonly string[] {
  return Object.entries(object)
    .filter(([, part]) => part !== null && part !== '' && part !== undefined)
    .map(([name, part]) => `${labelOf(name)}: ${valueLines(part, names).join('; ')}`);
}

interface Decided {
  readonly verdict: string;
  readonly at: string;
}

interface Ended {
  readonly state: string;
  readonly reason: string | undefined;
  readonly decision: Decided | null;
}

interface Since {
  readonly tone: Tone;
  readonly words: string;
}

const withdrawn: Readonly<{ [reason: string]: string }> = {
  declined: 'It was declined. Nothing was sent.',
  approval_expired: 'Nobody decided in time, so it has ended. Nothing was sent.',
  key_revoked: 'The agent’s key was revoked before anybody decided. Nothing was sent.',
  key_expired: 'The agent’s key expired before anybody decided. Nothing was sent.',
  connection_not_active: 'The company was not connected any more when it was decided. Nothing was sent.',
  changed_since_proposed:
    'What would be sent is no longer what was proposed, because the record has changed since. Nothing was sent; the agent may propose it again.',
};

/** Says what has happened to a proposal; undefined while it waits. */
export function sinceWords({ state, reason, decision }: Ended): Since | undefined {
  if (state === 'awaiting_approval') return undefined;
  const why = reason === undefined ? undefined : withdrawn[reason];
  if (state === 'cancelled') return { tone: 'quiet', words: why ?? 'It was cancelled. Nothing was sent.' };
  if (decision?.verdict !== 'approved') return { tone: 'quiet', words: 'It does not wait any more.' };
  if (state === 'succeeded') return { tone: 'good', words: 'It was approved and is written.' };
  if (state === 'failed' || state === 'dead_letter')
    return { tone: 'bad', words: 'It was approved, but it could not be written. The reason stands below.' };
  return { tone: 'busy', words: 'It was approved and is being written.' };
}

const reasons: Readonly<{ [because: string]: string }> = {
  all: 'a person approves each write of this key',
  high: 'it is one of the high acts, which a person approves',
  over_limit: 'it is above a limit of the key',
};

/** Says why a person is asked. */
export function becauseWords(because: string): string {
  return reasons[because] ?? because.replaceAll('_', ' ');
}

/** Facts of a document that its page shows elsewhere: by the name of the contact, in its lines, or as its total. */
export function itemFacts(type: string, item: Record): readonly string[] {
  const { facts = [] } = shapeOf(type);
  const isText = (name: string) => ['string', 'number', 'boolean'].includes(typeof item[name]);
  const hidden = new Set(['id', 'provider_id', 'type', 'contact_id', 'currency', 'total', 'sub_total', 'total_tax']);
  const others = Object.keys(item).filter((name) => !facts.includes(name) && !hidden.has(name));
  const shown = [...facts.filter((name) => name in item), ...others.filter(isText)];
  return shown.filter((name) => item[name] !== null && item[name] !== '');
}

/** How many lines a document has. */
export function lineCount(item: Record): number {
  return itemsOf(item['line_items']).length;
}
