import type { CallInput, CallOutput, MoneyCall } from '#protocol/calls.ts';
import { moneyDeadlineMs, moneySilenceMs } from '#protocol/core/limits.ts';
import { ApiRefusal, isUnanswered, type MoneyCallOptions, NotSent, sendMoneyCall } from '../api/api.ts';
import { serverNow, serverTimeIsKnown } from '../api/server-clock.ts';
import { session } from '../session/session.ts';
import { checkSoon } from './checking.ts';
import { end, endAsDone, isEnded, keepAbort, settled, whenEnded } from './endings.ts';
import { askedOf, intentOf, newKey } from './intent.ts';
import { addOutcome, changeOutcome, openOutcome, outcomeOf } from './outcome-store.ts';
import { isDeadlinePassed } from './verdict.ts';

/** As `moneyCall` in `api.ts`, which is what screens use. */
export async function sendAndFindOut<Name extends MoneyCall>(
  name: Name,
  input: CallInput<Name>,
  options: MoneyCallOptions,
): Promise<CallOutput<Name>> {
  const asked = askedOf(input);
  const intent = intentOf(name, asked);
  const open = openOutcome(intent);
  if (open !== null) {
    changeOutcome(open.key, { left: false });
    if (open.state === 'unknown') options.onUnknown?.();
    const ended = whenEnded<CallOutput<Name>>(open.key);
    checkSoon(open.key);
    return ended;
  }
  // A browser that knows that it has no network sends nothing: then nothing is done, and nothing waits to be.
  if ('onLine' in navigator && !navigator.onLine) throw new NotSent('offline');
  const key = newKey();
  const deadline = serverTimeIsKnown() ? serverNow() + moneyDeadlineMs : null;
  const hasProof = Object.keys(asked).length < Object.keys(input).length;
  const at = Date.now();
  if (session.get() !== null) {
    const outcome = { key, call: name, asked, about: options.about ?? {}, intent, at, deadline, hasProof };
    addOutcome({ ...outcome, state: 'sent', tries: 0, refusal: null, left: false });
  }
  const ended = whenEnded<CallOutput<Name>>(key);
  void sendFirst(name, input, key, deadline, options.onUnknown ?? (() => {}));
  return ended;
}

async function sendFirst<Name extends MoneyCall>(
  name: Name,
  input: CallInput<Name>,
  key: string,
  deadline: number | null,
  onUnknown: () => void,
): Promise<void> {
  const becomeUnknown = () => {
    if (isEnded(key) || outcomeOf(key)?.state !== 'sent') return;
    checkSoon(key);
    changeOutcome(key, { state: 'unknown' });
    onUnknown();
  };
  const stop = new AbortController();
  keepAbort(key, () => stop.abort());
  const silence = setTimeout(becomeUnknown, moneySilenceMs);
  try {
    endAsDone(key, await sendMoneyCall(name, input, { key, deadline, signal: stop.signal }));
  } catch (error) {
    if (isEnded(key)) return;
    const outcome = outcomeOf(key);
    if (isUnanswered(error) && outcome !== null) becomeUnknown();
    else if (error instanceof ApiRefusal && outcome !== null && outcome.tries > 0 && !isDeadlinePassed(error)) {
      // Asked again meanwhile, and that may still do it: the refusal of one request is not the end.
      changeOutcome(key, { refusal: { code: error.code, data: error.data } });
    } else if (outcome === null) settled(key, error);
    else end(key, 'not-done', error);
  } finally {
    clearTimeout(silence);
  }
}
