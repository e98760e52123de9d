import { hash } from 'node:crypto';

/** A hash of the checked body that does not depend on the order of its fields. */
export function bodyHash(body: unknown): string {
  return hash('sha256', canonical(body), 'base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
  }
  if (typeof value === 'bigint') return `${value}n`;
  return JSON.stringify(value) ?? 'null';
}
