import type { CallName } from '#protocol/calls.ts';
import type { AnsweredCall, AskedCall, AskedCallWithForm, CallService, Upload } from '#server/core/asked-call.ts';
import type { SessionGate } from '#server/core/session-gate.ts';
import { bearerToken } from '../access.ts';
import { createUploadGate } from '../upload.ts';

interface ForwardedCallsDeps {
  /** Has a call served elsewhere, where access and limits are checked. */
  readonly call: (name: CallName, asked: AskedCall, upload: Upload | null) => Promise<AnsweredCall>;
  readonly sessions: SessionGate;
}

/**
 * Calls that another process serves. A form is read whole before it is forwarded, so only who is signed in may send one,
 * and only a few at once: what does not hold for all processes together is checked again where it is served.
 */
export function forwardedCalls({ call, sessions }: ForwardedCallsDeps): CallService {
  const uploads = createUploadGate();
  return {
    async serve(name, { readUpload, ...asked }: AskedCallWithForm) {
      if (readUpload === undefined) return call(name, asked, null);
      const token = bearerToken(asked.authorization);
      const holder = token === null ? null : await sessions.lookUp(token);
      // The refusal is that of the other process.
      if (holder === null) return call(name, asked, null);
      return uploads.within(holder.userId, async () => call(name, asked, await readUpload()));
    },
  };
}
