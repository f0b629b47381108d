// Every recipe with each of its possible endings. A short run plays each mishap of a step either while the provider remembers
// its key or after it has forgotten it, by turns, so that each step and each mishap meets both; TEST_LONG=1 plays all.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isPlayed } from '../../../tools/run-length.ts';
import type { Operation } from '../../domain/operation.ts';
import { write } from '../testing/connecting.ts';
import { recipes } from './recipes.ts';
import { type Bench, type Mishap, openAutomations } from './testing/automations.ts';
import { left, type Scenario, scenarios, sorted } from './testing/scenarios.ts';

const mishaps = ['lost before', 'lost after', 'crash before', 'crash after'] as const;
/** Each step begins with the other memory than the step before, and so does a recipe. */
const mishapsOf = (step: number, memory: 'kept' | 'forgotten') =>
  mishaps.filter((_, i) => isPlayed({ many: 2, place: memory === 'kept' ? 0 : 1 }, step, i, i >> 1));

const stepsOf = (operation: Operation) =>
  operation.steps.filter(({ state }) => state === 'succeeded').map(({ name }) => name);
const appliedOf = (operation: Operation) =>
  ((operation.result as { applied: { step: string }[] } | null)?.applied ?? []).map(({ step }) => step);

describe('every automation', () => {
  const automations = openedOnce(() => openAutomations());

  const arranged = async (scenario: Scenario): Promise<{ bench: Bench; input: object }> => {
    const bench = await automations.bench();
    return { bench, input: await scenario.arrange(bench, automations) };
  };
  const begun = async (scenario: Scenario, mishaps: Readonly<Record<number, Mishap>>) => {
    const { bench, input } = await arranged(scenario);
    automations.hands.begin();
    for (const [number, mishap] of Object.entries(mishaps)) automations.hands.mishaps.set(Number(number), mishap);
    const { id } = await bench.start(scenario.recipe, input);
    return { bench, id };
  };
  const expectWhole = async (scenario: Scenario, bench: Bench, operation: Operation): Promise<void> => {
    expect([operation.state, operation.error]).to.deep.equal(['succeeded', null]);
    expect(sorted(await left(scenario, bench))).to.deep.equal(sorted(scenario.leaves));
    expect((await bench.mails()).map(({ times }) => times)).to.deep.equal(
      scenario.writes.includes('deliver') ? [1] : [],
    );
    const told = (await bench.events()).filter(({ type }) => type.startsWith('automation.'));
    expect(told.map(({ type, data }) => [type, data['result']])).to.deep.equal([
      ['automation.succeeded', operation.result],
    ]);
  };

  for (const [place, scenario] of scenarios.entries()) {
    const { recipe, writes } = scenario;
    describe(recipe, () => {
      it('does its steps in order and leaves one of each document', async () => {
        const { bench, id } = await begun(scenario, {});
        const operation = await bench.ended(id);
        await expectWhole(scenario, bench, operation);
        expect(stepsOf(operation)).to.deep.equal(recipes[recipe].steps.map(({ name }) => name));
        expect(recipes[recipe].steps.filter((step) => step.writes).map(({ name }) => name)).to.deep.equal(writes);
        expect(automations.hands.sent).to.have.length(writes.length);
      });

      it('plans all of it in a dry run and writes nothing', async () => {
        const { bench, input } = await arranged(scenario);
        const before = await left(scenario, bench);
        automations.hands.begin();
        await automations.service.sandbox.control('DELETE', 'requests');
        const plan = await bench.plan(recipe, input);
        expect(plan.steps.map(({ name, skipped }) => [name, skipped])).to.deep.equal(
          recipes[recipe].steps.map(({ name }) => [name, false]),
        );
        expect(plan.steps.filter((step) => step.write !== null).map(({ name }) => name)).to.deep.equal(writes);
        const calls = await automations.service.calls('');
        expect(calls.filter(({ method }) => method !== 'GET')).to.deep.equal([]);
        expect(await left(scenario, bench)).to.deep.equal(before);
        expect(
          (await automations.service.core.operations.list(bench.caller, { type: `automation.${recipe}` })).items,
        ).to.deep.equal([]);
      });

      for (const [index, step] of writes.entries()) {
        const number = index + 1;
        it(`fails where ${step} is refused, says what stands, and a replay does the rest`, async () => {
          const { bench, id } = await begun(scenario, { [number]: 'refused' });
          const failed = await bench.ended(id);
          // The step answers a refused cancellation with CONFLICT.
          const code = step === 'cancel' ? 'CONFLICT' : 'PROVIDER_REJECTED';
          expect([failed.state, failed.error?.code]).to.deep.equal(['failed', code]);
          expect(appliedOf(failed)).to.deep.equal(writes.slice(0, index));
          const [told] = (await bench.events()).filter(({ type }) => type === 'automation.failed');
          expect(told?.data).to.deep.include({
            operation_id: id,
            recipe,
            applied: (failed.result as { applied: unknown }).applied,
          });
          const operation = await bench.replay(id);
          expect([operation.state, operation.run]).to.deep.equal(['succeeded', 2]);
          expect(sorted(await left(scenario, bench))).to.deep.equal(sorted(scenario.leaves));
          expect(automations.hands.sent).to.have.length(writes.length + 1);
        });

        for (const mishap of mishapsOf(place + index, 'kept')) {
          it(`makes one of each where ${step} is ${mishap}`, async () => {
            const { bench, id } = await begun(scenario, { [number]: mishap });
            const operation = await bench.ended(id);
            await expectWhole(scenario, bench, operation);
            // The next holder of the lease continues at once.
            const lost = mishap.startsWith('crash') ? 'lost' : 'retrying';
            const isSeen = scenario.settledByBooks === step && mishap === 'lost after';
            expect(operation.attempts.map(({ outcome }) => outcome)).to.deep.equal([
              ...(isSeen ? [] : [lost]),
              'succeeded',
            ]);
            const [first, again] = automations.hands.sent.slice(index, index + 2);
            // What was found to be done already is not sent again.
            if (automations.hands.sent.length > writes.length) expect(again).to.deep.equal(first);
          });
        }

        it(`makes one of each where the answer to ${step} is missing until the provider has forgotten the key`, async () => {
          const { service, hands } = automations;
          for (const mishap of mishapsOf(place + index, 'forgotten')) {
            const { bench, id } = await begun(scenario, { [number]: mishap });
            const [leased] = await service.core.worker.claim(1);
            if (!leased) throw new Error('nothing is due');
            await Promise.race([service.core.worker.run(leased, new AbortController().signal), hands.crashed.promise]);
            hands.crashed = Promise.withResolvers();
            service.advance(3600);
            const operation = await bench.ended(id);
            if (scenario.settledByBooks !== step || mishap.endsWith('after')) {
              await expectWhole(scenario, bench, operation);
              continue;
            }
            // It was not made, and is made when a person asks for it again.
            expect([operation.state, operation.error?.reason]).to.deep.equal(['failed', 'allocation_not_there']);
            expect((await bench.replay(id)).state).to.equal('succeeded');
            expect(sorted(await left(scenario, bench))).to.deep.equal(sorted(scenario.leaves));
          }
        });

        it(`stops after ${step} when it is cancelled meanwhile`, async () => {
          const { bench, id } = await begun(scenario, {});
          automations.hands.afterwards.set(number, async () => {
            const { core } = automations.service;
            await core.operations.cancel(bench.caller, { operationId: id, write: write({ reason: 'no more' }) });
          });
          const operation = await bench.ended(id);
          const isLast = recipes[recipe].steps.at(-1)?.name === step;
          expect(operation.state).to.equal(isLast ? 'succeeded' : 'cancelled');
          if (!isLast) expect(appliedOf(operation)).to.deep.equal(writes.slice(0, number));
          expect(stepsOf(operation).at(-1)).to.equal(step);
          expect(automations.hands.sent).to.have.length(number);
        });
      }
    });
  }
});
