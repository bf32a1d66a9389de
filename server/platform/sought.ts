/**
 * What people are found by, made by the database itself from every row of `persons`, whoever writes it: names in every
 * script without accents, in either order and joined, e-mail, digits of the telephone, and pinyin of Chinese
 * names (whole, given name, initials). See decision 16.
 */

/** Surnames of two signs whose first is read otherwise than alone. */
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

/** Every Chinese sign under its syllable (without tone, ü as v), and the signs that are read otherwise as surnames. */
const readSigns = async () => {
  const { pinyin } = await import('pinyin-pro')
  const bySyllable = new Map<string, string>()
  const surnames: string[] = []
  for (let code = first; code <= last; code += 1) {
    const sign = String.fromCodePoint(code)
    const syllable = pinyin(sign, { toneType: 'none', v: true })
    if (!/^[a-z]+$/.test(syllable)) continue
    bySyllable.set(syllable, (bySyllable.get(syllable) ?? '') + sign)
    const asSurname = pinyin(sign, { toneType: 'none', v: true, surname: 'all' })
    if (asSurname !== syllable) surnames.push(`${sign}${asSurname}`)
  }
  return { bySyllable, surnames }
}

/** Changes with the statements below; rows made by an older version keep what they have until they are written again. */
export const soughtVersion = 'sought 1'

/** The functions that make `persons.search_text`, as statements for the schema `public`. */
export const soughtStatements = async (): Promise<string> => {
  const { bySyllable, surnames } = await readSigns()
  const signs = [...bySyllable.values()]
  let start = 1
  const starts = signs.map(group => {
    const here = start
    start += group.length
    return here
  })
  const long = Object.entries(longSurnames)
  return `
create or replace function public.fold(written text) returns text language sql immutable strict parallel safe as $fold$
  select replace(replace(replace(replace(translate(lower(regexp_replace(normalize(written, NFKD), '[\\u0300-\\u036f''\`ʼ‘’]', '', 'g')),
    'øłđħŧıð', 'oldhtid'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$fold$;

create or replace function public.pinyin(written text) returns text language plpgsql immutable strict parallel safe as $pinyin$
declare
  signs constant text := '${signs.join('')}';
  starts constant int[] := '{${starts.join()}}';
  syllables constant text[] := '{${[...bySyllable.keys()].join()}}';
  surnames constant jsonb := '${JSON.stringify(Object.fromEntries(surnames.map(each => [[...each][0], each.slice(1)])))}';
  long_surnames constant jsonb := '${JSON.stringify(Object.fromEntries(long))}';
  han constant text := regexp_replace(written, '[^\\u4e00-\\u9fff]', '', 'g');
  sounds text[] := '{}';
  family int := 1;
  at int;
  found text;
begin
  if han = '' then return ''; end if;
  for n in 1..least(length(han), 12) loop
    at := strpos(signs, substr(han, n, 1));
    if at > 0 then sounds := sounds || syllables[width_bucket(at, starts)]; end if;
  end loop;
  if sounds = '{}' then return ''; end if;
  if long_surnames ? left(han, 2) and cardinality(sounds) > 2 then
    sounds := string_to_array(long_surnames ->> left(han, 2), ' ') || sounds[3:];
    family := 2;
  elsif surnames ? left(han, 1) then
    sounds[1] := surnames ->> left(han, 1);
  end if;
  found := array_to_string(sounds, ' ') || ' ' || array_to_string(sounds, '') || ' ' || array_to_string(sounds[family + 1:], '')
    || ' ' || (select string_agg(left(sound, 1), '' order by nr) from unnest(sounds) with ordinality as s(sound, nr))
    || ' ' || coalesce((select string_agg(left(sound, 1), '' order by nr) from unnest(sounds[family + 1:]) with ordinality as s(sound, nr)), '');
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
comment on function public.sought(text, text, text, text, text) is '${soughtVersion}';`
}

/** A word of a search and whether a word that is written nearly so will do. */
type Word = { pattern: string; word: string; mayBeNear: boolean }

const escaped = (text: string): string => text.replace(/[\\%_]/g, sign => `\\${sign}`)

/** A person must have all of these words. A telephone number is one word, however it is typed. */
export const wordsOf = (search: string): Word[] => {
  const digits = search.replace(/\D/g, '')
  // Without the country's code, which is in the record or is not.
  if (digits.length >= 4 && /^[+()\d\s./-]+$/.test(search))
    return [{ pattern: `%${digits.slice(-10)}%`, word: digits, mayBeNear: false }]
  return search
    .split(/[\s,;·•、，;]+/u)
    .flatMap(part => (part.includes('@') ? [part] : part.split(/[-‐‑.]+/u)))
    .map(part => part.replace(/['`ʼ‘’]/gu, ''))
    .filter(part => part !== '')
    .slice(0, 8)
    .map(word => {
      // One or two letters are in nearly every name: they must begin a word.
      const isShort = /^[a-z]{1,2}$/i.test(word)
      return {
        pattern: `%${isShort ? ' ' : ''}${escaped(word)}%`,
        word,
        mayBeNear: /^\p{Script=Latin}{4,}$/u.test(word),
      }
    })
}
