// The console may be mounted below a prefix, such as `/books/console`, and an address names its organization. Pages,
// links and routes use `/console/…`; here prefix and organization are added for the browser.
import { type ComponentChildren, options, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso';
import { addressOf, prefix } from './api/prefix.ts';

const before = options.vnode;
options.vnode = (vnode: VNode) => {
  const { href } = vnode.props as { href?: unknown };
  if (vnode.type === 'a' && typeof href === 'string' && /^\/console(?!\/org_)(?=[/?#]|$)/.test(href)) {
    Object.assign(vnode.props, { href: addressOf(href) });
  }
  before?.(vnode);
};

export function Mounted({ children }: { readonly children: ComponentChildren }) {
  return (
    <LocationProvider scope={`${prefix}/console`}>
      <Below>{children}</Below>
    </LocationProvider>
  );
}

function Below({ children }: { readonly children: ComponentChildren }) {
  const seen = useLocation();
  const own = useMemo(() => {
    const route = (address: string, replace?: boolean) => seen.route(addressOf(address), replace);
    return { ...seen, url: below(seen.url), path: below(seen.path), route } as typeof seen;
  }, [seen]);
  return <LocationProvider.ctx.Provider value={own}>{children}</LocationProvider.ctx.Provider>;
}

function below(address: string): string {
  const here = addressOf('/console');
  if (address.startsWith(here)) return `/console${address.slice(here.length)}`;
  return address.slice(address.startsWith(prefix) ? prefix.length : 0) || '/';
}
