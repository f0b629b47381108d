import type { BudgetReason, Cause } from '../domain/budget.ts';
import type { EventType } from '../domain/event.ts';
import type { RetentionDays } from '../domain/retention.ts';
import type { CallJournal, RequestJournal, UsageMeter } from './journals.ts';
import type { MailSender } from './mail-sender.ts';
import type { ListedProvider, Provider } from './provider.ts';
import type { ReadReplica } from './read-replica.ts';
import type { RequestBudget } from './request-budget.ts';
import type { Digester, PasswordHasher, SecondFactors, SecretVault } from './secrets.ts';
import type { Storage } from './storage.ts';
import type { Clock, DatabaseWatch, IdGenerator, Log, WakeUp } from './system.ts';
import type { Tracing } from './tracing.ts';
import type { EventSender, EventSigner } from './webhook-sending.ts';

export interface CoreSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly redirectOrigins: readonly string[];
  readonly readOnly: boolean;
  /** Providers, by name, that the operator has not set up: they are listed as `coming_soon`. */
  readonly comingProviders?: Readonly<Record<string, ListedProvider>>;
  readonly reconcileIntervalMinutes: number;
  /** Compares quiet connections, and those whose notifications arrive, less often. */
  readonly reconcileAdaptive: boolean;
  /** Minutes between two walks of what no notification covers, of a connection that sets none; 0 walks nothing. */
  readonly followMinutes: number;
  readonly retentionDays: RetentionDays;
  /** Also records the bodies of requests, masked and cut. */
  readonly logRequestBodies: boolean;
  /** Bytes of attachments that a connection may read in a UTC day. */
  readonly attachmentBytesPerDay: number;
}

/**
 * Looks into a file before it is attached, such as a virus scanner. Nothing fills this port unless the operator does. It must
 * answer within 20 s; a file that it does not answer for is not attached.
 */
export interface FileInspector {
  /** A sentence for the caller that says why the file is refused; undefined to let it pass. `kind`: its extension. */
  inspect(bytes: Uint8Array, kind: string): Promise<string | undefined>;
}

export interface CorePorts {
  readonly storage: Storage;
  /** By the name that requests and connections give them. */
  readonly providers: Readonly<Record<string, Provider>>;
  readonly signer: EventSigner;
  readonly sender: EventSender;
  /** Absent: the deployment sends no e-mail, so alerts cannot go to an address. */
  readonly mail?: MailSender | undefined;
  readonly vault: SecretVault;
  readonly digester: Digester;
  /** Keyed with the session secret, so that the key of API keys cannot forge cookies. */
  readonly sessionDigester: Digester;
  readonly passwords: PasswordHasher;
  readonly secondFactors: SecondFactors;
  /**
   * Makes a PNG or JPEG a PNG of at most 512 by 128 pixels that holds nothing but them; both in base64. Throws BAD_REQUEST
   * `logo`. Proven by adapters/pictures/small-png.test.ts.
   */
  readonly smallPng: (picture: string) => string;
  readonly budget: RequestBudget;
  readonly journal: CallJournal;
  readonly requestJournal: RequestJournal;
  readonly meter: UsageMeter;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly log: Log;
  readonly wakeUp: WakeUp;
  /** Called with each event's type, inside the transaction that announces the event. */
  readonly announced?: ((type: EventType) => void) | undefined;
  /** Called once for each provider call, when the budget has granted or refused it. */
  readonly budgetAsked?: ((cause: Cause, waitedMs: number, refused?: BudgetReason) => void) | undefined;
  readonly tracing?: Tracing | undefined;
  /** Absent: files are attached as they are, and nothing is scanned. */
  readonly fileInspector?: FileInspector | undefined;
  /** Absent: the database is taken to keep all that it has stored. */
  readonly databaseWatch?: DatabaseWatch | undefined;
  /** Absent: everything is read from `storage`. */
  readonly replica?: ReadReplica | undefined;
  readonly settings: CoreSettings;
}
