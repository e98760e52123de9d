import { ECDH } from 'node:crypto';
import { dayMs } from '#protocol/core/durations.ts';
import type { PushKeys } from '#server/core/config/push-keys.ts';
import type webPush from 'web-push';

/** A device at the push service of its browser. */
export interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The result of sending: accepted by the service, device gone, or retryable. */
export type PushOutcome = 'sent' | 'gone' | 'later';

/** Lifetime of a message: a day. */
export const pushLifeMs = dayMs;
const answerWithinMs = 10_000;

/** Whether the exchange may send to a URL: only to configured push services, never into its own network. */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  // A service configured with its scheme is a single origin, as in tests.
  if (services.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return services.some((name) => (name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name));
}

/**
 * Whether a message can be encrypted for a device: its public key is a point of the curve (RFC 8291). One that is not
 * would be accepted and be gone with the first message.
 */
export function isDeviceKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/**
 * Sends a message to the push service of a device, encrypted for the device (RFC 8291) and signed for the service (RFC
 * 8292).
 *
 * @param topic a later message of the same topic replaces one still pending there
 */
export async function sendToDevice(
  keys: PushKeys,
  device: PushDevice,
  payload: string,
  topic: string,
): Promise<PushOutcome> {
  const { default: library } = await import('web-push');
  let request: webPush.RequestDetails;
  try {
    request = library.generateRequestDetails(
      { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
      payload,
      { vapidDetails: keys, TTL: pushLifeMs / 1_000, urgency: 'normal', topic, contentEncoding: 'aes128gcm' },
    );
  } catch {
    // Keys that cannot be used: the device can never be reached.
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
