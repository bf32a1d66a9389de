import { sql, type SQL } from 'drizzle-orm'

/**
 * A statement that takes the next number of a kind and returns it as printed: the school's prefix, the year and at
 * least five digits. The number is used up only if the transaction commits, so none is missing. Until then everything
 * else of its kind waits for it, so it should be taken as late as possible.
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
