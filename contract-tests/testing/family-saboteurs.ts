// Gateways that lose a field of one family.
import type { JsonObject, LedgerRecord, ResourceType } from '#core/ports';
import { type GatewaySpoiler, rewritten, spoils } from './spoiler.ts';

function without(document: JsonObject, key: string): JsonObject {
  const { [key]: _dropped, ...rest } = document;
  return rest;
}

/** Loses one native key of every update of a family. */
function dropping(type: ResourceType, key: string): GatewaySpoiler {
  return spoils(`drops ${key} when it updates ${type}`, (good) => ({
    prepare: (intent) => {
      const write = good.prepare(intent);
      const drops = intent.type === type && !write.creates;
      return drops ? rewritten(write, (document) => without(document, key)) : write;
    },
  }));
}

/** Forgets one normalized field of every record of a family. */
function forgetting(type: ResourceType, name: string): GatewaySpoiler {
  const forget = (record: LedgerRecord): LedgerRecord =>
    record.type === type ? { ...record, fields: { ...record.fields, [name]: null } } : record;
  return spoils(`forgets ${name} of ${type}`, (good) => ({
    read: async (...args) => forget(await good.read(...args)),
    send: async (...args) => forget(await good.send(...args)),
  }));
}

export const familySaboteurs: readonly GatewaySpoiler[] = [
  dropping('quotes', 'Terms'),
  dropping('quotes', 'QuoteNumber'),
  dropping('contacts', 'EmailAddress'),
  dropping('invoices', 'LineItems'),
  dropping('purchase_orders', 'Telephone'),
  forgetting('invoices', 'amount_paid'),
  forgetting('purchase_orders', 'delivery_instructions'),
  spoils('updates a quote without its live header', (good) => ({
    prepare: (intent) => good.prepare('existing' in intent ? { ...intent, existing: null } : intent),
  })),
];
