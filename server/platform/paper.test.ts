import { expect, test, vi } from 'vitest'
import { log } from './log.ts'
import { actualTextsOf, glyphsOf, type Glyph } from '#tests/pdf.ts'
import { openPaper } from './paper.ts'
import { runsOf } from './runs.ts'

const printed = async (
  lines: readonly string[],
  isBold = false,
): Promise<{ glyphs: Glyph[]; copied: string[]; size: number }> => {
  const paper = await openPaper({ size: 'A4', margin: 40, title: 'Names', author: 'School', language: 'en' })
  lines.forEach((line, index) => paper.set(line, 40, 40 + index * 18, { isBold }))
  const pdf = await paper.finish(false)
  return { glyphs: glyphsOf(pdf), copied: actualTextsOf(pdf), size: pdf.length }
}
const textOf = (glyphs: readonly Glyph[]) => glyphs.map(({ text }) => text).join('')

const names: Record<string, string> = {
  latin: 'Łukasz Žižek-Şahin O’Brien',
  vietnamese: 'Nguyễn Thị Ánh',
  chinese: '王芳 歐陽龍 喆 龑 鷗',
  bopomofo: 'ㄅㄆㄇ',
  japanese: '佐藤 さくら サクラ',
  korean: '김민수 햏',
  cyrillic: 'Володимир Ґалаґан Нұрсұлтан',
  greek: 'Παπαδόπουλος Ἀλέξανδρος',
  arabic: 'محمد عبد الله',
  persian: 'علی‌رضا گودرزی',
  hebrew: 'שרה כהן',
  thai: 'สมชาย น้ำใจ',
  lao: 'ສົມພອນ',
  khmer: 'សុខា ស្រី',
  burmese: 'မြန်မာ ကျော်',
  hindi: 'अमित क्षत्रिय',
  bengali: 'অমিত চক্রবর্তী',
  tamil: 'அமிதா கிருஷ்ணன்',
  gujarati: 'પટેલ ક્ષ',
  punjabi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  telugu: 'శ్రీనివాస',
  kannada: 'ಶ್ರೀ ಕನ್ನಡ',
  malayalam: 'കൃഷ്ണൻ',
  sinhala: 'සිංහල ක්‍රි',
  amharic: 'አበበ በቀለ',
  georgian: 'გიორგი',
  armenian: 'Հայկ',
}

test.each(Object.entries(names))('a name in %s is printed with every letter', async (_, name) => {
  for (const isBold of [false, true]) {
    const { glyphs, copied } = await printed([name], isBold)
    expect(glyphs.length).toBeGreaterThan(2)
    expect(glyphs.filter(({ id }) => id === 0)).toEqual([])
    // Copying from the PDF gives the name.
    expect(copied[0] ?? textOf(glyphs)).toBe(name)
  }
})

test('a box stands for a character that no typeface has, and the log names it', async () => {
  const logged = vi.spyOn(log, 'warn')
  const { glyphs } = await printed(['王𠮷', '吉𠮷😀'])
  expect(glyphs.map(({ id }) => id === 0)).toEqual([false, true, false, true, true])
  expect(logged.mock.calls).toEqual([[{ characters: '𠮷😀' }, expect.any(String)]])
  await printed(['王吉'])
  expect(logged).toHaveBeenCalledOnce()
  logged.mockRestore()
})

test('Arabic letters are joined and run from right to left', async () => {
  const { glyphs } = await printed(['محمد', 'م'])
  expect(textOf(glyphs)).toBe('دمحم' + 'م')
  // The first letter, the middle one and the one alone are the same letter in three shapes.
  expect(new Set([glyphs[3]!, glyphs[1]!, glyphs[4]!].map(({ id }) => id)).size).toBe(3)
})

test('a line of several scripts is printed in reading order', async () => {
  const lineOf = async (text: string) => textOf((await printed([text])).glyphs)
  expect(await lineOf('Nguyễn / 王芳 / محمد')).toBe('Nguyễn / 王芳 / دمحم')
  // Words, numbers and brackets within right-to-left text: each word is reversed, the number is not, and the brackets
  // still enclose their word.
  expect(await lineOf('Mia (שרה כהן, 12)')).toBe('Mia (12 ,ןהכ הרש)')
  expect(await lineOf('עבד (אבו) רב')).toBe('בר (ובא) דבע')
  // Digits of their own script keep their order, too.
  expect(await lineOf('شارع ۱۲۳')).toBe('۱۲۳ عراش')
  // Marks that control direction are not printed.
  expect(await lineOf('\u2068Ann\u2069\u200f')).toBe('Ann')
})

test('decomposed letters are combined, and a letter stays with its mark', () => {
  expect(
    runsOf('Thị'.normalize('NFD'))
      .map(({ text }) => text)
      .join(''),
  ).toBe('Thị')
  expect(runsOf('น้ำ')).toHaveLength(1)
})

test('quotation marks use the typeface of the script around them', () => {
  const faceAt = (text: string) => runsOf(text).find(run => /[’“]/u.test(run.text))!.face
  expect(faceAt('O’Brien')).toBe('noto-sans latin')
  expect(faceAt('他说“好”')).toBe('noto-sans-sc chinese-simplified')
})

test('only the used part of a typeface is embedded', async () => {
  const { size } = await printed([Object.values(names).join(' ')])
  expect(size).toBeLessThan(200_000)
  expect((await printed(['王芳 Ann'])).size).toBeLessThan(12_000)
})

test('a text in a narrow place gets smaller, then takes more lines, and is cut only where it fits in none', async () => {
  const { squeeze, widthOf } = await openPaper({ size: 'A4', margin: 40, title: '', author: '', language: 'en' })
  const steps = [
    [1, 17, 11],
    [2, 11, 6],
  ] as const
  expect(squeeze('Mia', 120, steps)).toEqual({ lines: ['Mia'], size: 17 })
  const one = squeeze('Mia Wang-Rodríguez', 120, steps)
  expect([one.lines, one.size < 17]).toEqual([['Mia Wang-Rodríguez'], true])
  const two = squeeze('Maria Fernanda de los Ángeles Rodríguez-Montenegro', 120, steps)
  expect([two.lines.length, two.lines.join(' ')]).toEqual([2, 'Maria Fernanda de los Ángeles Rodríguez-Montenegro'])
  const cut = squeeze('Maria Fernanda '.repeat(9), 120, steps)
  expect([cut.lines.length, cut.size, cut.lines[1]!.endsWith('…')]).toEqual([2, 6, true])
  for (const { lines, size } of [one, two, cut])
    for (const line of lines) expect(widthOf(line, { size })).toBeLessThanOrEqual(120)
})

test('lines break between words, within Chinese and Thai, and within a word wider than the line', async () => {
  const { wrap, widthOf } = await openPaper({ size: 'A4', margin: 40, title: '', author: '', language: 'en' })
  expect(wrap('Ann Wang', 30)).toEqual(['Ann', 'Wang'])
  expect(wrap('Ann (201)\u00a0555-0145', 80)).toEqual(['Ann', '(201)\u00a0555-0145'])
  expect(wrap('王小明', 20)).toEqual(['王小', '明'])
  const thai = wrap('ภาษาไทยสวยงาม', 40)
  expect(thai.length).toBeGreaterThan(1)
  expect(thai.join('')).toBe('ภาษาไทยสวยงาม')
  const long = wrap('Wolfeschlegelsteinhausen', 50)
  expect(long.join('')).toBe('Wolfeschlegelsteinhausen')
  for (const line of [...thai, ...long]) expect(widthOf(line)).toBeLessThanOrEqual(50)
})
