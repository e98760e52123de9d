import type { Area } from '#server/core/areas/area.ts';
import type { AccountDeps } from '../account/deps.ts';
import { createPasskeys } from '../account/passkeys/passkeys.ts';
import type { Bindings } from './binding.ts';
import { createSecurityHandlers } from './calls.ts';
import { createRiskAcceptance } from './risk-acceptance.ts';
import { securityTopics } from './topic.ts';

export interface SecurityDeps extends Pick<Bindings, 'addresses' | 'push'> {
  readonly accounts: AccountDeps;
}

/** Opens what protects an account: its passwords, and what is bound to it. */
export function openSecurity(deps: SecurityDeps): Area<ReturnType<typeof createSecurityHandlers>> {
  const { accounts, addresses, push } = deps;
  const risks = createRiskAcceptance(accounts);
  return {
    calls: createSecurityHandlers(accounts, { passkeys: createPasskeys(accounts), addresses, push, risks }),
    topics: securityTopics(risks),
    jobs: [],
  };
}
