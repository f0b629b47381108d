import type { Actor } from './actor-kind.ts';
import type { ResourceType } from './resource.ts';

/** What a caller is told of a look-alike. */
export interface ToldLookAlike {
  /** The service's id of the record; of one that waits its operation's; of one whose end is not known a name of its own. */
  readonly id: string;
  /** `record`: it was made · `operation`: it waits or is on its way · `write`: it is not known yet whether it was made. */
  readonly kind: 'record' | 'operation' | 'write';
  readonly type: ResourceType;
  readonly number: string | null;
  readonly createdAt: Date;
  readonly by: Actor | null;
  readonly ref: string | null;
  /** In a bulk write: the item that resembles it. */
  readonly itemKey?: string;
}
