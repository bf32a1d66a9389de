import { analyse } from 'chardet'
import type { SheetEncoding } from '#contract/exchange/imports.ts'

const marks: readonly [SheetEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Frequent characters of names, headings and places, simplified and traditional. */
const common = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔汤張劉陳楊黃趙吳孫馬許鄭謝羅葉蘇呂盧鐘譚陸範賈韋鄒龍賀顧龔萬錢嚴湯蔣馮鄧蕭' +
    '小明晓伟芳娜敏静丽强磊军洋勇艳杰娟涛超秀霞平刚桂文华玉兰英建国志美雅佳欣怡子涵宇轩梓浩然思雨诗琪嘉雪梦瑶俊博天一二三四五六七八九十麗靜強軍豔傑濤華蘭國誌詩夢' +
    '学生姓名家长电话手机邮箱出生日期年级班级地址父亲母亲爸妈备注过敏药物无有男女性别中文英联系人紧急关系的学號學長電話郵機級備註過敏藥無別聯繫關係幼儿园兒園年月日花生鸡蛋牛奶',
)

const decode = (bytes: Uint8Array, encoding: SheetEncoding): string => new TextDecoder(encoding).decode(bytes)

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A score for how much a text looks like one written by people of a school. */
const plausibility = (text: string): number => {
  let points = 0
  for (const sign of text) {
    const code = sign.codePointAt(0)!
    if (code < 0x80) continue
    if (common.has(sign)) points += 4
    else if (code >= 0x4e00 && code <= 0x9fff) points += 0.5
    else if (/[\u3000-\u3002\uFF01-\uFF5E、。]/.test(sign)) points += 1
    else if (sign === '\uFFFD' || (code >= 0xe000 && code <= 0xf8ff)) points -= 20
    else points -= 3
  }
  return points
}

/** A score for Western text, in which single accented letters are surrounded by plain ones. */
const western = (text: string): number => {
  const alone = text.match(/(?<=[A-Za-z\s"',;(]|^)[À-ÖØ-öø-ÿŠšŽžŒœŸ](?=[a-z\s"',;).-]|$)/gm)?.length ?? 0
  const inRuns = text.match(/[\u0080-\u00FF]{2,}/g)?.join('').length ?? 0
  const signs = text.match(/[‘’“”–—€£°ªº]/g)?.length ?? 0
  return alone * 4 + signs - inRuns * 2
}

const sampleBytes = 200_000

/**
 * Detects the encoding of a text: by its byte order mark, by being valid UTF-8, and otherwise by which of the legacy
 * Chinese and Western encodings gives the most plausible text.
 */
export const recogniseEncoding = (bytes: Uint8Array): SheetEncoding => {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return marked[0]
  const sample = bytes.subarray(0, sampleBytes)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1
  if (zeros[1]! > sample.length / 5) return 'utf-16le'
  if (zeros[0]! > sample.length / 5) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  const high = sample.reduce((count, byte) => count + Number(byte >= 0x80), 0)
  const broken = decode(sample, 'utf-8').match(/\uFFFD/g)?.length ?? 0
  if (broken < high / 20) return 'utf-8'
  const guesses = analyse(sample)
  const hint = (name: RegExp) => (guesses.find(guess => name.test(guess.name))?.confidence ?? 0) / 25
  const candidates: [SheetEncoding, number][] = [
    ['gb18030', plausibility(decode(sample, 'gb18030')) + hint(/^GB/)],
    ['big5', plausibility(decode(sample, 'big5')) + hint(/^Big5/)],
    ['windows-1252', western(decode(sample, 'windows-1252')) + hint(/^(?:ISO-8859-1|windows-1252)$/)],
  ]
  return candidates.sort((a, b) => b[1] - a[1])[0]![0]
}

/** Decodes a text and removes its byte order mark. */
export const decodeText = (bytes: Uint8Array, encoding: SheetEncoding): string =>
  decode(bytes, encoding).replace(/^\uFEFF/, '')
