import type { OrganizationId } from './ids.ts';

export const plans = ['trial', 'paid'] as const;
export type Plan = (typeof plans)[number];

/** A customer of the service: owns keys, provider apps, connections and endpoints. */
export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  readonly plan: Plan;
  readonly connectionLimit: number;
  readonly createdAt: Date;
}

/** Contract limit: connections that are active or waiting for a reconnect. */
export const connectionLimits: Readonly<Record<Plan, number>> = { trial: 3, paid: 100 };
