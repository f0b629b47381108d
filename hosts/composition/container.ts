import 'reflect-metadata';
import { container, type DependencyContainer, type InjectionToken, instanceCachingFactory } from 'tsyringe';
import { type Core, type CorePorts, createCore } from '#core';
import { tokens } from './tokens.ts';

export type { DependencyContainer };

/** A container of its own, so that several deployments can live in one process (tests, the offline host). */
export function createContainer(): DependencyContainer {
  return container.createChildContainer();
}

/** Made when first asked for, once. Binding a port twice is a mistake and refused. */
export function bind<T>(
  into: DependencyContainer,
  token: InjectionToken<T>,
  make: (from: DependencyContainer) => T,
): void {
  if (into.isRegistered(token)) throw new Error(`the port ${String(token)} is bound twice`);
  into.register(token, { useFactory: instanceCachingFactory(make) });
}

export function resolvePorts(from: DependencyContainer): CorePorts {
  return {
    storage: from.resolve(tokens.storage),
    gateway: from.resolve(tokens.gateway),
    authorization: from.resolve(tokens.authorization),
    verifier: from.resolve(tokens.verifier),
    signer: from.resolve(tokens.signer),
    sender: from.resolve(tokens.sender),
    vault: from.resolve(tokens.vault),
    digester: from.resolve(tokens.digester),
    sessionDigester: from.resolve(tokens.sessionDigester),
    passwords: from.resolve(tokens.passwords),
    budget: from.resolve(tokens.budget),
    journal: from.resolve(tokens.journal),
    meter: from.resolve(tokens.meter),
    clock: from.resolve(tokens.clock),
    ids: from.resolve(tokens.ids),
    log: from.resolve(tokens.log),
    wakeUp: from.resolve(tokens.wakeUp),
    settings: from.resolve(tokens.settings),
  };
}

export function resolveCore(from: DependencyContainer): Core {
  return createCore(resolvePorts(from));
}
