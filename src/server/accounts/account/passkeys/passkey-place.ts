import { Refusal } from '#server/core/failures/refusal.ts';
import type { PageFacts } from '#server/core/handler.ts';
import type { TakenQuestion } from './passkey-questions.ts';
import { relyingParty } from './relying-party.ts';

/** The page's origin and relying party for WebAuthn. */
export interface PasskeyPlace {
  readonly origin: string;
  readonly relyingParty: string;
}

/** The place of a page. @throws Refusal `operationFailed` where browsers do not allow passkeys */
export function placeOf({ origin }: PageFacts): PasskeyPlace {
  const name = origin === null ? null : relyingParty(origin);
  if (origin === null || name === null) throw new Refusal('operationFailed');
  return { origin, relyingParty: name };
}

/** The place a challenge was issued for; the answering page must be the same. */
export function placeFor(question: TakenQuestion, facts: PageFacts): PasskeyPlace {
  const place = placeOf(facts);
  if (place.relyingParty !== question.relyingParty) throw new Refusal('operationFailed');
  return place;
}
