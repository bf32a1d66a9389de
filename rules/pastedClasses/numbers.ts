import { isNothing, oneLine } from '#rules/imports/cells.ts'
import { readGrade } from '#rules/imports/words.ts'

/** Reads a whole number, with or without a unit after it ("15 places"); null if there is none. */
export const readCount = (cell: string): number | null => {
  const found = /^(?:max\.?|最多|约)?\s*(-?\d{1,6})(?:\.0)?\s*(?:人|名|位|个|\p{L}+)?$/iu.exec(oneLine(cell))
  return found ? Number(found[1]) : null
}

/** Reads an amount such as "$1,250.50", "260" or "1250,5" in whole minor units; "free" is 0. */
export const readAmount = (cell: string, digits: number): number | null => {
  const text = oneLine(cell)
  if (/^(?:free|免费|免費)$/i.test(text)) return 0
  const bare = text.replace(/[^\d.,-]/g, '')
  const isOther = /\d\D*[\p{L}/]+\D*\d/u.test(text) || /\d-/.test(bare)
  const decimal = digits === 0 ? null : /[.,](\d{1,2})$/.exec(bare)
  const whole = (decimal ? bare.slice(0, decimal.index) : bare).replace(/[.,]/g, '')
  if (isOther || !/^-?\d{1,12}$/.test(whole)) return null
  const rest = Number((decimal?.[1] ?? '').padEnd(digits, '0').slice(0, digits) || '0')
  return Number(whole) * 10 ** digits + (whole.startsWith('-') ? -rest : rest)
}

/** Reads an age range: "5-7", "6+", "8 and up", "under 9", "5–7岁", "12"; null for anything else. */
export const readAges = (cell: string): { from: number | null; to: number | null } | null => {
  const text = oneLine(cell)
    .toLowerCase()
    .replace(/ages?|years?(?: old)?|yrs?\.?|[岁歲]|\by\/?o\b/g, ' ')
    .replace(/\s*(?:[–—−~～至到]|\bto\b)\s*/g, '-')
    .trim()
  if (/^(?:all|any|全部|所有|不限|全龄)?$/.test(text)) return { from: null, to: null }
  const span = /^(\d{1,3})\s*-\s*(\d{1,3})$/.exec(text)
  if (span) return { from: Number(span[1]), to: Number(span[2]) }
  const least = /^(?:from|over|>=?|≥)?\s*(\d{1,3})\s*(?:\+|and (?:up|older|over)|or older|以上|及以上|up)?$/.exec(text)
  if (least) {
    const isOne = /^\d+$/.test(text)
    return { from: Number(least[1]), to: isOne ? Number(least[1]) : null }
  }
  const under = /^(under|below|<|up-|up -|<=|≤)?\s*(\d{1,3})\s*(and (?:under|younger)|or younger|以下|及以下)?$/.exec(
    text,
  )
  if (!under) return null
  return {
    from: null,
    to: Number(under[2]) - (under[1] === 'under' || under[1] === 'below' || under[1] === '<' ? 1 : 0),
  }
}

/** Reads a level: "Level 3", "三年级", "K", "2"; null if it isn't a number. */
export const readLevel = (cell: string): number | null => {
  if (isNothing(cell)) return null
  const bare = oneLine(cell).replace(/^(?:level|lvl|l|级别|第)\s*(?=\d)/i, '')
  const grade = readGrade(bare.replace(/[级級]$/, ''))
  if (grade === 'K' || grade === 'Pre-K') return 0
  return /^\d{1,6}$/.test(grade) ? Number(grade) : null
}
