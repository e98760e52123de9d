import type { ContractOrder, ContractPosition, ListedContract } from './entities.ts';

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
  maxLots: 200000,
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

export const order: ContractOrder = {
  id: '1795359130754000',
  contract: 'BTCPERP',
  side: 'long',
  type: 'limit',
  price: '56204.1',
  lots: 2,
  filledLots: 0,
  leverage: 2,
  takeProfit: '124898.0',
  stopLoss: '31224.5',
  reserve: '56.2603041',
  status: 'open',
  createdAt: 1795359130754,
  updatedAt: 1795359130754,
};

export const position: ContractPosition = {
  id: '1795359129319000',
  contract: 'BTCPERP',
  side: 'long',
  leverage: 2,
  lots: 1,
  openedLots: 2,
  cost: '60.5755',
  openPrice: '60575.5',
  margin: '30.28775',
  maintenanceRate: '0.004',
  takeProfit: '124898.0',
  stopLoss: '31224.5',
  liquidationPrice: '30409.3',
  openFee: '0.0605755',
  closeFee: '0.0299755',
  overnightFee: '0',
  openFeeClosed: '0.03028775',
  overnightFeeClosed: '0',
  insurance: '0',
  realised: '-0.6245',
  openedAt: 1795359129344,
  updatedAt: 1795359129410,
};

/** A position of which nothing was closed. */
export const untouched: ContractPosition = {
  ...position,
  lots: 2,
  cost: '121.151',
  margin: '60.5755',
  closeFee: '0',
  openFeeClosed: '0',
  realised: '0',
};
