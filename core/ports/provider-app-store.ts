import type { Plane } from '../domain/caller.ts';
import type { ProviderAppId } from '../domain/ids.ts';
import type { ProviderApp } from '../domain/provider-app.ts';

/** Keeps provider apps. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface ProviderAppStore {
  insert(app: ProviderApp): Promise<void>;
  /** An app of another organization or environment is as absent as one that never was. */
  find(plane: Plane, id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** For receivers, whose opaque path names the app before any caller is known. */
  findForReceiver(id: ProviderAppId): Promise<ProviderApp | undefined>;
  findDefault(plane: Plane): Promise<ProviderApp | undefined>;
  /** Newest first, at most 1,000. */
  list(plane: Plane): Promise<readonly ProviderApp[]>;
  update(app: ProviderApp): Promise<void>;
  /** Keeps only when the intent-to-receive check passed; what else changes meanwhile stays. */
  noteIntent(id: ProviderAppId, at: Date): Promise<void>;
}
