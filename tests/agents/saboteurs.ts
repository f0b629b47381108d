// Hosts without one of the rules: a run over them must find that something is wrong.
import type { CorePorts } from '../../core/ports/core-ports.ts';
import type { Plan } from './run.ts';

export interface Saboteur {
  readonly name: string;
  /** What the rule is for. */
  readonly plan: Pick<Plan, 'mix' | 'slowMs'>;
  readonly wrap: (ports: CorePorts) => CorePorts;
}

type Storage = CorePorts['storage'];

/** Puts the change over the stores, inside transactions, too. */
function withStores(ports: CorePorts, change: (stores: Omit<Storage, 'transaction'>) => Partial<Storage>): CorePorts {
  const { storage } = ports;
  return {
    ...ports,
    storage: {
      ...storage,
      ...change(storage),
      transaction: (work) => storage.transaction((stores) => work({ ...stores, ...change(stores as never) })),
    },
  };
}

/** Keys as they would be without some of what narrows them. */
function withKeys(ports: CorePorts, less: object): CorePorts {
  return withStores(ports, ({ apiKeys }) => ({
    apiKeys: Object.fromEntries(
      Object.entries(apiKeys).map(([name, call]) => [
        name,
        async (...given: unknown[]) => {
          const found: unknown = await (call as (...asked: unknown[]) => unknown)(...given);
          return typeof found === 'object' && found !== null && 'requiresApproval' in found
            ? { ...found, ...less }
            : found;
        },
      ]),
    ) as unknown as typeof apiKeys,
  }));
}

let times = 0;

export const saboteurs: readonly Saboteur[] = [
  {
    name: 'each call under a reference is a new one',
    plan: { mix: { keys: ['unasked'], styles: ['twice', 'same bytes'] } },
    wrap: (ports) => ({
      ...ports,
      digester: {
        ...ports.digester,
        keyed: (purpose, text) =>
          ports.digester.keyed(purpose, purpose === 'request-ref' ? `${text} ${times++}` : text),
      },
    }),
  },
  {
    name: 'nothing looks the same',
    plan: { mix: { keys: ['free'], styles: ['new ref'] } },
    wrap: (ports) => withStores(ports, ({ lookAlikes }) => ({ lookAlikes: { ...lookAlikes, find: async () => [] } })),
  },
  {
    name: 'what passes is noted after it was made, not in the transaction that lets it pass',
    plan: { mix: { keys: ['free'], styles: ['new ref'] }, slowMs: 150 },
    wrap: (ports) =>
      withStores(ports, ({ lookAlikes }) => ({
        lookAlikes: {
          ...lookAlikes,
          put: (rows) => lookAlikes.put(rows.filter(({ providerId }) => providerId !== null)),
        },
      })),
  },
  {
    name: 'no key asks a member',
    plan: { mix: { keys: ['held'] } },
    wrap: (ports) => withKeys(ports, { requiresApproval: 'none' }),
  },
  {
    name: 'no key has limits',
    plan: { mix: { keys: ['capped'] } },
    wrap: (ports) => withKeys(ports, { limits: null }),
  },
  {
    name: 'every key reaches every company',
    plan: { mix: { keys: ['free'], foreign: 1 } },
    wrap: (ports) => withKeys(ports, { connectionIds: null }),
  },
  {
    name: 'the day’s sums stay as they are',
    plan: { mix: { keys: ['counted'] } },
    wrap: (ports) =>
      withStores(ports, ({ agentSpending }) => ({ agentSpending: { ...agentSpending, putDay: async () => {} } })),
  },
];
