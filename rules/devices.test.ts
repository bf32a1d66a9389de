import { expect, test } from 'vitest'
import { describeDevice, deviceIn } from './devices.ts'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36 Edg/146.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0 Mobile Safari/537.36 MicroMessenger/8.0',
    'WeChat on Android',
  ],
  ['curl/8', ''],
])('%s is %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})

test.each([
  ['Chrome on Linux', 'Linux 上的 Chrome'],
  ['WeChat on Android', 'Android 上的微信'],
  ['Samsung Internet', '三星浏览器'],
  ['Firefox', 'Firefox'],
  ['iPad', 'iPad'],
  // Names that people gave to their passkeys.
  ['Key on my desk', 'Key on my desk'],
  ['Chrome on my desk', 'Chrome on my desk'],
  ['', ''],
])('%s is %s in Chinese, and as it is in English', (device, chinese) => {
  expect(deviceIn('zh', device)).toBe(chinese)
  expect(deviceIn('en', device)).toBe(device)
})
