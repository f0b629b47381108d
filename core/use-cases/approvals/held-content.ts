// What a person reads of a proposal and what is sent of it, as it is stored: sealed under zero retention.
import type { Plane } from '../../domain/caller.ts';
import type { HeldContent, HeldWrite } from '../../domain/held-write.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { SecretPlace } from '../../ports/secrets.ts';

type Owner = Pick<HeldWrite, 'id' | keyof Plane>;

/** Sealing is arithmetic and calls nobody, so it may be done in a transaction. */
export async function sealedContent(
  { vault }: CorePorts,
  owner: Owner,
  content: HeldContent,
  isSealed: boolean,
): Promise<Pick<HeldWrite, 'content' | 'sealedContent'>> {
  const text = JSON.stringify(content);
  return isSealed
    ? { content: null, sealedContent: await vault.seal(text, placeOf(owner)) }
    : { content: text, sealedContent: null };
}

/** Undefined once it is forgotten. */
export async function contentOf({ vault }: CorePorts, held: HeldWrite): Promise<HeldContent | undefined> {
  const { content, sealedContent } = held;
  const text = content ?? (sealedContent && (await vault.open(sealedContent, placeOf(held))));
  return text ? (JSON.parse(text) as HeldContent) : undefined;
}

function placeOf({ id, organizationId, environment }: Owner): SecretPlace {
  return { organizationId, environment, table: 'held_writes', row: id, column: 'content' };
}
