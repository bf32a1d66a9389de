import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type CrayonName = 'leaf' | 'sky' | 'plum' | 'coral' | 'marigold' | 'teal' | 'berry' | 'slate'
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'event'

const crayonNames: readonly CrayonName[] = ['leaf', 'sky', 'plum', 'coral', 'marigold', 'teal', 'berry', 'slate']

/** Returns the crayon of an id, always the same one. */
export const crayonOf = (id: string): CrayonName => {
  let hash = 0
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return crayonNames[hash % crayonNames.length] ?? 'slate'
}

/** A name in the color of its crayon, such as a class. */
export const Chip = ({ crayon = 'slate', children }: { crayon?: CrayonName; children: ReactNode }) => (
  <span
    data-crayon={crayon}
    className="inline-flex min-h-5.5 max-w-full items-center rounded-full bg-crayon-soft px-2.5 py-0.5 text-2xs font-semibold text-crayon-ink"
  >
    <span className="truncate">{children}</span>
  </span>
)

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-2',
  good: 'bg-primary-soft text-primary-ink',
  warn: 'bg-marigold-soft text-marigold-ink',
  bad: 'bg-danger-soft text-danger-ink',
  info: 'bg-info-soft text-info-ink',
  event: 'bg-plum-soft text-plum-ink',
}

/** A state in one word, on a tinted background. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={classes(
      'inline-flex min-h-5.5 items-center gap-1 rounded-full px-2.5 py-0.5 text-2xs font-semibold whitespace-nowrap max-[20rem]:whitespace-normal',
      tones[tone],
    )}
  >
    {children}
  </span>
)

const dots: Record<Tone, string> = {
  neutral: 'bg-ink-3',
  good: 'bg-primary',
  warn: 'bg-marigold-ink',
  bad: 'bg-danger',
  info: 'bg-info',
  event: 'bg-plum',
}

/** A state in one word after a dot: less prominent than a Badge, for tables. */
export const Status = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2 whitespace-nowrap">
    <span aria-hidden className={classes('size-2 shrink-0 rounded-full forced-color-adjust-none', dots[tone])} />
    {children}
  </span>
)

/** A number of things that wait for a person, such as unread messages. `label` says what it counts. */
export const Count = ({ value, label }: { value: number; label: string }) =>
  value === 0 ? null : (
    <span className="inline-flex min-w-5 items-center justify-center rounded-full bg-marigold px-1.5 text-2xs font-semibold text-on-marigold tabular-nums">
      <span aria-hidden>{value > 99 ? '99+' : value}</span>
      <span className="sr-only">{label}</span>
    </span>
  )

const han = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u

/**
 * Returns up to two letters that stand for a name. For a Chinese name it is the last one or two characters, which are
 * the given name.
 */
const initialsOf = (name: string): string => {
  const letters = [...name.trim()]
  if (letters.some(letter => han.test(letter))) {
    const own = letters.filter(letter => han.test(letter))
    return own.slice(own.length > 2 ? -2 : -1).join('')
  }
  const words = name.trim().split(/\s+/)
  const first = [...(words[0] ?? '')][0] ?? '?'
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toLocaleUpperCase()
}

const avatarSizes = { small: 'size-7 text-[0.625rem]', normal: 'size-10 text-xs', large: 'size-14 text-base' }

type AvatarProps = { name: string; id?: string; size?: keyof typeof avatarSizes; crayon?: CrayonName }

/** Initials on a rounded square in the person's color. Decorative: the name is printed beside it. */
export const Avatar = ({ name, id, size = 'normal', crayon }: AvatarProps) => (
  <span
    aria-hidden
    data-crayon={crayon ?? crayonOf(id ?? name)}
    className={classes(
      'inline-grid shrink-0 place-items-center rounded-[38%] bg-crayon-soft font-bold text-crayon-ink select-none',
      avatarSizes[size],
    )}
  >
    {initialsOf(name)}
  </span>
)
