/** Why there can be no passkeys here, or `yes`. */
export type PasskeySupport = 'yes' | 'browser' | 'connection' | 'address';

/** What is asked of the page: so that a test can be another one. */
interface PagePlace {
  readonly hasWebAuthn: boolean;
  readonly isSecure: boolean;
  readonly hostname: string;
}

/**
 * Whether this page can have passkeys. Browsers give them to pages over HTTPS and to `localhost`, and only to an address
 * with a name.
 */
export function passkeySupport(place: PagePlace = thisPage()): PasskeySupport {
  if (!place.isSecure) return 'connection';
  if (/^(?:[\d.]+|\[.*\])$/.test(place.hostname)) return 'address';
  return place.hasWebAuthn ? 'yes' : 'browser';
}

function thisPage(): PagePlace {
  return {
    hasWebAuthn: 'PublicKeyCredential' in globalThis && 'credentials' in navigator,
    isSecure: isSecureContext,
    hostname: location.hostname,
  };
}
