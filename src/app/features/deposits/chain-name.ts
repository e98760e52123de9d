import { useQuery } from '@tanstack/react-query';
import { chainsQuery } from './queries.ts';

/** Names of chains by their ids; the id itself of one that is not known. */
export function useChainName(): (chain: string) => string {
  const { data } = useQuery(chainsQuery);
  return (chain) => data?.chains.find((each) => each.chain === chain)?.name ?? chain;
}
