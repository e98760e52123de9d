import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Costs, measuredCosts } from './costs.ts';
import { busyHour, demandOf } from './demand.ts';
import { EventQueue } from './event-queue.ts';
import { boundsOf, busyShare, edgeLoadUs, topologyFor } from './plan.ts';
import { simulate } from './simulate.ts';
import { sizingPage } from './sizing-page.ts';

const evenly = { ...busyHour, zipfExponent: 0 };

describe('the load plan', () => {
  it('leaves every part the share of its time that it is planned with, for any number of people', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (people) => {
        const demand = demandOf(people, evenly);
        const { edges, engines } = topologyFor(demand, cheapChanges);
        expect(edgeLoadUs(demand, cheapChanges, edges)).toBeLessThanOrEqual(busyShare * 1e6 + 1e-6);
        expect((demand.orders * cheapChanges.order.engineUs) / engines).toBeLessThanOrEqual(busyShare * 1e6 + 1e-6);
      }),
    );
  });

  it('says which part is full first, and that it is when it is asked for one person more', () => {
    const bounds = boundsOf((people) => demandOf(people, busyHour), measuredCosts);
    expect(bounds.map(({ people }) => people)).toEqual(bounds.map(({ people }) => people).toSorted((a, b) => a - b));
    const engine = bounds.find(({ part }) => part === 'an engine that does everything');
    const perSecond = (people: number) => (people * busyHour.ordersPerPerson * measuredCosts.order.engineUs) / 1e6;
    expect(perSecond(engine?.people ?? 0)).toBeLessThanOrEqual(busyShare);
    expect(perSecond((engine?.people ?? 0) + 1)).toBeGreaterThan(busyShare);
  });

  it('refuses a demand whose changes alone fill an edge', () => {
    const dear = { ...measuredCosts, stream: { ...measuredCosts.stream, changeUs: 1_000 } };
    expect(() => topologyFor(demandOf(1_000_000, busyHour), dear)).toThrow(RangeError);
  });
});

/** As measured, with changes that never matter. */
const cheapChanges: Costs = { ...measuredCosts, stream: { ...measuredCosts.stream, changeUs: 1 } };

describe('the page on sizes', () => {
  it('is what the plan says today', () => {
    expect(readFileSync(path.join(import.meta.dirname, '../../docs/sizing.md'), 'utf8')).toBe(sizingPage());
  });
});

describe('the simulation', () => {
  const setup = { costs: measuredCosts, edges: 4, engines: 1, postgresCores: 8, seconds: 4, seed: 7 };

  it('answers everything in time while no part is full', () => {
    const demand = demandOf(20_000, busyHour);
    const { orders, engineBusy, p99Ms, underWay } = simulate({ ...setup, demand });
    // A Poisson process of 8,000: five standard deviations are 450.
    expect(Math.abs(orders - 8_000)).toBeLessThan(450);
    expect(engineBusy).toBeCloseTo((2_000 * measuredCosts.order.engineUs) / 1e6, 1);
    expect(p99Ms).toBeLessThan(100);
    expect(underWay).toBeLessThan(100);
  });

  it('piles up what an engine cannot take', () => {
    const { engineBusy, underWay } = simulate({ ...setup, edges: 20, demand: demandOf(100_000, busyHour) });
    expect(engineBusy).toBeGreaterThan(0.99);
    const leftOver = (10_000 - 1e6 / measuredCosts.order.engineUs) * setup.seconds;
    expect(underWay).toBeGreaterThan(leftOver * 0.9);
    expect(leftOver).toBeGreaterThan(5_000);
  });

  it('waits for an engine as long as queueing theory says (M/D/1)', () => {
    const costs = {
      ...cheapChanges,
      commitMs: 0,
      order: { ...measuredCosts.order, edgeUs: 0, engineUs: 1_000, postgresUs: 0 },
      stream: { ...measuredCosts.stream, deliveryUs: 0, changeUs: 0, quietSocketUs: 0 },
    };
    const demand = { ...demandOf(8_000, busyHour), firstVisits: 0, laterVisits: 0 };
    const { p50Ms } = simulate({ ...setup, costs, demand, seconds: 60 });
    // 800 a second of 1 ms each: the mean wait is 2 ms (Pollaczek and Khinchine), the median about 1.3; then 1 ms and two hops.
    expect(p50Ms).toBeGreaterThan(2.5);
    expect(p50Ms).toBeLessThan(3.4);
  });

  it('is the same for the same seed', () => {
    const demand = demandOf(10_000, busyHour);
    expect(simulate({ ...setup, demand })).toEqual(simulate({ ...setup, demand }));
  });
});

describe('the queue of events', () => {
  it('gives the earliest first, whatever is added meanwhile', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }))), (steps) => {
        const queue = new EventQueue<number>();
        const model: number[] = [];
        for (const step of steps) {
          if (step === null) {
            expect(queue.take()?.at ?? null).toBe(model.toSorted((a, b) => a - b)[0] ?? null);
            if (model.length > 0) model.splice(model.indexOf(Math.min(...model)), 1);
          } else {
            queue.add(step, step);
            model.push(step);
          }
          expect(queue.size).toBe(model.length);
        }
      }),
    );
  });
});
