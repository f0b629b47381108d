import type { ListPlace } from '../../domain/list-place.ts';
import { type FetchedPage, fetchPage, type PageWork, type SyncPorts, type Walk, weighPage } from './page-work.ts';

export interface PageReader {
  /** Throws what went wrong with this page, also where it was fetched ahead. */
  read(place: ListPlace): Promise<PageWork>;
  /** Resolves when no call to the provider is under way. */
  idle(): Promise<void>;
}

/** While a page is being kept the next one is fetched, and no more than that one. What is known of it is asked later. */
export function createPageReader(ports: SyncPorts, walk: Walk): PageReader {
  let ahead: { readonly place: ListPlace; readonly page: Promise<FetchedPage> } | undefined;
  const fetchAhead = (place: ListPlace | null): void => {
    ahead = place === null ? undefined : { place, page: fetchPage(ports, walk, place) };
    // Whoever asks for the page is told; nobody may ask.
    ahead?.page.catch(() => {});
  };
  return {
    async read(place) {
      const { page } = ahead && isSame(ahead.place, place) ? ahead : { page: fetchPage(ports, walk, place) };
      ahead = undefined;
      const fetched = await page;
      const work = await weighPage(ports, walk, fetched);
      fetchAhead(work.next);
      return work;
    },
    async idle() {
      await ahead?.page.catch(() => {});
    },
  };
}

/** A place comes back from the database, so it is another object. */
function isSame(a: ListPlace, b: ListPlace): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}
