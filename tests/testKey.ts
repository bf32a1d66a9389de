import { sealWith } from '#server/platform/secrets.ts'

/** The key of every school that tests create: what one file seals in a template, another can open in its copy. */
export const testKey = Buffer.alloc(32, 'lantern of the tests')
export const testSeal = sealWith(testKey)
