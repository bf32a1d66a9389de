import { sql, type SQL } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'
import type { Language } from '#contract/values.ts'
import { longSurnames, orderSteps } from '#rules/nameOrder.ts'

/** A text column for sorting: compared byte by byte, whatever the database's own collation is. */
export const orderText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

const literal = (text: string): string => `E'${text.replace(/\\/g, '\\\\').replace(/'/g, "''").replace(/\t/g, '\\t')}'`

const stepped = orderSteps.reduce(
  (text, [find, put]) => `regexp_replace(${text}, ${literal(find)}, ${literal(put.replaceAll('$', '\\'))})`,
  "btrim(regexp_replace(name, '\\s+', ' ', 'g'))",
)

/**
 * SQL functions for the columns by which names are sorted (rules/nameOrder.ts). `han_order` writes each character of a
 * Chinese name after its sound, so that one surname stays together. `name_order` handles names of other scripts, where
 * the Chinese name tells whether the first word is the surname.
 */
export const orderStatements = `
create or replace function public.han_order(written text) returns text language plpgsql immutable strict parallel safe as $han$
declare
  han constant text := regexp_replace(written, '[\\s·•]', '', 'g');
  heard constant text[] := public.sounds(han);
  family constant int := case when length(han) > 2 and left(han, 2) = any('{${longSurnames.join()}}'::text[]) then 2 else 1 end;
  ordered text := '';
begin
  for n in 1..length(han) loop
    ordered := ordered || coalesce(heard[n] || ' ', '') || substr(han, n, 1) || case when n = family then E'\\t' else ' ' end;
  end loop;
  return ordered;
end $han$;

create or replace function public.name_order(name text, native_name text) returns text language plpgsql immutable strict parallel safe as $order$
declare
  han constant text := '^[\\u4e00-\\u9fff\\s·•]+$';
  words text[];
  heard text[];
begin
  if name ~ han then return public.han_order(name); end if;
  if native_name ~ han then
    words := string_to_array(public.fold(btrim(name)), ' ');
    heard := public.sounds(native_name);
    if cardinality(words) > 1 and words[1] = heard[1] and words[cardinality(words)] <> heard[1] and position(',' in name) = 0 then
      return words[1] || E'\\t' || array_to_string(words[2:], ' ');
    end if;
  end if;
  return public.fold(${stepped});
end $order$;

create or replace function public.native_order(name text, native_name text) returns text language sql immutable strict parallel safe as $native$
  select public.name_order(coalesce(nullif(native_name, ''), name), native_name)
$native$;`

/** The sort key of a person for a reader: by family name, in the reader's script if the person has a name in it. */
export const nameOrderOf = (person: string, language: Language): SQL =>
  sql.raw(`${person}.${language === 'zh' ? 'native_order' : 'name_order'}`)

/**
 * A condition that the household under that alias comes after another one, given by name and id, in the order of names.
 */
export const isHouseholdAfter = (household: string, [name, id]: readonly unknown[]): SQL =>
  sql`(${sql.raw(household)}.name_order, ${sql.raw(household)}.id) > (public.name_order(${name}, ''), ${id}::uuid)`
