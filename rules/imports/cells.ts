/** True for a text of only Chinese characters, including the dots of transcribed names. */
export const isHan = (text: string): boolean => /^[\p{Script=Han}·•\s]+$/u.test(text) && /\p{Script=Han}/u.test(text)
export const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

const halfWidth = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

// Most cells are plain, and the full treatment is slow.
const isPlain = /^[!-&(-~](?:[ -~]*[!-~])?$/

/**
 * The text of a cell as people read it: full-width letters, digits and brackets become plain, unusual spaces become
 * ordinary ones, and invisible characters are removed. Line breaks within a cell stay.
 */
export const plain = (text: string): string =>
  isPlain.test(text) && !text.includes('  ')
    ? text
    : text
        .normalize('NFC')
        .replace(/[\uFF01-\uFF5E]/g, halfWidth)
        .replace(/[\u200B-\u200F\u2060\uFEFF\u00AD]/g, '')
        .replace(/\r\n?|\u2028|\u2029/g, '\n')
        .replace(/[^\S\n]+/g, ' ')
        .replace(/(?!\n)\p{Cc}/gu, '')
        .replace(/ *\n+ */g, '\n')
        .trim()
        // The apostrophe with which exports keep a text from being read as a formula.
        .replace(/^'(?=[=+\-@])/, '')

/**
 * True for text that can't be a person's name: a formula, a spreadsheet error, markup, or a name with unprintable
 * characters.
 */
export const isCode = (raw: string): boolean =>
  /^\s*'?[=@]|^\s*'?[+-](?!\d)\p{L}|^#(?:REF|NAME|VALUE|DIV\/0|NULL|NUM|N\/A)[!?]?$/iu.test(raw) ||
  /<\/?[a-z!][^<>@]*>|\{\{|javascript:/i.test(raw) ||
  /(?![\t\n\r])\p{Cc}|\p{Co}|\uFFFD/u.test(raw)

/** The same, on one line. */
export const oneLine = (text: string): string => plain(text).replaceAll('\n', ' ')

const nothing =
  /^(?:[-–—_.*/\\?~]+|n\/?a\.?|n\.a\.|#n\/a|none|nil|null|nothing|keine?|ningun[oa]|aucune?|unknown|tb[dac]|not applicable|not (?:known|given|provided)|无|無|没有|沒有|不详|不詳|不知道|未知|deceased|已故|去世|过世|過世|待定|待补|暂无|暫無|空)$/i
/** True if a cell says that there is nothing to enter. "Na" is a Chinese name; "N/A" is not. */
export const isNothing = (text: string): boolean => {
  const content = oneLine(text)
  return content === '' || (nothing.test(content) && content !== 'Na')
}

const noHealth =
  /^(?:no?|nope|none known|no known .*|nka|nkda|no (?:allerg(?:y|ies)|medical (?:conditions?|issues?|needs?)|issues?|concerns?|meds?|medications?)|false|healthy|否|健康|正常|良好|(?:无|無|没有|沒有)(?:过敏|過敏|食物过敏|已知过敏|药物过敏|任何过敏)(?:史)?)[.。!]*$/i
/** True if a cell about health says that there is nothing to report. */
export const isNothingMedical = (text: string): boolean =>
  isNothing(text.replace(/[.。]+$/, '')) ||
  noHealth.test(oneLine(text)) ||
  // "none/none" under "Allergies/Meds"
  (/^[^/]+\/[^/]+$/.test(text) && text.split('/').every(part => isNothing(part) || noHealth.test(oneLine(part))))

const asAbove =
  /^(?:["″〃”“''`]{1,4}|-+ ?["″〃]+ ?-+|ditto|do\.|same|same as (?:above|previous|sibling|brother|sister|first child)|same .{0,30}above|see above|as above|\(same\)|↑|↑+|同上|同前|同上面|见上|見上|同哥哥|同姐姐|同一家)[.。]?$/i
/** True if a cell repeats the one above it. */
export const isAsAbove = (text: string): boolean =>
  text !== '' && text.length < 60 && asAbove.test(oneLine(text).replace(/^\((.+)\)$/, '$1'))

/**
 * True if a quotation mark opens a cell and is never closed, as when a line of text lacks one. A mark alone stands for
 * the cell above, and one after a number means inches.
 */
export const isLeftOpen = (text: string): boolean =>
  /^"\s*[^"\s]/.test(text) && [/"/g, /(?<!\d)"/g].every(mark => text.match(mark)!.length % 2 === 1)

/**
 * A cell without an unclosed quotation mark at its start or before a word in it. Any other cell is returned as it is.
 */
export const withoutOpenQuote = (text: string): string =>
  isLeftOpen(text) || /^[^"]*[\s(（]"[^"\s][^"]*$/.test(text) ? text.replace('"', '') : text
