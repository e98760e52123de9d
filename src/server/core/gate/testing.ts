import { createGate, type Gate } from './gate.ts';
import { noStops, type Stops } from './stops.ts';
import { noSwitches, type Switches } from './switches.ts';

/** A gate controlled by a test: coins halted as by the audit, and stops as by an operator. */
export interface GateForTest extends Gate {
  readonly halted: Set<string>;
  stops: Stops;
  switches: Switches;
  /** As the audit does while anything does not add up. */
  withdrawalsHalted: boolean;
}

export function gateForTest(halted: Set<string> = new Set()): GateForTest {
  const held = { halted, stops: noStops, switches: noSwitches, withdrawalsHalted: false };
  const audit = {
    get state() {
      return { withdrawalsHalted: held.withdrawalsHalted };
    },
    isHalted: (asset: string) => halted.has(asset),
  };
  return Object.assign(held, createGate(audit, { stops: () => held.stops, switches: () => held.switches }));
}
