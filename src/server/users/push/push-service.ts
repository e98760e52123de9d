import { dayMs } from '../../../protocol/durations.ts';
import type { PushKeys } from '../../core/config/push-keys.ts';
import webPush from 'web-push';

/** A device at the push service of its browser. */
export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What became of a message: given to the service, the device is gone for good, or it may be tried again. */
export type PushOutcome = 'sent' | 'gone' | 'later';

/** A message is of no use any more after a day. */
export const pushLifeMs = dayMs;
const answerWithinMs = 10_000;

/** Whether the exchange would send to an address: only to push services that are named, never into its own network. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  // A service that is named with its scheme is a single one, as in tests.
  if (services.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return services.some((name) => (name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name));
}

/**
 * Hands a message to the push service of a device, encrypted so that only the device reads it (RFC 8291) and signed
 * so that the service knows who sends (RFC 8292).
 *
 * @param topic a later message of the same topic takes the place of one that still waits there
 */
export async function sendToDevice(
  keys: PushKeys,
  device: PushDevice,
  payload: string,
  topic: string,
): Promise<PushOutcome> {
  let request: webPush.RequestDetails;
  try {
    request = webPush.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      payload,
      { vapidDetails: keys, TTL: pushLifeMs / 1_000, urgency: 'normal', topic, contentEncoding: 'aes128gcm' },
    );
  } catch {
    // Keys nobody can encrypt for: the device will never be reached.
    return 'gone';
  }
  const { 'Content-Length': _length, ...headers } = request.headers as Record<string, string | number>;
  try {
    const response = await fetch(device.endpoint, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: request.body === null ? null : new Uint8Array(request.body),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return 'gone';
    return response.ok ? 'sent' : 'later';
  } catch {
    return 'later';
  }
}
