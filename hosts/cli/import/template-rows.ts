// Reads rows of the provider's template: the fields that name a contact, a tax rate or a branding theme get the id that
// was looked up.
import type { Fields } from './column.ts';
import type { Fault } from './item.ts';
import type { Row } from './read-rows.ts';
import { meantName, type Side, type Target, targetOf } from './template.ts';

export interface WantedContact {
  readonly name: string;
  readonly email: string;
  /** Parts of the address, by their names in the API. */
  readonly address: Readonly<Record<string, string>>;
}

/** What a name stands for, or why it stands for nothing. */
export type Found = { readonly id: string } | { readonly why: string };

/** By what the rows call it (`meantName`). */
export type Names = ReadonlyMap<string, Found>;

export class Template {
  readonly side: Side;
  /** By name, or by e-mail address where a row gives no name. */
  readonly contacts = new Map<string, WantedContact>();
  /** The names of tax rates and branding themes, as the rows have them. */
  readonly taxTypes = new Map<string, string>();
  readonly brandingThemes = new Map<string, string>();
  /** What was found for each; a name that nobody looked up stands for itself. */
  found: { readonly contacts: Names; readonly taxTypes: Names; readonly brandingThemes: Names } | undefined;
  readonly #names: readonly string[];
  readonly #targets: readonly (Target | undefined)[];

  constructor(names: readonly string[], side: Side) {
    this.#names = names;
    this.#targets = names.map(targetOf);
    this.side = side;
  }

  /** The column of the template that gives a field of the API; undefined where none does. */
  titleOf(field: string): string | undefined {
    const looked = { contact_id: 'contact', 'line_items.tax_type': 'tax_type', branding_theme_id: 'branding_theme' };
    const wanted = field === 'item_key' ? 'number' : field;
    const of = (target: Target | undefined): boolean => {
      if (!target) return false;
      if ('field' in target) return target.field === wanted;
      return 'looked' in target && target.looked === looked[wanted as keyof typeof looked];
    };
    const i = this.#targets.findIndex(of);
    return i === -1 ? undefined : this.#names[i];
  }

  see(row: Row): void {
    const contact = this.#contactOf(row);
    const key = keyOf(contact);
    if (key !== '') {
      const known = this.contacts.get(key);
      // The rows of a document often give the address once.
      const address = { ...contact.address, ...known?.address };
      this.contacts.set(key, { name: contact.name, email: known?.email || contact.email, address });
    }
    const names = [
      [this.taxTypes, this.#looked(row, 'tax_type')],
      [this.brandingThemes, this.#looked(row, 'branding_theme')],
    ] as const;
    for (const [wanted, name] of names) if (name !== '') wanted.set(meantName(name), name);
  }

  /** What `found.contacts` knows the row's contact by. */
  contactKeyOf(row: Row): string {
    return keyOf(this.#contactOf(row));
  }

  /** Adds to the row's fields what its names stand for. */
  complete(row: Row, fields: Fields, faults: Fault[]): void {
    const { line } = row;
    const contact = this.#contactOf(row);
    const stand = (field: string, name: string, found: Found | undefined): string | undefined => {
      if (name === '') return undefined;
      // Where nothing was looked up nothing is sent, and the name stands for its id.
      if (!found) return name;
      if ('id' in found) return found.id;
      faults.push({ line, column: field, message: found.why });
      return undefined;
    };
    const key = keyOf(contact);
    const theme = this.#looked(row, 'branding_theme');
    const tax = this.#looked(row, 'tax_type');
    const [contactId, themeId, taxType] = [
      stand('contact_id', key, this.found?.contacts.get(key)),
      stand('branding_theme_id', theme, this.found?.brandingThemes.get(meantName(theme))),
      stand('line_items.tax_type', tax, this.found?.taxTypes.get(meantName(tax))),
    ];
    if (contactId !== undefined) fields['contact_id'] = contactId;
    if (themeId !== undefined) fields['branding_theme_id'] = themeId;
    const [documentLine] = (fields['line_items'] ?? []) as Fields[];
    if (documentLine && taxType !== undefined) documentLine['tax_type'] = taxType;
    if (this.side === 'payable') fields['type'] = this.side;
  }

  /** Says what the file was taken for, and what of it is not written. */
  notes(filled: ReadonlySet<number>): readonly string[] {
    const what = this.side === 'payable' ? 'bills' : 'sales invoices';
    const other = this.side === 'payable' ? 'xero-sales' : 'xero-bills';
    const leftOut = this.#names.filter((_, i) => {
      const target = this.#targets[i];
      return filled.has(i) && target && 'leftOut' in target;
    });
    return [
      `read as the provider’s template of ${what} (--template ${other} reads the other one); they are written as drafts, amounts before tax`,
      ...(leftOut.length > 0 ? [`not written, because it is computed: ${leftOut.join(', ')}`] : []),
    ];
  }

  #contactOf({ cells }: Row): WantedContact {
    const address: Record<string, string> = {};
    let [name, email] = ['', ''];
    for (const [i, target] of this.#targets.entries()) {
      const text = cells[i]?.text.trim() ?? '';
      if (!target || text === '') continue;
      if ('looked' in target && target.looked === 'contact') name = text;
      if (!('ofContact' in target)) continue;
      if (target.ofContact === 'email') email = text;
      else address[target.ofContact] = text;
    }
    return { name, email, address };
  }

  #looked({ cells }: Row, what: 'tax_type' | 'branding_theme'): string {
    const i = this.#targets.findIndex((target) => target && 'looked' in target && target.looked === what);
    return cells[i]?.text.trim() ?? '';
  }
}

/** A contact is meant by its name; a row without one may mean it by its address. */
export const keyOf = ({ name, email }: Pick<WantedContact, 'name' | 'email'>): string => meantName(name || email);
