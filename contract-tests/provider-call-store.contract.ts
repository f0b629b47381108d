import type { Stores } from '#core/ports';
import type { Beside, Parents } from './arrange.ts';
import { providerCallClauses } from './clauses/provider-call-clauses.ts';
import type { Contract } from './contract.ts';

/** A call's plane is its connection's. */
export const providerCallStoreContract: Contract<
  Pick<Stores, 'providerCalls'> & Beside<'connections'> & Parents<'organizations'>
> = { port: 'ProviderCallStore', clauses: providerCallClauses };
