import { type AttachmentsApi, attachmentsOf } from './attachments.ts';
import type { Hooks, OperationSpec, WriteOptions } from './call-types.ts';
import { Api, type AutomationsApi, type OperationsApi, type WebhooksApi } from './generated/api.ts';
import type {
  AutomationCreate,
  AutomationPlan,
  DeliveryReplays,
  DeliveryReplaysPreview,
  Operation,
  OperationReplays,
  OperationReplaysPreview,
} from './generated/types.ts';
import { type HistoryApi, historyOf } from './history.ts';
import { namespaceOf } from './namespace.ts';
import { send, type TransportSettings } from './transport.ts';
import { type WaitOptions, waitForOperation } from './wait-for-operation.ts';
import { verifyWebhook } from './webhooks.ts';

export interface LedgerportOptions {
  /** `acct_test_…` or `acct_live_…`: the key decides which environment is used. */
  readonly apiKey: string;
  /** The service's URL, with or without `/v1`; by default `http://localhost:8080`. */
  readonly baseUrl?: string | undefined;
  /** Used instead of the platform's `fetch`, e.g. one with a proxy. */
  readonly fetch?: typeof fetch | undefined;
  /** Tries after the first; by default 3. */
  readonly maxRetries?: number | undefined;
  /** The wait before the second try, doubled for each further one; by default 500. */
  readonly backoffMs?: number | undefined;
  /** Limits each try; by default 60,000. */
  readonly timeoutMs?: number | undefined;
  readonly hooks?: Hooks | undefined;
}

export interface RequestOptions extends WriteOptions {
  readonly body?: unknown;
}

/** With `dry_run` it tells what would be done. */
interface Tried<Body, Preview> {
  (body: Body & { dry_run: true }, options?: WriteOptions): Promise<Preview>;
  (body: Body & { dry_run?: false | undefined }, options?: WriteOptions): Promise<Operation>;
}

/** Every operation of the service, grouped in namespaces. */
export class Ledgerport extends Api {
  declare readonly automations: { create: Tried<AutomationCreate, AutomationPlan> } & AutomationsApi;
  declare readonly operations: { replayMany: Tried<OperationReplays, OperationReplaysPreview> } & OperationsApi & {
      /** Reads the operation until it has ended. */
      wait(operationId: string, options?: WaitOptions): ReturnType<typeof waitForOperation>;
    };
  declare readonly webhooks: { replayManyDeliveries: Tried<DeliveryReplays, DeliveryReplaysPreview> } & WebhooksApi & {
      /** `verifyWebhook`: returns the event of a signed delivery, or throws `DeliveryRefused`. */
      readonly verify: typeof verifyWebhook;
    };

  /** Files of records of any family that has them. */
  declare readonly attachments: AttachmentsApi;

  /** What happened to records of any family that has a history at the provider. */
  declare readonly history: HistoryApi;

  /** Calls any path, query included, for operations without a method; resolves to the whole body, unchecked. */
  declare readonly request: (method: string, path: `/${string}`, options?: RequestOptions) => Promise<unknown>;

  constructor(options: LedgerportOptions) {
    const settings = settingsOf(options);
    super(
      <T>(specs: Readonly<Record<string, OperationSpec>>) => namespaceOf(specs, (call) => send(call, settings)) as T,
    );
    this.request = async (method, path, { body, ...given } = {}) => {
      const takesKey = method !== 'GET' && method !== 'DELETE';
      const call = {
        operation: `${method} ${path}`,
        method,
        path,
        body,
        answer: 'whole',
        takesKey,
        options: given,
      } as const;
      return (await send(call, settings)).body;
    };
    this.attachments = attachmentsOf(this);
    this.history = historyOf(this);
    const { operations, webhooks } = this;
    const wait = (id: string, given: WaitOptions = {}) =>
      waitForOperation((signal) => operations.get(id, { signal }), given);
    this.operations = { ...operations, wait };
    this.webhooks = { ...webhooks, verify: verifyWebhook };
  }
}

function settingsOf(options: LedgerportOptions): TransportSettings {
  const { apiKey, baseUrl = 'http://localhost:8080', maxRetries = 3, backoffMs = 500, timeoutMs = 60_000 } = options;
  if (typeof apiKey !== 'string' || apiKey === '') throw new TypeError('Ledgerport needs an apiKey');
  // `localhost:8080` also parses as a URL, with the scheme `localhost`.
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) throw new TypeError('baseUrl must be an http or https URL');
  return {
    apiKey,
    baseUrl: baseUrl.replace(/(\/v1)?\/*$/, ''),
    fetch: options.fetch ?? fetch,
    timeoutMs,
    retries: { maxRetries, backoffMs, random: Math.random },
    hooks: options.hooks ?? {},
  };
}
