import type { Contracts } from '../../markets/contracts/contracts.ts';
import type { PublicSource } from '../topic-source.ts';

const contractOf = (topic: string) => topic.slice(topic.indexOf(':') + 1);

/** `contract:ID`: prices, state and book of a contract, whole in every frame. */
export function contractSource(contracts: Contracts): PublicSource<'contract'> {
  return {
    kind: 'contract',
    has(topic) {
      const market = contracts.markets.get(contractOf(topic));
      return market !== undefined && contracts.isOn(market);
    },
    open(topic, due) {
      const contract = contractOf(topic);
      let published = contracts.view(contract);
      contracts.look(contract);
      const close = contracts.onChange((changed) => {
        if (changed === contract) due();
      });
      return {
        snapshot: () => published,
        take() {
          contracts.look(contract);
          published = contracts.view(contract);
          return published;
        },
        close,
      };
    },
  };
}
