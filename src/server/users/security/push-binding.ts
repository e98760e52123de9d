import type { BindingRequest, PushChoice } from '../../../protocol/entities/binding.ts';
import type { Caller } from '../../core/handler.ts';

/** Messages to this device as `POST bindAccount` switches them. */
export interface PushBinding {
  /** Whether a request adds this device or takes it off, and not only changes what it is told. */
  isGuarded(caller: Caller, input: BindingRequest): Promise<boolean>;
  /** What is switched on for the session that asks, and the key to subscribe with; null when there are no messages. */
  read(caller: Caller): Promise<PushChoice>;
  /**
   * Switches messages on for this session, or changes what is wanted.
   *
   * @throws Refusal `operationFailed` when messages are not configured, or for an address of no known push service
   */
  bind(caller: Caller, input: Extract<BindingRequest, { kind: 'push' }>): Promise<PushChoice>;
  /** Switches them off for this session. */
  remove(caller: Caller): Promise<PushChoice>;
}
