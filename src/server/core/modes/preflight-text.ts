import type { LiveCheck } from './live-checks.ts';

/** The live-start checks as printed for the operator: what passes, what fails and why, and what to do. */
export function preflightText(checks: readonly LiveCheck[]): string {
  const missing = checks.filter(({ ok }) => ok === false).length;
  const unasked = checks.filter(({ ok }) => ok === null).length;
  const lines = checks.flatMap(({ name, ok, why, remedy }) => {
    if (ok === true) return [`ok       ${name}`];
    if (ok === null) return [`unknown  ${name}`, `         ${why}`];
    return [`MISSING  ${name}`, `         ${why}`, `         ${remedy}`];
  });
  return [...lines, '', verdict(missing, unasked)].join('\n');
}

function verdict(missing: number, unasked: number): string {
  if (missing > 0) return `MODE=live does not start: ${missing} missing.`;
  if (unasked > 0)
    return `Nothing is missing so far; PostgreSQL does not answer, and the start asks it for ${unasked} more.`;
  return 'MODE=live may start.';
}
