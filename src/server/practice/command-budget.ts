/** A bucket of commands: it fills at a steady rate and holds at most `burst`. */
export interface CommandBudget {
  /** Takes up to `wanted` commands; returns how many may be sent now. */
  take(wanted: number, now: number): number;
}

export function createCommandBudget(perSecond: number, burst: number, now: number): CommandBudget {
  let held = burst;
  let filledAt = now;
  return {
    take(wanted, now) {
      held = Math.min(burst, held + (Math.max(0, now - filledAt) / 1_000) * perSecond);
      filledAt = Math.max(filledAt, now);
      const given = Math.min(wanted, Math.floor(held));
      held -= given;
      return given;
    },
  };
}
