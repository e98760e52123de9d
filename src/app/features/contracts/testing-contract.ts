import type { ContractPosition, ListedContract } from '../../../protocol/entities/contract.ts';

/** A contract as the exchange lists it. */
export const listedContract: ListedContract = {
  id: 'BTCPERP',
  name: 'BTC/USDT',
  pair: 'BTCUSDT',
  base: 'BTC',
  wallet: 'contract',
  tickSize: '0.1',
  priceDecimals: 1,
  lotSize: '0.001',
  minLots: 1,
  maxLots: 200_000,
  leverages: [1, 2, 3, 5, 10, 20, 50, 100],
  tiers: [
    { costMost: '50000', maintenanceRate: '0.004', leverageMost: 100 },
    { costMost: '250000', maintenanceRate: '0.006', leverageMost: 50 },
    { costMost: null, maintenanceRate: '0.06', leverageMost: 5 },
  ],
  openFeeRate: '0.0005',
  closeFeeRate: '0.0005',
  overnightFeeRate: '0.0003',
  premiumBound: '0.005',
  hours: null,
};

/** A long position of 100 lots in it, opened at 60,000. */
export const heldPosition: ContractPosition = {
  id: '7',
  contract: 'BTCPERP',
  side: 'long',
  leverage: 20,
  lots: 100,
  openedLots: 100,
  cost: '6000',
  openPrice: '60000.0',
  margin: '300',
  maintenanceRate: '0.004',
  takeProfit: '63000.0',
  stopLoss: '59000.0',
  liquidationPrice: '57228.9',
  openFee: '3',
  closeFee: '0',
  overnightFee: '0',
  openFeeClosed: '0',
  overnightFeeClosed: '0',
  insurance: '0',
  realised: '0',
  openedAt: 0,
  updatedAt: 0,
};
