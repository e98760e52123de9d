import { createGate, type Gate } from './gate.ts';
import { noStops, type Stops } from './stops.ts';

/** A gate that a test holds in its hand: coins as the audit would stop them, and stops as an operator would make them. */
export interface GateForTest extends Gate {
  readonly halted: Set<string>;
  stops: Stops;
  /** As the audit would, while anything at all does not add up. */
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
