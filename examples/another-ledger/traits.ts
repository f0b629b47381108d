// What Ledgerport is told of the corner shop: docs/another-ledger.md goes through these lines one by one.
import type { ProviderTraits } from 'ledgerport/ports';

const limits = { perMinute: 600, inFlight: 10, perDay: 500_000, appPerMinute: null };
const together = { reads: 50, creates: 0, updates: 0 };
const family = { idForm: 'digits', sync: 'changes', isNotified: false, updateReplaces: false, together } as const;

export const traits: ProviderTraits = {
  title: 'Corner Shop',
  aliases: [],
  limits,
  // No keys: each entry bears the mark of the write that made it. A call has surely ended after its lock's patience.
  repeats: { keySeconds: null, marks: { settleSeconds: 30 } },
  comparesAndSets: true,
  polledSeconds: 60,
  overlapSeconds: 60,
  rounding: 'half_up',
  noTax: null,
  quoteConversion: null,
  callBytesMost: 1_000_000,
  families: {
    contacts: {
      ...family,
      can: ['list', 'read', 'create', 'update', 'restore'],
      writableFields: ['name', 'contact_number', 'email', 'status'],
      foundBy: ['name', 'contact_number', 'email'],
    },
    invoices: {
      ...family,
      can: ['list', 'read', 'create', 'update', 'cancel'],
      writableFields: ['contact_id', 'external_reference', 'issue_date', 'due_date', 'line_items', 'status'],
      foundBy: ['number', 'external_reference'],
    },
  },
};
