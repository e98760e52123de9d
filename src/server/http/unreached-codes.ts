import type { Area, CallSpec } from '#protocol/core/call.ts';
import { calls, type CallName } from '#protocol/calls.ts';

/**
 * For tests: declared refusals of an area's calls that no case reached, and undeclared ones that occurred.
 *
 * @param reached pairs of a call and the code it refused with
 */
export function unreachedCodes(area: Area, reached: readonly (readonly [CallName, string | null])[]): string[] {
  const seen = new Set(reached.map(([name, code]) => `${name}: ${code}`));
  const declared = Object.entries<CallSpec>(calls).flatMap(([name, spec]) =>
    spec.area === area ? spec.refuses.map((code) => `${name}: ${code}`) : [],
  );
  return [
    ...declared.filter((one) => !seen.has(one)).map((one) => `never reached: ${one}`),
    ...[...seen].filter((one) => !declared.includes(one)).map((one) => `not declared: ${one}`),
  ];
}
