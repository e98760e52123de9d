import { createGate, type Gate } from './gate.ts';
import { noStops, type Stops } from './stops.ts';

/** A gate controlled by a test: coins halted as by the audit, and stops as by an operator. */
export interface GateForTest extends Gate {
  readonly halted: Set<string>;
  stops: Stops;
  /** As the audit does while anything does not add up. */
  withdrawalsHalted: boolean;
}

export function gateForTest(halted: Set<string> = new Set()): GateForTest {
  const held = { halted, stops: noStops, withdrawalsHalted: false };
  const audit = {
    get state() {
      return { withdrawalsHalted: held.withdrawalsHalted };
    },
    isHalted: (asset: string) => halted.has(asset),
  };
  return Object.assign(
    held,
    createGate(audit, () => held.stops),
  );
}
