import type { TicketLogLine } from '#server/support/tickets/operate-tickets.ts';
import type { TicketReplyRow, TicketRow } from '#server/support/tickets/read-tickets.ts';
import { harmless } from './review-text.ts';

const moment = (ms: number) => new Date(ms).toISOString();
const margin = '    ';

/** Lines of a user made safe for a terminal: none of them can look like console output. */
function quoted(text: string): string[] {
  return text.split('\n').map((line) => `${margin}| ${harmless(line)}`);
}

function imagesText(count: number): string[] {
  return count === 0 ? [] : [`${margin}(${count === 1 ? '1 image' : `${count} images`})`];
}

/** One line of a list. */
export function ticketLine({ id, owner, state, updatedAt, title }: TicketRow): string {
  return `#${id}  ${state.padEnd(8)}  user ${owner}  ${moment(updatedAt)}  ${harmless(title)}`;
}

/** An order with its replies. */
export function ticketText(order: TicketRow, replies: readonly TicketReplyRow[]): string {
  const said = replies.flatMap(({ author, kind, text, images, at }) => [
    `  ${author} ${kind === 'closed' ? 'closed it' : 'wrote'} ${moment(at)}`,
    ...(text === '' ? [] : quoted(text)),
    ...imagesText(images.length),
  ]);
  const first = [
    `  person wrote ${moment(order.at)}`,
    ...quoted(order.description),
    ...imagesText(order.images.length),
  ];
  return [ticketLine(order), ...first, ...said].join('\n');
}

/** One line of the log. */
export function ticketLogText({ ticket, at, who, what, reason }: TicketLogLine): string {
  const because = reason === '' ? '' : `: ${harmless(reason)}`;
  return `${moment(at)}  #${ticket}  ${what.padEnd(8)}  ${harmless(who)}${because}`;
}
