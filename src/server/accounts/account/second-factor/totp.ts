import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32 } from '@scure/base';

/** Codes of an authenticator (RFC 6238 over RFC 4226): SHA-1, six digits, a new one every 30 seconds. */
export const totpStepMs = 30_000;
export const totpDigits = 6;
/** RFC 4226 asks for at least 128 bits and recommends as many as the hash has. */
export const totpSecretBytes = 20;
/** Steps before and after the current one that are accepted too: phone clocks are off by some seconds. */
const windowSteps = 1;

/** The code of a counter (RFC 4226, section 5.3). */
export function hotp(secret: Uint8Array, counter: number, digits: number = totpDigits): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const truncated = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

/**
 * The step a code belongs to, or null when it matches no step around the current one, or is not after the last one
 * used: an intercepted code cannot be replayed. Every step is compared, in constant time.
 */
export function totpStep(secret: Uint8Array, code: string, lastStep: number, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const present = Math.floor(nowMs / totpStepMs);
  let found: number | null = null;
  for (let step = present - windowSteps; step <= present + windowSteps; step += 1) {
    const isRight = timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code));
    if (isRight && step > lastStep && found === null) found = step;
  }
  return found;
}

/** A secret in authenticator format: Base32 without padding. */
export function totpText(secret: Uint8Array): string {
  return base32.encode(secret).replace(/=+$/, '');
}

/** The otpauth URL of a QR code. */
export function totpUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret: totpText(secret), issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${label}?${query.toString()}`;
}
