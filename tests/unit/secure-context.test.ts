import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * What browsers have on secure origins only. People open an exchange of their own by its address in the home network,
 * over plain HTTP: there the market must be live and orders be placed. Each use is listed with how it does without.
 */

const root = path.join(import.meta.dirname, '../..');

/** Names that are missing, or always refuse, on an origin that is not secure. */
const secureOnly: Readonly<Record<string, RegExp>> = {
  randomUUID: /\brandomUUID\b/,
  subtle: /\bcrypto\.subtle\b/,
  locks: /\bnavigator\.locks\b/,
  serviceWorker: /\bnavigator\.serviceWorker\b/,
  push: /\bPushManager\b|\bpushManager\b/,
  notifications: /\bNotification\.(?:permission|requestPermission)\b/,
  clipboard: /\bnavigator\.clipboard\b/,
  caches: /\bcaches\.(?:open|keys|match|has|delete)\b/,
  storage: /\bnavigator\.storage\b/,
  share: /\bnavigator\.(?:share|canShare)\b/,
  camera: /\bmediaDevices\b|\bgetUserMedia\b/,
  credentials: /\bnavigator\.credentials\b|@simplewebauthn\/browser/,
  place: /\bgeolocation\.getCurrentPosition\b|\bwatchPosition\b/,
  permissions: /\bnavigator\.permissions\b/,
  others:
    /\b(?:cookieStore|wakeLock|setAppBadge|clearAppBadge|showOpenFilePicker|showSaveFilePicker|getBattery|deviceMemory|PaymentRequest|RTCPeerConnection|AudioWorklet|DeviceMotionEvent|DeviceOrientationEvent|getInstalledRelatedApps|navigator\.(?:bluetooth|usb|hid|serial|xr|gpu|keyboard|presentation|scheduling))\b/,
};

const inTry = 'a failure is handled';
const asked = 'asks whether it is there';
const after = 'only after another file asked';

/** Where each may be used, and what happens without. */
const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  subtle: {
    'src/app/features/launchpad/recompute.ts': 'check-card.tsx says that it needs HTTPS',
    'src/app/features/passkeys/local-ceremony.ts': 'passkey-support.ts says that it needs HTTPS',
  },
  locks: {
    'src/app/platform/pending-outcomes/checking.ts': asked,
    'src/app/platform/stream/start-stream.ts': asked,
    'src/app/platform/stream/elected-transport.ts': after,
    'src/hub/hub-worker.ts': after,
  },
  serviceWorker: {
    'src/app/features/notices/push.ts': asked,
    'src/app/features/shell/prefetch.ts': asked,
    'src/app/platform/offline/asset-prefetch.ts': asked,
    'src/app/platform/offline/missing-files.ts': asked,
    'src/app/platform/offline/update.ts': asked,
    'src/app/platform/storage/wipe.ts': asked,
  },
  push: {
    'src/app/features/notices/push.ts': asked,
    'src/app/platform/storage/wipe.ts': asked,
  },
  notifications: { 'src/app/features/notices/push.ts': asked },
  clipboard: {
    'src/app/features/chat/room/room-sheets.tsx': inTry,
    'src/app/features/listing-applications/form/supply-step.tsx': inTry,
    'src/app/features/withdrawals/address-book/paste-or-scan.tsx': inTry,
    'src/app/ui/controls/copying.ts': asked,
    'src/app/ui/layout/EmptyState.tsx': inTry,
  },
  caches: {
    'src/app/platform/offline/offline-pictures.ts': asked,
    'src/app/platform/storage/wipe.ts': asked,
  },
  storage: { 'src/app/platform/device/lasting-storage.ts': inTry },
  share: {
    'src/app/features/deposits/address-card.tsx': asked,
    'src/app/ui/overlays/share-file.ts': asked,
  },
  camera: {
    'src/app/features/withdrawals/address-book/qr-reading.ts': after,
    'src/app/features/withdrawals/address-book/scan-sheet.tsx': asked,
  },
  credentials: {
    'src/app/features/passkeys/local-ceremony.ts': after,
    'src/app/features/passkeys/mutations.ts': after,
    'src/app/features/security/proof/fresh-proof-sheet.tsx': after,
  },
  place: { 'src/app/features/map/own-place.ts': asked },
  permissions: { 'src/app/features/map/own-place.ts': inTry },
};

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');

const sources = globSync('src/{app,hub,protocol}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|(?:^|\/)testing/.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(path.join(root, file), 'utf8')) }));

describe('what needs a secure origin', () => {
  it.each(Object.entries(secureOnly))('%s is used only where the page can do without', (name, pattern) => {
    const used = sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    expect(used.toSorted()).toEqual(Object.keys(known[name] ?? {}).toSorted());
  });

  it('finds what it looks for', () => {
    expect(sources.length).toBeGreaterThan(500);
    expect(secureOnly['randomUUID']?.test('const id = crypto.randomUUID();')).toBe(true);
    expect(withoutComments('a /* crypto.subtle */ b // navigator.locks\nhttps://c')).toBe('a  b \nhttps://c');
  });
});
