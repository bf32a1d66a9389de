import type { Language } from '#contract/values.ts'

const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\//, 'WeChat'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** Describes a user agent in a few words, such as `Safari on iPhone`. Empty if it is not recognized. */
export const describeDevice = (userAgent: string): string => {
  const find = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}

const browserNames = new Set(browsers.map(([, name]) => name))
const systemNames = new Set(systems.map(([, name]) => name))
/** Browsers that have another name in Chinese. */
const chineseNames: Readonly<Record<string, string>> = { WeChat: '微信', 'Samsung Internet': '三星浏览器' }

/**
 * A device, as `describeDevice` puts it, in the reader's language: 'Chrome on Linux', in Chinese 'Linux 上的 Chrome'.
 * Names that people chose themselves stay as they are.
 */
export const deviceIn = (language: Language, device: string): string => {
  if (language !== 'zh') return device
  const [, browser = device, system = ''] = /^(.+) on (.+)$/.exec(device) ?? []
  if (!browserNames.has(browser)) return device
  const name = chineseNames[browser]
  if (system === '') return name ?? device
  return systemNames.has(system) ? `${system} 上的${name ?? ` ${browser}`}` : device
}
