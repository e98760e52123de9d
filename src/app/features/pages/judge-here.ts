import { type Judgement, judgeAddress } from './outside-address.ts';

/** Judges an address with the app's own host as the one that others may want to be taken for. */
export function judgeHere(text: string, listed: readonly string[] = []): Judgement {
  return judgeAddress(text, [location.hostname, ...listed]);
}
