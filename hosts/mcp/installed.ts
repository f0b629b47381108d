import { namingPackage } from '../composition/missing-package.ts';

const name = '@modelcontextprotocol/server';

/** Looks for the package of the protocol without loading it. */
export function isMcpInstalled(): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Throws an Error that names the package and the line that installs it, before a host begins to serve agents. */
export function assertMcpInstalled(): void {
  try {
    import.meta.resolve(name);
  } catch (error) {
    throw namingPackage(error);
  }
}
