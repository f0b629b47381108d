import 'reflect-metadata';
import { container, instanceCachingFactory } from 'tsyringe';

/** One factory per port; a missing port does not compile. */
export type Factories<Ports> = {
  readonly [Name in keyof Ports]: (get: <Other extends keyof Ports>(name: Other) => Ports[Other]) => Ports[Name];
};

/** Makes every port once, in its own container, because several deployments can share a process. */
export function makePorts<Ports extends object>(factories: Factories<Ports>): Ports {
  type Name = keyof Ports & string;
  const own = container.createChildContainer();
  const names = Object.keys(factories) as Name[];
  const get = (name: keyof Ports) => own.resolve(name as Name) as Ports[typeof name];
  const ask = get as Parameters<Factories<Ports>[Name]>[0];
  for (const name of names) own.register(name, { useFactory: instanceCachingFactory(() => factories[name](ask)) });
  return Object.fromEntries(names.map((name) => [name, get(name)])) as Ports;
}
