import type { ContractPosition } from '#protocol/contracts/entities.ts';

/** A long position of 100 lots in `BTCPERP`, opened at 60,000. */
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
