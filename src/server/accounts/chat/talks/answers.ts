/**
 * SQL of whether a side of an order asked the other one something in its conversation and got no answer. Messages that
 * were removed count for neither, and nor does a prepared reply, which comes before any question.
 *
 * @param order SQL of the order’s id; `asker` and `asked` of its sides, and `until` of the time in epoch milliseconds from
 *   which on a question could not be answered in time
 */
export function wasUnanswered(
  order: string,
  { asker, asked, until }: { readonly asker: string; readonly asked: string; readonly until: string },
): string {
  return `EXISTS (
    SELECT FROM chat_groups g
     CROSS JOIN LATERAL (SELECT q.number FROM chat_messages q
                          WHERE q.group_id = g.id AND q.author = ${asker} AND q.at <= ${until} AND q.removed_by IS NULL
                          ORDER BY q.number LIMIT 1) AS question
     WHERE g.fiat_order = ${order}
       AND NOT EXISTS (SELECT FROM chat_messages a
                        WHERE a.group_id = g.id AND a.number > question.number AND a.author = ${asked}
                          AND a.removed_by IS NULL))`;
}
