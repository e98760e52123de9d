import type { StoreIdentity } from '../core/store/identity.ts';
import { packFrame } from './bus/frame.ts';
import type { SentAnnouncement } from './bus/operations.ts';

/** The data that engines of tests own, unless a test says otherwise. */
export const testIdentity: StoreIdentity = { id: '6b0f5c2e-3a53-4c19-9d0e-5f1f3f6f0a01', since: 1_700_000_000_000 };

let announced = 0;

/** An announcement as an engine sends it. Fields that are left out are those of a heartbeat, with the next number. */
export function announcementOf(given: Pick<SentAnnouncement, 'engine'> & Partial<SentAnnouncement>): Buffer {
  announced += 1;
  const usual = {
    identity: testIdentity,
    epoch: 1,
    nth: announced,
    event: 0,
    store: 'ready',
    isReady: true,
    what: null,
  };
  return packFrame({ ...usual, ...given });
}
