import type { PublishedList } from './queries.ts';

/** What recomputing a published list on this device came to. */
interface Recomputed {
  /** Every line, their sum, and the hash are as published. */
  readonly addsUp: boolean;
  /** Pieces that were left over after the whole parts, and the least remainder that still got one; null without. */
  readonly leftOver: bigint;
  readonly leastRemainder: bigint | null;
  /** All pieces that were wanted, and those for sale. */
  readonly wanted: bigint;
  readonly pieces: bigint;
}

const headerPattern = /^subscription \d+ (first-come|pro-rata) pieces (\d+) piece \S+ \S+ cost \S+ \S+ people (\d+)$/;

/**
 * Recomputes an allotment out of its published list alone, by itself and not as the exchange does: each line gets the
 * whole part of `wanted × pieces / all`, and the left-over pieces go to the largest remainders, of equal ones to the
 * earlier line.
 */
export async function recompute({ header, hash, lines }: PublishedList): Promise<Recomputed> {
  const [, manner, pieceText = '0', peopleText = '0'] = headerPattern.exec(header) ?? [];
  const rows = lines.map((line) => line.split(' ').map(BigInt));
  const pieces = BigInt(pieceText);
  const wanted = rows.reduce((sum, [, asked = 0n]) => sum + asked, 0n);
  const isShort = manner === 'pro-rata' && wanted > pieces;
  const parts = rows.map(([number = 0n, asked = 0n]) => ({
    number,
    got: isShort ? (asked * pieces) / wanted : asked,
    rest: isShort ? (asked * pieces) % wanted : 0n,
  }));
  const leftOver = isShort ? pieces - parts.reduce((sum, { got }) => sum + got, 0n) : 0n;
  const first = parts
    .toSorted((a, b) => (a.rest === b.rest ? Number(a.number - b.number) : a.rest < b.rest ? 1 : -1))
    .slice(0, Number(leftOver));
  const lucky = new Set(first.map(({ number }) => number));
  const isEqual = parts.every(({ number, got }, nth) => {
    const [, , given] = rows[nth] ?? [];
    return number === BigInt(nth + 1) && given === got + (lucky.has(number) ? 1n : 0n);
  });
  const text = [header, ...lines].map((line) => `${line}\n`).join('');
  const isWhole = manner !== undefined && rows.length === Number(peopleText) && wanted >= 0n;
  return {
    addsUp: isWhole && isEqual && (await sha256(text)) === hash,
    leftOver,
    leastRemainder: first.at(-1)?.rest ?? null,
    wanted,
    pieces,
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
