import { call } from './api.ts';

/** Makes one small request; whether it was answered, `reachability` says afterwards. */
export async function probeExchange(): Promise<void> {
  try {
    await call('GET common/sysTime', {});
  } catch {
    // An unanswered request is reported through `reachability`, and a refusal is an answer.
  }
}
