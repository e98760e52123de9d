import type { AccountPart } from '#server/core/topics/account-part.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';
import type { Contracts } from './contracts.ts';

/** Every contract as a topic, and positions and orders in the accounts of their owners. */
export function contractTopics(contracts: Contracts): AreaTopics {
  return { sources: [contractTopic(contracts)], account: contractAccount(contracts) };
}

/** Contract positions and orders of the account topic. */
export function contractAccount(
  contracts: Pick<Contracts, 'own' | 'onOwnChange'>,
): AccountPart<'positions' | 'contractOrders'> {
  return {
    fields: ['positions', 'contractOrders'],
    load(owner) {
      const { positions, orders } = contracts.own(owner);
      return { positions, contractOrders: orders };
    },
    publishTo: (accounts) =>
      void contracts.onOwnChange((owner, { positions, orders }) => {
        if (accounts.has(owner)) accounts.changed(owner, { positions, contractOrders: orders });
      }),
  };
}

const contractOf = (topic: string) => topic.slice(topic.indexOf(':') + 1);

/** `contract:ID`: prices, state and book of a contract, complete in every frame. */
function contractTopic(contracts: Contracts): TopicSource<'contract'> {
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
