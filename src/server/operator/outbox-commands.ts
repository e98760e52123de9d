import { systemClock } from '../core/clock/clock.ts';
import { createLogger } from '../core/log/log.ts';
import { Sender } from '../accounts/mail/sender.ts';
import { type Command, say } from './command.ts';
import { letterText } from './text/outbox-text.ts';

const messagesShown = 20;

/** Messages in the outbox. */
export const outboxCommands: Readonly<Record<string, Command>> = {
  outbox: {
    usage: 'outbox',
    meaning: `The newest ${messagesShown} letters and messages, with the codes that nobody delivered.`,
    async run(database) {
      const sender = new Sender(database, systemClock, createLogger('silent'), {});
      const messages = await sender.list(messagesShown);
      say(
        messages.length === 0
          ? 'The outbox is empty.'
          : messages.map((one) => letterText(one, systemClock())).join('\n\n'),
      );
      return true;
    },
  },
};
