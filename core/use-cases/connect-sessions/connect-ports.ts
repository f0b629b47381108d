import type { CorePorts } from '../../ports/core-ports.ts';

export type ConnectPorts = Pick<
  CorePorts,
  'storage' | 'vault' | 'authorization' | 'clock' | 'ids' | 'digester' | 'settings' | 'log' | 'wakeUp'
>;
