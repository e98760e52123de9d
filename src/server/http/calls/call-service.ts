import type { CallSpec } from '#protocol/core/call.ts';
import { type CallName, calls } from '#protocol/calls.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import type { AskedCallWithForm, CallService } from '#server/core/asked-call.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { RequestFault } from '#server/core/failures/request-fault.ts';
import { storeFailure } from '#server/core/failures/store-failures.ts';
import { traceCommits } from '#server/core/store/commit-trace.ts';
import { CallPacing, type CallPacingTerms, callPacingTerms } from '../call-pacing.ts';
import { callServing, type CallServingDeps } from '../call-serving.ts';
import { MoneyAsks, type MoneyAsksDeps } from '../money-requests.ts';
import { createUploadGate } from '../upload.ts';
import { CallWindows } from './call-windows.ts';

/** What serving the calls needs. */
export interface CallServiceDeps extends CallServingDeps, MoneyAsksDeps {
  /** Calls one user may make within the rate window; 0 for no limit. */
  readonly callsPerUser: number;
  readonly rateWindowMs: number;
  /** How calls are paced by what they cost; without it as `callsPerUser` says. */
  readonly pacing?: CallPacingTerms;
}

/**
 * Serves every call of the contract from its handler, with the limits of users, pace and idempotency: whatever is
 * counted here is counted once for all requests that this service is given, wherever they were read.
 *
 * @throws Error when a call has no handler
 */
export function createCallService(deps: CallServiceDeps): CallService {
  const userWindows = new CallWindows<bigint>(deps.callsPerUser, deps.rateWindowMs);
  const limits = {
    pacing: new CallPacing(deps.pacing ?? callPacingTerms(deps.callsPerUser)),
    moneyAsks: new MoneyAsks(deps),
    uploads: createUploadGate(),
    admitUser: (userId: bigint) => {
      if (!userWindows.admit(userId)) throw new RequestFault(429, 'busyRetry', 'Too many calls');
    },
  };
  const served = new Map<string, (asked: AskedCallWithForm) => Promise<Envelope>>();
  for (const [name, spec] of Object.entries<CallSpec>(calls)) {
    const isRead = name.startsWith('GET ');
    const serve = callServing({ name: name as CallName, spec, isRead }, deps, limits);
    served.set(name, isRead ? serve : (asked) => traceCommits(() => serve(asked), afterCommit));
  }
  return {
    async serve(name, asked) {
      const body = await served.get(name)?.(asked);
      if (body === undefined) throw new Error(`${name} is no call`);
      return { body, lasts: lastsOf(calls[name], body) };
    },
  };
}

/** "Busy, retry" means that nothing was done, so a call that has committed something must not get it. */
function afterCommit(error: unknown, hadCommitted: boolean): unknown {
  return hadCommitted && storeFailure(error) === 'busy' ? new OutcomeUnknown('a call', { cause: error }) : error;
}

/** Nothing in such an answer is of the caller, so it is public also to those who are logged in. */
function lastsOf({ lasts, access }: CallSpec, { data }: Envelope): boolean {
  return lasts !== undefined && access === 'public' && (lasts as (output: unknown) => boolean)(data);
}
