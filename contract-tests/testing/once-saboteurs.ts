// Gateways that write one family twice, or take one record of it for another.
import { randomUUID } from 'node:crypto';
import { isJsonObject, type Json, type LedgerRecord, type PreparedWrite, type ResourceType } from '#core/ports';
import { type GatewaySpoiler, sentBody } from './spoiler.ts';

/** What a gateway that matches by itself would go by. */
function identityOf(write: PreparedWrite): Json | undefined {
  const sent = sentBody(write);
  const [first] = Object.values(sent).filter(Array.isArray);
  const document: Json = first?.[0] ?? sent;
  return isJsonObject(document) ? (document['Reference'] ?? document['Code'] ?? document['Name']) : undefined;
}

function upserting(type: ResourceType): GatewaySpoiler {
  return {
    name: `takes ${type} of the same reference, code or name for one`,
    spoil: (good) => {
      const known = new Map<Json | undefined, LedgerRecord>();
      return {
        ...good,
        send: async (access, write, key) => {
          if (write.type !== type || !write.creates) return good.send(access, write, key);
          const identity = identityOf(write);
          const record = known.get(identity) ?? (await good.send(access, write, key));
          known.set(identity, record);
          return record;
        },
      };
    },
  };
}

function retryingAnew(type: ResourceType): GatewaySpoiler {
  return {
    name: `retries ${type} without the key`,
    spoil: (good) => {
      const sent = new Set<string>();
      return {
        ...good,
        send: (access, write, key) => {
          const isRetry = write.type === type && sent.has(key);
          sent.add(key);
          return good.send(access, write, isRetry ? randomUUID() : key);
        },
      };
    },
  };
}

const families = ['contacts', 'accounts', 'invoices', 'credit_notes', 'quotes', 'purchase_orders', 'payments'] as const;

export const onceSaboteurs: readonly GatewaySpoiler[] = families.flatMap((type) => [
  upserting(type),
  retryingAnew(type),
]);
