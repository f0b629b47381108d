import type { Member } from '../domain/member.ts';

/** Keeps the people who may sign in. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface MemberStore {
  /** False when the e-mail address is taken. */
  insert(member: Member): Promise<boolean>;
  findByEmail(email: string): Promise<Member | undefined>;
}
