import type { Contracts } from './contracts.ts';
import { ContractMarket } from './market.ts';

/** The market of a contract that is run in this process. @throws Error when another engine runs it */
export function marketHere(contracts: Pick<Contracts, 'market'>, contract = 'BTCPERP'): ContractMarket {
  const market = contracts.market(contract);
  if (!(market instanceof ContractMarket)) throw new Error(`${contract} is not run here`);
  return market;
}
