import type { CorePorts } from '../../ports/core-ports.ts';
import { keepAliveSchedule } from './keep-alive-schedule.ts';
import { reconcileSchedules } from './reconcile-schedules.ts';
import { retentionSchedule } from './retention-schedule.ts';
import type { Schedule } from './schedule.ts';
import { usageSchedule } from './usage-schedule.ts';

export function allSchedules(ports: CorePorts): readonly Schedule[] {
  return [retentionSchedule(ports), ...reconcileSchedules(ports), keepAliveSchedule(ports), usageSchedule(ports)];
}
