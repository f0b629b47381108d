// What the gate hands over to where writes wait for a member.
export { approvalNotPossible, type Held, hold, type Proposal } from '../approvals/hold.ts';
