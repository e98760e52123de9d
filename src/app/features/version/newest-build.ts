import { call } from '../../platform/api/api.ts';
import { checkForUpdate } from '../../platform/offline/update.ts';

/**
 * Asks the exchange which build it serves, and has the service worker fetch it when it is another one.
 *
 * @returns whether it is another one than the page runs on
 * @throws ApiRefusal, Unreachable when the exchange does not answer
 */
export async function isNewerServed(): Promise<boolean> {
  const { build } = await call('POST common/version', {});
  if (build === import.meta.env.BUILD) return false;
  await checkForUpdate();
  return true;
}
