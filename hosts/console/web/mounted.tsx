// The console may be mounted below a prefix, such as `/books/console`. Pages, links and routes use `/console/…`; here
// the prefix is added for the browser.
import { type ComponentChildren, options, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso';
import { prefix } from './api/prefix.ts';

const before = options.vnode;
options.vnode = (vnode: VNode) => {
  const { href } = vnode.props as { href?: unknown };
  if (vnode.type === 'a' && prefix !== '' && typeof href === 'string' && /^\/console(?=[/?#]|$)/.test(href)) {
    Object.assign(vnode.props, { href: prefix + href });
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
    const below = (address: string) => address.slice(address.startsWith(prefix) ? prefix.length : 0) || '/';
    const route = (address: string, replace?: boolean) => seen.route(prefix + address, replace);
    return { ...seen, url: below(seen.url), path: below(seen.path), route } as typeof seen;
  }, [seen]);
  return <LocationProvider.ctx.Provider value={own}>{children}</LocationProvider.ctx.Provider>;
}
