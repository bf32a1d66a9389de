import { orderStatements } from './nameOrder.ts'

/**
 * The text by which people are found, maintained by the database itself at every write to `persons`: names in every
 * script without accents, in either order and joined, email, digits of the phone number, and pinyin of Chinese names
 * (whole, given name, initials). See decision 16.
 */

/** Two-character surnames whose first character is read differently than when alone. */
const longSurnames = {
  尉迟: 'yu chi',
  尉遲: 'yu chi',
  万俟: 'mo qi',
  長孫: 'zhang sun',
  长孙: 'zhang sun',
  单于: 'chan yu',
  單于: 'chan yu',
}

const first = 0x4e00
const last = 0x9fff

/**
 * All syllables (without tone, ü as v), for each Chinese character the number of its syllable (0 for none), and the
 * characters read differently as surnames.
 */
const readSigns = async () => {
  const { pinyin } = await import('pinyin-pro')
  const syllables: string[] = []
  const numbers: number[] = []
  const surnames: Record<string, string> = {}
  for (let code = first; code <= last; code += 1) {
    const sign = String.fromCodePoint(code)
    const syllable = pinyin(sign, { toneType: 'none', v: true })
    const isRead = /^[a-z]+$/.test(syllable)
    if (isRead && !syllables.includes(syllable)) syllables.push(syllable)
    numbers.push(isRead ? syllables.indexOf(syllable) + 1 : 0)
    const asSurname = pinyin(sign, { toneType: 'none', v: true, surname: 'all' })
    if (isRead && asSurname !== syllable) surnames[sign] = asSurname
  }
  return { syllables, numbers, surnames }
}

/**
 * Must change whenever the statements below change. Rows made by an older version keep their values until they are
 * written again. The database's functions keep the names that generated migrations call them by.
 */
export const searchVersion = 'sought 3'

/**
 * The SQL statements that create the functions behind `persons.search_text` and the columns for sorting, in the schema
 * `public`.
 */
export const searchStatements = async (): Promise<string> => {
  const { syllables, numbers, surnames } = await readSigns()
  return `
create or replace function public.fold(written text) returns text language sql immutable strict parallel safe as $fold$
  select replace(replace(replace(replace(translate(lower(regexp_replace(normalize(written, NFKD), '[\\u0300-\\u036f''\`ʼ‘’]', '', 'g')),
    'øłđħŧıð', 'oldhtid'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$fold$;

create or replace function public.sounds(written text) returns text[] language plpgsql immutable strict parallel safe as $sounds$
declare
  han text;
  sounds text[] := '{}';
  surname text;
begin
  if written !~ '[\\u4e00-\\u9fff]' then return sounds; end if;
  han := regexp_replace(written, '[^\\u4e00-\\u9fff]', '', 'g');
  for n in 1..least(length(han), 12) loop
    -- What is written out here is read once, not with every call.
    sounds := sounds || ('{${syllables.join()}}'::text[])[('{${numbers.join()}}'::smallint[])[ascii(substr(han, n, 1)) - ${first - 1}]];
  end loop;
  surname := ('${JSON.stringify(longSurnames)}'::jsonb) ->> left(han, 2);
  if surname is not null and cardinality(sounds) > 2 then return string_to_array(surname, ' ') || sounds[3:]; end if;
  sounds[1] := coalesce(('${JSON.stringify(surnames)}'::jsonb) ->> left(han, 1), sounds[1]);
  return sounds;
end $sounds$;

create or replace function public.pinyin(written text) returns text language plpgsql immutable strict parallel safe as $pinyin$
declare
  sounds text[];
  family int;
  whole text;
  given text;
  found text;
begin
  if written !~ '[\\u4e00-\\u9fff]' then return ''; end if;
  sounds := public.sounds(written);
  family := case when cardinality(sounds) > 2
    and '${JSON.stringify(longSurnames)}'::jsonb ? left(regexp_replace(written, '[^\\u4e00-\\u9fff]', '', 'g'), 2) then 2 else 1 end;
  whole := array_to_string(sounds, ' ');
  given := array_to_string(sounds[family + 1:], ' ');
  -- All of it, the given name, and the first letters of both.
  found := whole || ' ' || replace(whole, ' ', '') || ' ' || replace(given, ' ', '')
    || ' ' || regexp_replace(whole, '(.)[^ ]* ?', '\\1', 'g') || ' ' || regexp_replace(given, '(.)[^ ]* ?', '\\1', 'g');
  -- Who has no ü writes v, u or yu.
  return case when found ~ '[ln]v' then found || ' ' || replace(found, 'v', 'u') || ' ' || replace(found, 'v', 'yu') else found end;
end $pinyin$;

create or replace function public.sought(name text, native_name text, preferred_name text, email text, phone text) returns text
language sql immutable strict parallel safe as $sought$
  select ' ' || public.fold(translate(name || ' ' || native_name || ' ' || preferred_name, '-‐‑·•.,', '       ') || ' ' || email)
    || ' ' || public.fold(regexp_replace(name || ' ' || native_name, '[^[:alpha:]]', '', 'g'))
    || ' ' || public.fold(regexp_replace(regexp_replace(name, '^(.*[[:space:]])([^[:space:]]+)$', '\\2\\1'), '[^[:alpha:]]', '', 'g'))
    || ' ' || regexp_replace(phone, '\\D', '', 'g')
    || ' ' || public.pinyin(name) || ' ' || public.pinyin(native_name) || ' ' || public.pinyin(preferred_name)
$sought$;
${orderStatements}
comment on function public.sought(text, text, text, text, text) is '${searchVersion}';`
}

/**
 * A word of a search, to be found anywhere in a search text. `mayBeNear` is true if a slightly misspelled word matches,
 * too.
 */
export type Word = { text: string; mayBeNear: boolean }

/**
 * The word with one typing error, as a regular expression over whole words: a letter left out, added or wrong, or two
 * letters swapped. The first letter must be right, or half the school would match.
 */
export const slipsOf = (word: string): string => {
  const [head = '', ...tail] = [...word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
  const at = (index: number, put: string, taken: number) =>
    [...tail.slice(0, index), put, ...tail.slice(index + taken)].join('')
  const slips = tail.flatMap((letter, index) => [
    at(index, '.', 1),
    at(index, '', 1),
    at(index, '.' + letter, 1),
    ...(index + 1 < tail.length ? [at(index, tail[index + 1]! + letter, 2)] : []),
  ])
  return `\\m${head}(${[...new Set([...slips, `${tail.join('')}.`])].join('|')})\\M`
}

/** The words of a search; a person must match all of them. A phone number is one word, however it is typed. */
export const wordsOf = (search: string): Word[] => {
  const digits = search.replace(/\D/g, '')
  // The country code is dropped, because the record may lack it.
  if (digits.length >= 4 && /^[+()\d\s./-]+$/.test(search)) return [{ text: digits.slice(-10), mayBeNear: false }]
  return search
    .split(/[\s,;·•、，;]+/u)
    .flatMap(part => (part.includes('@') ? [part] : part.split(/[-‐‑.]+/u)))
    .map(part => part.replace(/['`ʼ‘’]/gu, ''))
    .filter(part => part !== '')
    .slice(0, 8)
    .map(word => ({
      // One or two letters occur in nearly every name, so such a short word must begin a word of the name.
      text: /^[a-z]{1,2}$/i.test(word) ? ` ${word}` : word,
      mayBeNear: /^\p{Script=Latin}{4,}$/u.test(word),
    }))
}
