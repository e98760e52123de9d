import type { BindingRequest, PushChoice } from '#protocol/accounts/entities/binding.ts';
import type { Caller } from '#server/core/handler.ts';

/** Push messages of this device, as changed by `POST bindAccount`. */
export interface PushBinding {
  /** Whether a request adds or removes this device, rather than only changing its preferences. */
  isGuarded(caller: Caller, input: BindingRequest): Promise<boolean>;
  /** Preferences of the calling session, and the key to subscribe with; null when push is not configured. */
  read(caller: Caller): Promise<PushChoice>;
  /**
   * Enables push for this session, or changes its preferences.
   *
   * @throws Refusal `operationFailed` when messages are not configured, or for an address of no known push service
   */
  bind(caller: Caller, input: Extract<BindingRequest, { kind: 'push' }>): Promise<PushChoice>;
  /** Disables push for this session. */
  remove(caller: Caller): Promise<PushChoice>;
}
