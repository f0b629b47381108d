// The ports of an engine under test: a ledger, a receiver and a clock that tests control.
import {
  createDigester,
  createEventSigner,
  createIdGenerator,
  createSecondFactors,
  createSecretVault,
  smallPng,
  traits,
} from '../../../contract-tests/testing/doubles.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { ProviderCall } from '../../domain/provider-call.ts';
import { defaultRetentionDays } from '../../domain/retention.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import type { SendResult } from '../../ports/webhook-sending.ts';

export interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What tests set and read. */
export interface Hands {
  now: Date;
  /** Invoices at the ledger, by id. */
  readonly invoices: Map<string, LedgerRecord>;
  reads: number;
  /** The journal's entries of calls to the ledger. */
  readonly calls: ProviderCall[];
  /** Runs before each read of the ledger; an error that it returns replaces the answer. */
  refuseRead: () => unknown;
  /** Runs while the ledger is being read. */
  duringRead: () => Promise<void>;
  readonly sent: Sent[];
  /** The receiver's answer. */
  answer: (sent: Sent) => SendResult;
  /** Runs while the receiver is being called. */
  duringSend: () => Promise<void>;
  readonly logged: { level: string; message: string; fields: JsonObject }[];
  signals: number;
  budgetRefusal: { reason: 'connection_minute'; retryAfterSeconds: number } | undefined;
}

export function answered(status: number, more: Partial<Extract<SendResult, { kind: 'answered' }>> = {}): SendResult {
  return { kind: 'answered', status, excerpt: '', retryAfterSeconds: null, durationMs: 12, ...more };
}

export function startingHands(): Hands {
  return {
    now: new Date('2026-03-01T12:00:00.000Z'),
    invoices: new Map(),
    reads: 0,
    calls: [],
    refuseRead: () => undefined,
    duringRead: async () => {},
    sent: [],
    answer: () => answered(200),
    duringSend: async () => {},
    logged: [],
    signals: 0,
    budgetRefusal: undefined,
  };
}

export function portsOf(storage: CorePorts['storage'], hands: Hands): CorePorts {
  const unused = () => Promise.reject(new Error('not used in these tests'));
  const say =
    (level: string) =>
    (message: string, fields: object = {}) =>
      void hands.logged.push({ level, message, fields: fields as JsonObject });
  return {
    storage,
    providers: {
      ledger: {
        traits,
        gateway: {
          ...gatewayOf(hands),
          list: unused,
          find: unused,
          identify: () => undefined,
          describe: () => ({}),
          couldBe: () => false,
          prepare: () => {
            throw new Error('unused');
          },
          send: unused,
          sendMany: unused,
          emailInvoice: unused,
          renderPdf: unused,
          listAttachments: unused,
          readAttachment: unused,
          attach: unused,
          readHistory: unused,
          addNote: unused,
          passRead: unused,
          passWrite: unused,
          allocate: unused,
          removeAllocation: unused,
          readReport: unused,
          dayInBooks: () => '2026-11-30',
          onlineInvoiceUrl: unused,
          organizationLink: () => undefined,
        },
        connect: {
          kind: 'oauth',
          authorization: {
            requiredScopes: [],
            consentUrl: () => '',
            exchange: unused,
            refresh: unused,
            tenants: unused,
            disconnect: async () => {},
          },
        },
        notifications: {
          signatureHeader: 'X-Ledger-Signature',
          isSignature: () => true,
          verify: (_body, signature, key) => signature === key,
          parse: (body) => JSON.parse(new TextDecoder().decode(body)),
        },
      },
    },
    signer: createEventSigner(),
    sender: senderOf(hands),
    vault: createSecretVault({ keys: [{ id: 'k1', key: new Uint8Array(32).fill(7) }] }),
    digester: createDigester({ pepper: 'pepper' }),
    sessionDigester: createDigester({ pepper: 'session' }),
    passwords: { hash: unused, verify: unused },
    secondFactors: createSecondFactors({ host: 'localhost', origins: [] }),
    smallPng,
    budget: {
      acquire: async () =>
        hands.budgetRefusal ? { kind: 'refused', ...hands.budgetRefusal } : { kind: 'granted', release: () => {} },
      use: async () => [],
    },
    journal: { record: (call) => void hands.calls.push(call), onStored: () => {} },
    requestJournal: { record: () => {} },
    meter: { count: () => {}, keep: async () => {} },
    clock: { now: () => hands.now, wait: async () => {} },
    ids: { ...createIdGenerator(), spread: () => 0 },
    log: {
      info: say('info'),
      warn: say('warn'),
      error: (message, cause, fields = {}) =>
        void hands.logged.push({ level: 'error', message, fields: { ...fields, cause: String(cause) } as JsonObject }),
    },
    wakeUp: {
      signal: () => {
        hands.signals += 1;
      },
      listen: () => () => {},
    },
    settings: {
      baseUrl: 'http://localhost',
      redirectOrigins: [],
      readOnly: false,
      reconcileIntervalMinutes: 15,
      reconcileAdaptive: false,
      followMinutes: 60,
      retentionDays: defaultRetentionDays,
      logRequestBodies: false,
      attachmentBytesPerDay: 500_000_000,
    },
  };
}

function gatewayOf(hands: Hands): Pick<LedgerGateway, 'read' | 'readMany'> {
  const reading = async (): Promise<void> => {
    hands.reads += 1;
    await hands.duringRead();
    const refusal = hands.refuseRead();
    if (refusal) throw refusal;
  };
  return {
    read: async (_access, _type, providerId) => {
      await reading();
      const found = hands.invoices.get(providerId);
      if (!found) throw new ServiceError('NOT_FOUND', 'no such invoice');
      return found;
    },
    readMany: async (_access, _type, providerIds) => {
      await reading();
      return { records: providerIds.flatMap((id) => hands.invoices.get(id) ?? []), unreadable: [] };
    },
  };
}

function senderOf(hands: Hands): CorePorts['sender'] {
  return {
    refuses: (url) => (url.startsWith('https://') ? undefined : 'must be an https address'),
    send: async (request) => {
      hands.sent.push(request);
      await hands.duringSend();
      return hands.answer(request);
    },
  };
}
