import { expect } from 'chai';
import type { Caller } from '../../domain/caller.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import { advance, type Engine, openEngine, subscribe } from '../testing/engine.ts';
import { createEndpointDoors } from './endpoint-doors.ts';

describe('endpoint doors', () => {
  let engine: Engine;
  let endpoint: WebhookEndpoint;
  let secret: string;
  beforeEach(async () => {
    engine = await openEngine();
    ({ endpoint, secret } = await subscribe(engine));
  });
  afterEach(() => engine.close());

  const open = (doors: ReturnType<typeof createEndpointDoors>, caller: Caller = engine.caller) =>
    doors.open(caller, endpoint.id);
  const rotate = () =>
    engine.core.webhooks.rotateSecret(engine.caller, {
      endpointId: endpoint.id,
      write: { key: undefined, method: 'POST', path: '/', body: undefined },
    });

  it('are remembered for two seconds, and forgotten when told', async () => {
    const doors = createEndpointDoors(engine.ports);
    expect((await open(doors))?.secrets).to.deep.equal([secret]);
    const change = (url: string) => engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { url });
    await change('https://hooks.example/b');
    advance(engine, 1.999);
    expect((await open(doors))?.endpoint.url).to.equal(endpoint.url);
    advance(engine, 0.001);
    expect((await open(doors))?.endpoint.url).to.equal('https://hooks.example/b');
    await change('https://hooks.example/c');
    doors.forget(endpoint.id);
    expect((await open(doors))?.endpoint.url).to.equal('https://hooks.example/c');
  });

  it('hold a secret that was rotated away to the very end of its day, and no longer', async () => {
    const doors = createEndpointDoors(engine.ports);
    await rotate();
    advance(engine, 86_399);
    expect((await open(doors))?.secrets).to.have.length(2);
    advance(engine, 1);
    expect((await open(doors))?.secrets).to.have.length(1);
  });

  it('are never remembered of a disabled endpoint, nor for another environment', async () => {
    const doors = createEndpointDoors(engine.ports);
    await open(doors);
    expect(await open(doors, { ...engine.caller, environment: 'live' })).to.equal(undefined);
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'disabled' });
    expect((await open(doors))?.endpoint.status).to.equal('disabled');
    await engine.core.webhooks.updateEndpoint(engine.caller, endpoint.id, { status: 'enabled' });
    expect((await open(doors))?.endpoint.status).to.equal('enabled');
    await engine.core.webhooks.removeEndpoint(engine.caller, endpoint.id);
    advance(engine, 2);
    expect(await open(doors)).to.equal(undefined);
  });
});
