/**
 * The steps that find the part by which people look for a name: the family name. They run in order. JavaScript and
 * PostgreSQL read these patterns alike, so lists in the database (server/platform/nameOrder.ts) follow the same rule. A
 * tab separates the family name from the rest, and no step changes a name that has one.
 */
const small = 'de|da|del|della|di|do|dos|das|du|la|le|van|von|der|den|ten|ter|bin|binti|ibn|al|el|st\\.'
const large = 'De La|De Los|De Las|De|Del|Della|Da|Dos|Van Der|Van Den|Van De|Van|Von Der|Von|St\\.|El|Al|Bin|Ibn'
// Chinese, Japanese and Korean names start with the family name.
const eastern = '[\\u3040-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3]+'
export const orderSteps: readonly (readonly [find: string, put: string])[] = [
  ['^(?:[Tt]he) (.+)$', '$1'],
  [' (?:[Ff]amily|[Hh]ousehold|家庭|一家)$', ''],
  ['[, ]+(?:[JjSs][Rr]|II|III|IV|[Pp][Hh]\\.?[Dd]|[Mm]\\.?[Dd]|[Ee]sq)\\.?$', ''],
  [`^(${eastern}) (${eastern})$`, '$1\t$2'],
  ['^([^,\\t]+), ?([^\\t]+)$', '$1\t$2'],
  [`^([^\\t]+?) ((?:${small}|${large}) [^\\t]+)$`, '$2\t$1'],
  ['^([^\\t]+) ([^\\t ]+)$', '$2\t$1'],
]

/** Chinese family names of two characters. */
export const longSurnames =
  '欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 夏侯 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 宇文 长孙 長孫 司徒 司空 端木 百里 南宫 南宮 万俟 单于 單于 独孤 獨孤 拓跋 轩辕 軒轅 呼延 闻人 聞人 申屠 太史 公冶 澹台 澹臺 濮阳 濮陽 淳于 钟离 鍾離 鲜于 鮮于 东郭 東郭 西门 西門'.split(
    ' ',
  )

/** The family name and the rest of a name, as far as the order of its words shows them. */
export const familyFirst = (name: string): { family: string; given: string } => {
  const [family = '', given = ''] = orderSteps
    .reduce((text, [find, put]) => text.replace(new RegExp(find, 'u'), put), name.trim().replace(/\s+/g, ' '))
    .split('\t')
  return { family, given }
}
