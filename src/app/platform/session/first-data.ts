import type { QueryClient } from '@tanstack/react-query';
import { type FirstData, firstDataId } from '#protocol/core/first-data.ts';
import { session } from './session.ts';

function read(): FirstData | null {
  try {
    return JSON.parse(document.getElementById(firstDataId)?.textContent ?? 'null') as FirstData | null;
  } catch {
    return null;
  }
}

/**
 * What the exchange sent with the page for a visitor's home. Null when the page came from the device, where it would be
 * of another time, and for users who are signed in, whose home begins with what is persisted.
 */
export const firstData = session.get() === null ? read() : null;

/** Puts the answers that came with the page where its screens look for them; they are then not asked for again. */
export function seedFirstAnswers(client: QueryClient): void {
  for (const [path, input, answer] of firstData?.answers ?? []) client.setQueryData([path, input], answer);
}
