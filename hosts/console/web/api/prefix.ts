/** Where the service is mounted, such as `/books`, or '' at the root of its host; read from this script's URL. */
export const prefix = /^(.*)\/console\/assets\//.exec(new URL(import.meta.url).pathname)?.[1] ?? '';

/** The organization of the page's address. An address without one gets that of the session. */
let organization = /^\/console\/(org_[0-9a-z]{26})(?=\/|$)/.exec(
  globalThis.location?.pathname.slice(prefix.length) ?? '',
)?.[1];

export const organizationHere = (): string | undefined => organization;

export function nameOrganization(id: string): void {
  organization ??= id;
}

/** Returns the address of a page, which begins with `/console`, in an organization: this one, unless another is named. */
export function addressOf(page: string, of = organization): string {
  return `${prefix}/console${of === undefined ? '' : `/${of}`}${page.slice('/console'.length)}`;
}
