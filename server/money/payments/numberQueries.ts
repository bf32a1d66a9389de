import { sql, type SQL } from 'drizzle-orm'

/**
 * Takes the next number of a kind, as a statement that answers how it is on paper: what the school begins it with, the
 * year, five figures. It is used up only if the transaction commits, so that no number is missing; until then all others
 * of its kind wait for it, so it is taken as late as possible.
 */
export const takingNumber = ({
  kind,
  prefix,
  onDay,
}: {
  kind: 'invoice' | 'receipt'
  prefix: SQL
  onDay: SQL
}): SQL => sql`
  insert into numbers (kind, last) values (${kind}, 1) on conflict (kind) do update set last = numbers.last + 1
    returning ${prefix} || '-' || left(${onDay}, 4) || '-' || lpad(last::text, greatest(5, length(last::text)), '0') as number`
