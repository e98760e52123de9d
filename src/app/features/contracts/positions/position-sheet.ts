import type { ContractPosition, ListedContract } from '#protocol/contracts/entities.ts';

/** What a sheet about one position is drawn with. */
export interface PositionSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly contract: ListedContract;
  /** Its current state. */
  readonly position: ContractPosition;
}
